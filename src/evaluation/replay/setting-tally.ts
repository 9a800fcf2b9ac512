/** What one risk setting would have done with the scores before and after. */
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import { countBooking, noOutcomes, type OutcomeTally } from "../money/silence.ts";
import type { Compared } from "./compared.ts";
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
  examples: Example[];
}

/** One model's results under the setting. */
interface Side {
  denied: number;
  /** Denied and known to be fraud. */
  caught: number;
  /** Denied although known to be legitimate. */
  refused: number;
  /** Allowed although known to be fraud. */
  missed: number;
}

/** Bookings by what was done with them and what the candidate would do, in this order. */
type Change = "allowAllow" | "allowDeny" | "denyAllow" | "denyDeny";

/** For what they cost: those that were booked anyway, and those that the control group let through. */
export interface ValuedOutcomes {
  booked: OutcomeTally;
  letThrough: OutcomeTally;
}

export interface SettingTally {
  before: Side;
  after: Side;
  toDeny: Flips;
  toAllow: Flips;
  outcomes: Record<Change, ValuedOutcomes>;
}

const side = (): Side => ({ denied: 0, caught: 0, refused: 0, missed: 0 });
const flips = (): Flips => ({ count: 0, fraud: 0, other: 0, examples: [] });
const valued = (): ValuedOutcomes => ({ booked: noOutcomes(), letThrough: noOutcomes() });

export function settingTally(): SettingTally {
  return {
    before: side(),
    after: side(),
    toDeny: flips(),
    toAllow: flips(),
    outcomes: {
      allowAllow: valued(),
      allowDeny: valued(),
      denyAllow: valued(),
      denyDeny: valued(),
    },
  };
}

export function addToSetting(tally: SettingTally, setting: RiskSetting, one: Compared): void {
  const before = suggestedActionOf(one.before.riskScore, setting);
  const after = suggestedActionOf(one.after.riskScore, setting);
  addToSide(tally.before, before, one);
  addToSide(tally.after, after, one);
  addOutcome(tally.outcomes[`${before}${after === "deny" ? "Deny" : "Allow"}`], one);
  if (before === after) return;
  const flipped = after === "deny" ? tally.toDeny : tally.toAllow;
  flipped.count += 1;
  if (one.fraud !== null) {
    flipped[one.fraud ? "fraud" : "other"] += 1;
  }
  addExample(flipped.examples, one);
}

function addOutcome(to: ValuedOutcomes, { decidedAt, outcome }: Compared): void {
  if (!outcome) return;
  const { silence, ...counted } = outcome;
  const stratum = counted.weight === 1 ? to.booked : to.letThrough;
  countBooking(stratum, { decidedAt, ...counted }, silence);
}

function addToSide(to: Side, action: "allow" | "deny", { fraud }: Compared): void {
  if (action === "deny") to.denied += 1;
  if (fraud && action === "deny") to.caught += 1;
  if (fraud === null || fraud === (action === "deny")) return;
  to[fraud ? "missed" : "refused"] += 1;
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
