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
