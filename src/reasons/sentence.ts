/** What a group of features did, in one sentence for a hotel's fraud analyst. */

/** Less than this, in points, moves nothing. */
export const noticeable = 0.05;
/** Features that a sentence names. */
const named = 2;

export interface Telling {
  points: number;
  text: string;
  /** The attempt has what most of the background has. */
  isUsual: boolean;
}

/**
 * As in "Raises the score by 12 points: 5 different e-mail addresses … (usually 1)." It names the
 * strongest features that moved the score the same way: unusual ones, where there are any.
 */
export function sentenceOf(points: number, features: readonly Telling[]): string {
  if (Math.abs(points) < noticeable) return "Leaves the score as it is.";
  const does = `${points > 0 ? "Raises" : "Lowers"} the score by ${pointsText(points)}`;
  const sameWay = features.filter((one) => one.points * points > 0);
  if (sameWay.length === 0) return `${does}: no single feature does, all of them together do.`;
  const unusual = sameWay.filter(({ isUsual }) => !isUsual);
  const told = unusual.length > 0 ? unusual : sameWay;
  return `${does}: ${told
    .slice(0, named)
    .map(({ text }) => text)
    .join("; ")}.`;
}

function pointsText(points: number): string {
  const whole = Math.round(Math.abs(points));
  if (whole === 0) return "less than a point";
  return whole === 1 ? "1 point" : `${whole} points`;
}
