/** What a group of features did to the score, in one sentence for a fraud analyst. */

/** A contribution below this, in points, is not worth mentioning. */
export const noticeable = 0.05;
/** Features that a sentence names. */
const named = 2;

export interface NamedFeature {
  points: number;
  text: string;
  /** The attempt has the typical value. */
  isTypical: boolean;
}

/**
 * As in "Raises the score by 12 points: 5 different e-mail addresses … (typical 1)." It names the
 * strongest features that moved the score the same way: unusual ones, where there are any.
 */
export function sentenceOf(points: number, features: readonly NamedFeature[]): string {
  if (Math.abs(points) < noticeable) return "Leaves the score unchanged.";
  const effect = `${points > 0 ? "Raises" : "Lowers"} the score by ${pointsText(points)}`;
  const sameWay = features.filter((one) => one.points * points > 0);
  if (sameWay.length === 0) return `${effect}: no single feature does, only their combination.`;
  const unusual = sameWay.filter(({ isTypical }) => !isTypical);
  const shown = unusual.length > 0 ? unusual : sameWay;
  return `${effect}: ${shown
    .slice(0, named)
    .map(({ text }) => text)
    .join("; ")}.`;
}

function pointsText(points: number): string {
  const whole = Math.round(Math.abs(points));
  if (whole === 0) return "less than a point";
  return whole === 1 ? "1 point" : `${whole} points`;
}
