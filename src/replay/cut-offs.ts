/** What each cutoff would earn and lose, from counts of fraud and good bookings by score. */
import { costOfMissed, costOfRefused, type Mistakes, type Prices } from "./money.ts";

export interface CutOffPrices extends Prices {
  /** Later revenue lost with a legitimate guest who was refused. */
  lifetimeValue: number;
}

/** Bookings by score, 0 to 99: fraud and legitimate ones, as counted or as estimated. */
export interface KnownByScore {
  fraud: readonly number[];
  other: readonly number[];
}

export interface CutOff {
  /** The lowest score that is denied; 100 denies none. */
  denyFrom: number;
  /** Legitimate and denied: their margin and later revenue are lost. */
  refused: Mistakes & { cost: number };
  /** Fraud and allowed. */
  missed: Mistakes & { cost: number };
  /** Margin on legitimate guests who were allowed. */
  earned: number;
  lost: number;
  /** Earned less what was lost to fraud and to guests who do not return. */
  net: number;
}

const scores = 100;

/** The cutoffs 0 to 100, in order. */
export function cutOffs({ fraud, other }: KnownByScore, prices: CutOffPrices): CutOff[] {
  const above = (counts: readonly number[]) => {
    const sums = new Array<number>(scores + 1).fill(0);
    for (let score = scores - 1; score >= 0; score--)
      sums[score] = sums[score + 1]! + counts[score]!;
    return sums;
  };
  const [denied, refused] = [above(fraud), above(other)];
  return refused.map((count, denyFrom) => {
    const mistakes = valued(count, prices);
    const missed = valued(denied[0]! - denied[denyFrom]!, prices);
    const accepted = valued(refused[0]! - count, prices);
    const gone = count * prices.lifetimeValue;
    const missedCost = costOfMissed(missed, prices);
    const earned = costOfRefused(accepted, prices); // The same margin, kept.
    return {
      denyFrom,
      refused: { ...mistakes, cost: costOfRefused(mistakes, prices) + gone },
      missed: { ...missed, cost: missedCost },
      earned,
      lost: missedCost + gone,
      net: earned - missedCost - gone,
    };
  });
}

function valued(count: number, { value }: Prices): Mistakes {
  return { count, value: count * value };
}
