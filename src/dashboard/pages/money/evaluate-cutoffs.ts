/** What each risk setting and each other cutoff would have earned and lost. */
import type { Known } from "../../../decisions/known-by-score.ts";
import { type MoneyTerms, pricesOf } from "../../../decisions/money-terms.ts";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import { type BestCutOff, bestCutOff, type CutOff, cutOffs } from "../../../replay/cut-offs.ts";
import { denyFrom } from "../../../risk/score.ts";

/** Fixed, so that the same decisions always have the same interval. */
const seed = 1;
/** The cutoff above all scores. */
const neverDenyFrom = 100;

export interface Evaluation {
  /** By cutoff, 0 to 100. */
  all: CutOff[];
  settings: Record<RiskSetting, CutOff>;
  neverDeny: CutOff;
  /** Null unless both fraud and good bookings are known. */
  best: BestCutOff | null;
  /** The number of decisions that are known to be fraud. */
  fraud: number;
  /** The number of decisions that are known to be good. */
  good: number;
}

export function evaluateCutoffs(known: Known, terms: MoneyTerms): Evaluation {
  const prices = pricesOf(terms);
  const all = cutOffs(known, prices);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    all,
    settings: Object.fromEntries(
      riskSettings.map((setting) => [setting, all[denyFrom[setting]]!]),
    ) as Evaluation["settings"],
    neverDeny: all[neverDenyFrom]!,
    best: bestCutOff(known, prices, { seed }),
    fraud: sum(known.fraud),
    good: sum(known.other),
  };
}

/** How many decisions a cutoff denies, good and fraudulent. */
export function deniedBy({ refused, missed }: CutOff, fraud: number): number {
  return refused.count + fraud - missed.count;
}
