/** Counts by score under prices: a row for each risk setting, and the best cut-off. */
import type { Known } from "../../../decisions/known-by-score.ts";
import { type MoneyTerms, pricesOf } from "../../../decisions/money-terms.ts";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import { type BestCutOff, bestCutOff, type CutOff, cutOffs } from "../../../replay/cut-offs.ts";
import { denyFrom } from "../../../risk/score.ts";

/** So that the same decisions always have the same interval. */
const seed = 1;
/** The cut-off that denies nobody. */
const nobody = 100;

export interface Weighed {
  /** 0 to 100, in order. */
  all: CutOff[];
  settings: Record<RiskSetting, CutOff>;
  /** Denying nobody. */
  open: CutOff;
  /** Null where no fraud, or nothing else, is known. */
  best: BestCutOff | null;
  /** How many decisions are known to be fraud, and how many not to be. */
  fraud: number;
  other: number;
}

export function weigh(known: Known, terms: MoneyTerms): Weighed {
  const prices = pricesOf(terms);
  const all = cutOffs(known, prices);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    all,
    settings: Object.fromEntries(
      riskSettings.map((setting) => [setting, all[denyFrom[setting]]!]),
    ) as Weighed["settings"],
    open: all[nobody]!,
    best: bestCutOff(known, prices, { seed }),
    ...{ fraud: sum(known.fraud), other: sum(known.other) },
  };
}

/** How many are denied in all, with cause and without. */
export function deniedAt({ refused, missed }: CutOff, fraud: number): number {
  return refused.count + fraud - missed.count;
}
