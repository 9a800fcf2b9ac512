/** What one risk setting would have done with the scores before and after. */
import type { RiskSetting } from "../projects/risk-setting.ts";
import { suggestedActionOf } from "../risk/score.ts";
import type { Compared } from "./compared.ts";
import { addValue, noValues, type Values } from "./cost-interval.ts";
import { type Mistakes, noMistakes } from "./money.ts";
import type { KnownAs } from "./outcome-known.ts";

/** A decision worth looking at: one of those whose score moves most. */
export interface Example {
  decisionId: string;
  decidedAt: number;
  before: number;
  after: number;
  knownAs: KnownAs;
}

/** Decisions whose action changes in one direction. */
interface Flips {
  count: number;
  /** Those known to be fraud, and those known to be legitimate. */
  fraud: number;
  other: number;
  /** The values of both, for what they cost. */
  fraudValues: Values;
  otherValues: Values;
  examples: Example[];
}

/** One model's results under the setting. */
interface Side {
  denied: number;
  /** Denied and known to be fraud. */
  caught: number;
  /** Denied although known to be legitimate. */
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

const side = (): Side => ({ denied: 0, caught: 0, refused: noMistakes(), missed: noMistakes() });
const flips = (): Flips => ({
  ...{ count: 0, fraud: 0, other: 0, examples: [] },
  ...{ fraudValues: noValues(), otherValues: noValues() },
});

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
  if (one.fraud !== null) {
    flipped[one.fraud ? "fraud" : "other"] += 1;
    addValue(flipped[one.fraud ? "fraudValues" : "otherValues"], one.value);
  }
  addExample(flipped.examples, one);
}

function addToSide(to: Side, action: "allow" | "deny", { fraud, value }: Compared): void {
  if (action === "deny") to.denied += 1;
  if (fraud && action === "deny") to.caught += 1;
  if (fraud === null || fraud === (action === "deny")) return;
  const mistakes = fraud ? to.missed : to.refused;
  mistakes.count += 1;
  mistakes.value += value;
}

const examplesMax = 8;

/** Keeps the decisions whose score moves most; of equal moves, the earlier first. */
export function addExample(examples: Example[], one: Compared): void {
  const { decisionId, decidedAt, knownAs } = one;
  const [before, after] = [one.before.riskScore, one.after.riskScore];
  const example = { decisionId, decidedAt, before, after, knownAs };
  const index = examples.findIndex((other) => moveOf(other) < moveOf(example));
  if (index >= 0) examples.splice(index, 0, example);
  else examples.push(example);
  examples.splice(examplesMax);
}

const moveOf = ({ before, after }: Example) => Math.abs(after - before);
