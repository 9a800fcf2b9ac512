/** Distributions as tables of quantiles, and how far two are apart. */

/** The probabilities of the quantiles in `measured.json`. */
export const probabilities = [
  0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
  0.85, 0.9, 0.95, 0.99,
];

/** A value for each of `probabilities`. */
export type Quantiles = readonly number[];

export const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));

export function quantilesOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return probabilities.map(
    (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!,
  );
}

/**
 * The Kolmogorov-Smirnov distance of two distributions, the largest difference of their cumulative
 * shares, at the quantiles of both. Between two of its quantiles a share is known only to lie
 * between theirs, so the distance is a lower bound, at most 0.05 too small.
 */
export function distance(one: Quantiles, other: Quantiles): number {
  return Math.max(
    ...[...one, ...other].map((value) => gap(sharesAt(one, value), sharesAt(other, value))),
  );
}

/** By how much two ranges are apart; 0 where they overlap. */
const gap = ([low, high]: Range, [otherLow, otherHigh]: Range) =>
  Math.max(0, low - otherHigh, otherLow - high);

type Range = readonly [number, number];

/** The least and the greatest share of the distribution that can lie at or below the value. */
function sharesAt(quantiles: Quantiles, value: number): Range {
  const least = quantiles.findLastIndex((quantile) => quantile <= value);
  const greatest = quantiles.findIndex((quantile) => quantile > value);
  return [least < 0 ? 0 : probabilities[least]!, greatest < 0 ? 1 : probabilities[greatest]!];
}

/** P(first > second), where a missing value counts as the median (the area under the ROC curve). */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const middle = known(second).sort((a, b) => a - b)[known(second).length >> 1]!;
  const filled = (values: readonly number[]) =>
    values.map((value) => (Number.isNaN(value) ? middle : value));
  const counts = new Map<number, [number, number]>();
  for (const [side, values] of [filled(first), filled(second)].entries()) {
    for (const value of values) {
      const count = counts.get(value) ?? [0, 0];
      count[side]! += 1;
      counts.set(value, count);
    }
  }
  let [below, above] = [0, 0];
  for (const [, [ofFirst, ofSecond]] of [...counts].sort(([a], [b]) => a - b)) {
    above += ofFirst * (below + ofSecond / 2);
    below += ofSecond;
  }
  return above / first.length / second.length;
}
