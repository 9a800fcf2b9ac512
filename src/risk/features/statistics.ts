/** Figures over counts and sums of a collection, null where there are too few to say anything. */

export const ratio = (part: number, whole: number): number | null =>
  whole > 0 ? part / whole : null;

/** Standard deviation over mean, from a count and sums; null for fewer than 8. */
export function variation(count: number, sum: number, squareSum: number): number | null {
  if (count < 8 || sum < 1) return null; // Simultaneous keys have no rhythm.
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squareSum / count - mean * mean)) / mean;
}

/** Shannon entropy of the shares, in bits; null where there are fewer counts than `fewest`. */
export function entropyBits(counts: readonly number[], fewest: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < fewest) return null;
  const parts = counts.filter((count) => count > 0).map((count) => count / all);
  const bits = parts.reduce((sum, part) => sum - part * Math.log2(part), 0);
  return Math.min(bits, Math.log2(counts.length)); // Rounding may exceed the maximum.
}
