/** Whole numbers, counted: their mean and percentiles. */

export const percentiles = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

export interface Distribution {
  /** Null where there is none, as are the percentiles. */
  mean: number | null;
  percentiles: Record<`p${(typeof percentiles)[number]}`, number | null>;
  /** How many of each value, from the least possible one up. */
  counts: number[];
}

/** @param least what the first count stands for. */
export function distributionOf(counts: readonly number[], least = 0): Distribution {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, i) => sum + count * (least + i), 0);
  return {
    mean: all === 0 ? null : total / all,
    percentiles: Object.fromEntries(
      percentiles.map((percent) => [`p${percent}`, percentile(counts, all, percent, least)]),
    ) as Distribution["percentiles"],
    counts: [...counts],
  };
}

/** The least value that so many percent are not above: no value that nobody has. */
function percentile(counts: readonly number[], all: number, percent: number, least: number) {
  if (all === 0) return null;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    below += count;
    if (below * 100 >= all * percent) return least + i;
  }
  return null;
}
