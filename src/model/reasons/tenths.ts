/**
 * Rounds points to tenths that add up to the rounded total, by the largest remainder (T. Hare; A. Hamilton):
 * each part is rounded down, and those that lost most get a tenth back.
 *
 * @param parts points; they add up to `total`, or nearly.
 * @returns points with one decimal, in the same order, which add up to `total` rounded to tenths.
 */
export function tenthsOf(parts: readonly number[], total: number): number[] {
  if (parts.length === 0) return [];
  const tenths = parts.map((part) => Math.floor(part * 10));
  const lost = parts.map((part, i) => part * 10 - tenths[i]!);
  const byLoss = [...parts.keys()].sort((a, b) => lost[b]! - lost[a]!);
  let missing = Math.round(total * 10) - tenths.reduce((sum, one) => sum + one, 0);
  for (let i = 0; missing > 0; i++, missing--) tenths[byLoss[i % byLoss.length]!]! += 1;
  for (let i = -1; missing < 0; i--, missing++) tenths[byLoss.at(i % byLoss.length)!]! -= 1;
  return tenths.map((one) => one / 10);
}

/** Points of a group of reasons: its listed features and the others, if there are any. */
interface Group {
  features: readonly { points: number }[];
  others: { points: number } | null;
}

/**
 * @param shown the group's own points, as shown.
 * @returns the points of its features and, last, of the others if there are any, which add up to `shown`.
 */
export const tenthsWithin = ({ features, others }: Group, shown: number): number[] =>
  tenthsOf(
    [...features, ...(others ? [others] : [])].map(({ points }) => points),
    shown,
  );
