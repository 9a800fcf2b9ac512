/** The distribution of whole numbers: mean and percentiles. */

export const percentiles = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

export interface Distribution {
  /** Null where there is none, as are the percentiles. */
  mean: number | null;
  percentiles: Record<`p${(typeof percentiles)[number]}`, number | null>;
  /** Counts by value, from the lowest possible one. */
  counts: number[];
}

/** @param least the value that the first count is for. */
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

/** The least value that at least so many percent do not exceed, which is one that occurs. */
function percentile(counts: readonly number[], all: number, percent: number, least: number) {
  if (all === 0) return null;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    below += count;
    if (below * 100 >= all * percent) return least + i;
  }
  return null;
}
