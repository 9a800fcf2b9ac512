/** How far a distribution has shifted from another one, and when that is more than chance. */

/** Smaller shares count as this: a bin that is empty on one side would have no logarithm. */
const leastShare = 1e-4;

/**
 * The population stability index, Σ (aᵢ − eᵢ) · ln(aᵢ / eᵢ) over the bins, with e the expected and
 * a the actual shares: the symmetric Kullback-Leibler divergence (Kullback, Leibler 1951), under
 * the name that credit scoring gave it (Siddiqi, "Credit Risk Scorecards", 2006, chapter 9).
 *
 * Shares below 0.0001 count as 0.0001. NaN where either side has no rows at all.
 */
export function populationStability(
  expected: readonly number[],
  actual: readonly number[],
): number {
  const [allExpected, allActual] = [sum(expected), sum(actual)];
  if (!(allExpected > 0 && allActual > 0)) return Number.NaN;
  let index = 0;
  for (const [i, count] of expected.entries()) {
    const e = Math.max(count / allExpected, leastShare);
    const a = Math.max(actual[i]! / allActual, leastShare);
    index += (a - e) * Math.log(a / e);
  }
  return index;
}

const shiftLevels = ["stable", "notice", "warning"] as const;
export type ShiftLevel = (typeof shiftLevels)[number];

/** As people read them. */
export const shiftLevelNames: Readonly<Record<ShiftLevel, string>> = {
  stable: "stable",
  notice: "moderate",
  warning: "large",
};

/**
 * The indices from which a shift deserves attention and from which it is large: the rule of thumb
 * of Siddiqi (2006), p. 137, after Lewis, "An Introduction to Credit Scoring" (1994).
 */
export const shiftFrom = { notice: 0.1, warning: 0.25 } as const;

/**
 * A project's bookings vary from week to week by more than chance: attacks come in waves, groups book at
 * once. An index counts from so many times the largest one that the past had. Found on simulated seasons
 * without a change (docs/models.md).
 */
const beyondUsual = 1.5;

/**
 * Classifies an index. Few rows vary by chance alone: without any shift the index is distributed as
 * (1/n + 1/m) · χ²(bins − 1) (Yurdakul, Naranjo, "Statistical properties of the population
 * stability index", Journal of Risk Model Validation 14(4), 2020). An index
 * that 1 in 1,000 such samples exceed is not a shift, however large it is.
 */
export function shiftLevelOf(
  index: number,
  of: {
    bins: number;
    /** Of both sides. */
    rows: readonly [number, number];
    /** The largest index of the past; null where it is not known. */
    usual?: number | null;
  },
): ShiftLevel {
  const { bins, rows, usual } = of;
  const expected = Math.max(chance(bins, rows), beyondUsual * (usual ?? 0));
  if (!(index >= shiftFrom.notice) || index <= expected) return "stable";
  return index >= shiftFrom.warning ? "warning" : "notice";
}

/** Deciles, and missing. */
const usualBins = 11;

/** The index that 1 in 1,000 pairs of samples of one distribution exceed. */
function chance(bins: number, [n, m]: readonly [number, number]): number {
  return (1 / n + 1 / m) * chiSquareQuantile(bins - 1);
}

/** The 99.9 % quantile of χ² (Wilson, Hilferty, PNAS 17, 1931). */
function chiSquareQuantile(degrees: number): number {
  if (degrees < 1) return 0;
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + 3.0902 * Math.sqrt(spread)) ** 3;
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * The decisions from which an index says anything. Without any shift its mean is about
 * (bins − 1) · (1/n + 1/m) (Yurdakul, "Statistical properties of population stability index", 2018),
 * so few decisions always look shifted. With this many, chance alone reaches the level that deserves
 * attention in 1 of 1,000 samples: χ²₀.₉₉₉(10) / n = 0.1, against a large past.
 */
export const rowsNeeded = Math.ceil(chiSquareQuantile(usualBins - 1) / shiftFrom.notice);
