/** What each cutoff would have earned and lost, on decisions with known outcomes. */
import { costOfMissed, costOfRefused, type Mistakes, type Prices } from "./money.ts";

export interface CutOffPrices extends Prices {
  /** Later revenue lost with a legitimate guest who was refused. */
  lifetimeValue: number;
}

/** Decisions by score, 0 to 99: those known to be fraud, and those known to be legitimate. */
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

export interface BestCutOff {
  denyFrom: number;
  net: number;
  /** The best cutoff of most samples lies between these, inclusive. */
  interval: { low: number; high: number; part: number };
  /** In how many samples each cutoff from 0 to 100 was the best. */
  best: number[];
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

/** The best cutoff; of several equally good ones, the one that denies the fewest. */
function bestOf(all: readonly CutOff[]): CutOff {
  return all.reduce((best, one) => (one.net >= best.net ? one : best));
}

export interface Bootstrap {
  seed: number;
  /** Samples drawn. */
  samples?: number;
  /** The share of them that the interval contains. */
  part?: number;
}

/**
 * The best cutoff and its uncertainty: the decisions are resampled with replacement (B. Efron,
 * "Bootstrap Methods", 1979), and each sample has its own best cutoff. The interval contains the
 * middle part of those. As the draws are independent by score, each count is drawn from the
 * Poisson distribution (N. Chamandy et al., "Estimating Uncertainty for Massive Data Streams",
 * 2012), at a cost that does not grow with the decisions.
 *
 * @returns null where no fraud or no legitimate booking is known.
 */
export function bestCutOff(
  known: KnownByScore,
  prices: CutOffPrices,
  { seed, samples = 1000, part = 0.9 }: Bootstrap,
): BestCutOff | null {
  const any = (counts: readonly number[]) => counts.some((count) => count > 0);
  if (!any(known.fraud) || !any(known.other)) return null;
  const next = uniform(seed);
  const drawn = (counts: readonly number[]) => counts.map((count) => poisson(count, next));
  const best = new Array<number>(scores + 1).fill(0);
  for (let i = 0; i < samples; i++) {
    const sample = { fraud: drawn(known.fraud), other: drawn(known.other) };
    best[bestOf(cutOffs(sample, prices)).denyFrom]! += 1;
  }
  const { denyFrom, net } = bestOf(cutOffs(known, prices));
  const tail = (samples * (1 - part)) / 2;
  return {
    denyFrom,
    net,
    best,
    interval: { low: quantile(best, tail), high: quantile(best, samples - tail), part },
  };
}

/** The first index at which the cumulated count reaches `reached`. */
function quantile(counts: readonly number[], reached: number): number {
  let sum = 0;
  return counts.findIndex((count) => {
    sum += count;
    return sum >= reached && count > 0;
  });
}

/** mulberry32 (Tommy Ettinger, public domain): the same seed gives the same numbers. */
function uniform(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Above this mean the normal distribution is accurate to a hundredth of a deviation. */
const poissonExactTo = 50;

function poisson(mean: number, next: () => number): number {
  if (mean === 0) return 0;
  if (mean > poissonExactTo) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  // Knuth, The Art of Computer Programming 2, 3.4.1.
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > least; product *= next()) count += 1;
  return count;
}
