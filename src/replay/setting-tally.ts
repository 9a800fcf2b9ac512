/** What one risk setting would have done with the old and with the new scores. */
import type { RiskSetting } from "../projects/risk-setting.ts";
import { suggestedActionOf } from "../risk/score.ts";
import type { Compared } from "./compared.ts";
import { addExample, type Example } from "./examples.ts";
import { type Mistakes, noMistakes } from "./money.ts";

/** Answers that change one way. */
interface Flips {
  count: number;
  /** Of them, those known to be fraud and those known not to be. */
  fraud: number;
  other: number;
  examples: Example[];
}

/** One model's work under the setting. */
interface Side {
  denied: number;
  /** Denied although known to be no fraud. */
  refused: Mistakes;
  /** Allowed although known to be fraud. */
  missed: Mistakes;
}

export interface SettingTally {
  before: Side;
  after: Side;
  toDeny: Flips;
  toAllow: Flips;
}

const side = (): Side => ({ denied: 0, refused: noMistakes(), missed: noMistakes() });
const flips = (): Flips => ({ count: 0, fraud: 0, other: 0, examples: [] });

export function settingTally(): SettingTally {
  return { before: side(), after: side(), toDeny: flips(), toAllow: flips() };
}

export function addToSetting(tally: SettingTally, setting: RiskSetting, one: Compared): void {
  const before = suggestedActionOf(one.before.riskScore, setting);
  const after = suggestedActionOf(one.after.riskScore, setting);
  addToSide(tally.before, before, one);
  addToSide(tally.after, after, one);
  if (before === after) return;
  const flipped = after === "deny" ? tally.toDeny : tally.toAllow;
  flipped.count += 1;
  if (one.fraud !== null) flipped[one.fraud ? "fraud" : "other"] += 1;
  addExample(flipped.examples, one);
}

function addToSide(to: Side, action: "allow" | "deny", { fraud, value }: Compared): void {
  if (action === "deny") to.denied += 1;
  if (fraud === null || fraud === (action === "deny")) return;
  const mistakes = fraud ? to.missed : to.refused;
  mistakes.count += 1;
  mistakes.value += value;
}
