/** What a group of features did to the score, in one sentence for a fraud analyst. */
import type { Contribution } from "./contribution.ts";
import { noticeable, plainPoints } from "./noticeable.ts";

/** Features that a sentence names. */
const named = 2;

type Named = Pick<
  Contribution,
  "points" | "text" | "why" | "isExpected" | "isDefinite" | "isReadable"
>;

/**
 * As in "Raises the score by 12 points: 5 different e-mail addresses … (typical 1)." It names the
 * strongest features that moved the score the same way, of those that a person reads, and says where
 * more do so. Definite evidence is always named.
 *
 * @param features all of the group, which add up to its points.
 */
export function sentenceOf(points: number, features: readonly Named[]): string {
  const shown = shownOf(points, features);
  const definite = features.filter((one) => one.isDefinite && !shown.includes(one));
  const evidence = definite.map(
    (one) => ` Definite evidence: ${one.text}, ${effectOf(one.points)}. ${one.why}`,
  );
  return `${mainSentence(points, features, shown)}${evidence.join("")}`;
}

/** Those that suggest the direction in which they move the score; if a stronger one does not, the strongest. */
function shownOf(points: number, features: readonly Named[]): Named[] {
  if (Math.abs(points) < noticeable) return [];
  const strength = ({ points: own, isExpected }: Named) => Math.abs(own) * (isExpected ? 2 : 1);
  const ranked = features
    .filter((one) => one.isReadable && one.points * points > 0)
    .sort((a, b) => strength(b) - strength(a));
  const sameKind = ranked.filter(({ isExpected }) => isExpected === ranked[0]!.isExpected);
  return sameKind.slice(0, named);
}

function mainSentence(points: number, features: readonly Named[], shown: readonly Named[]): string {
  if (Math.abs(points) < noticeable) return "Leaves the score unchanged.";
  const effect = `${points > 0 ? "Raises" : "Lowers"} the score by ${pointsText(points)}`;
  if (shown.length === 0) return `${effect}, by what is unknown or says little by itself.`;
  const together = shown[0]!.isExpected ? "" : ", in combination with other facts";
  const covered = shown.reduce((sum, one) => sum + one.points, 0);
  const others = features.filter((one) => one.points * points > 0).length - shown.length;
  const more = others > 0 && Math.abs(covered) < Math.abs(points) / 2;
  const texts = shown.map(({ text }) => text).join("; ");
  return `${effect}${together}: ${texts}${more ? `; and ${others} more` : ""}.`;
}

const effectOf = (points: number) => {
  if (Math.abs(points) < noticeable) return "which leaves the score unchanged";
  return `which ${points > 0 ? "raises" : "lowers"} the score by ${plainPoints(points)}`;
};

function pointsText(points: number): string {
  const whole = Math.round(Math.abs(points));
  if (whole === 0) return "less than a point";
  return whole === 1 ? "1 point" : `${whole} points`;
}
