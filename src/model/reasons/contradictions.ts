/**
 * Reads the texts of reasons as a person would, with their points, and lists what does
 * not fit: a text that accuses where the score falls, one that reassures where it rises, sums that
 * do not add up, definite evidence that is not named. It knows the words of the texts and nothing
 * of how they are chosen.
 */

import { noticeable } from "./noticeable.ts";
import type { FeatureReason, GroupReason, Reasons } from "./reasons.ts";
import { inFavour } from "./summary.ts";

/** Sums of numbers in the hundreds, in double precision. */
const slack = 1e-6;

/** What fraud is and does. */
export const accusing =
  /fraud|thie[fv]|stolen|program|card testing|resale|resell|invent|disguise|fabricat|copied|replayed|in bulk|automat|webdriver|headless|forged|impossible|synthetic|\bbot\b|denied storage|rented servers/i;
/** What guests are and do. */
export const reassuring =
  /\b(guests?|guests'|people|people's|legitimate|families|know its user)\b/i;
/** Says that a value counts otherwise than it does by itself. */
const qualified =
  /in combination with other facts|other evidence already covers|no weight on its own|several facts in combination/i;
/** A fact that denies what it names, as in "no traces of automation". */
const negated = /^(no|unknown|the .* (not|no|lacks|without)\b)|\bno\b|\bnot\b|: 0( |$)|: 0%/i;

/** A number below what is typical, as in "fraud rate …: 1.6% (typical 1.9%)". */
function isBelowTypical(text: string): boolean {
  const [, value, typical] = /: ([\d.]+)% \(typical ([\d.]+)%\)$/.exec(text) ?? [];
  return value !== undefined && Number(value) < Number(typical);
}

/** @returns what contradicts, a sentence each; none for sound reasons. */
export function contradictionsOf(reasons: Reasons): string[] {
  const { base, groups, steps, points, remainder, riskScore, summary } = reasons;
  const found: string[] = [];
  const all = [...groups, ...steps].reduce((sum, one) => sum + one.points, base);
  if (Math.abs(all - points) > slack) found.push(`groups add up to ${all}, not to ${points}`);
  if (Math.abs(points + remainder.points - riskScore) > slack) found.push("no way to the score");
  for (const group of groups) found.push(...ofGroup(group));
  return [...found, ...ofSummary(reasons), ...ofSentence(summary.sentence)];
}

function ofGroup({ title, points, sentence, features, others }: GroupReason): string[] {
  const found: string[] = [];
  const sum = features.reduce((all, one) => all + one.points, others?.points ?? 0);
  if (Math.abs(sum - points) > slack) found.push(`${title}: features add up to ${sum}`);
  const effect = Math.abs(points) < noticeable ? "Leaves" : points > 0 ? "Raises" : "Lowers";
  if (!sentence.startsWith(effect)) found.push(`${title}: ${points} points, but "${sentence}"`);
  if (/no single feature/i.test(sentence)) found.push(`${title}: names nothing`);
  for (const one of features) {
    found.push(...ofFeature(one));
    const isNamed = sentence.includes(one.text);
    if (one.isDefinite && !isNamed) found.push(`${title}: does not name ${one.name}`);
    const opposes = one.points * points < 0 && !one.isDefinite;
    if (isNamed && opposes && !sharesText(one, features)) {
      found.push(`${title}: "${sentence}" names ${one.name}, which has ${one.points} points`);
    }
  }
  return found;
}

/** Two features may have the same text, such as two windows of the same count. */
const sharesText = (one: FeatureReason, features: readonly FeatureReason[]) =>
  features.some((other) => other !== one && other.text.includes(one.text));

function ofFeature({ name, points, text, why, isDefinite }: FeatureReason): string[] {
  if (Math.abs(points) < noticeable && !isDefinite) return [];
  const isQualified = qualified.test(why);
  const wrong = (what: string) => [
    `${name}: ${points.toFixed(1)} points, but ${what}: ${text}. ${why}`,
  ];
  if (points > 0) {
    if (!isQualified && reassuring.test(why)) return wrong("it reassures");
    if (!isQualified && /\(typical\)$/.test(text)) return wrong("it is typical");
    if (!isQualified && !accusing.test(why)) return wrong("it does not say what fraud does");
    return [];
  }
  if (isQualified) return [];
  if (accusing.test(why)) return wrong("it accuses");
  const isReassured = negated.test(text) || isBelowTypical(text);
  if (accusing.test(text) && !isReassured) return wrong("the fact accuses");
  return [];
}

function ofSummary({ summary, groups }: Reasons): string[] {
  const { sentence, top } = summary;
  const isDenied = sentence.startsWith("Denied");
  if (!isDenied && !sentence.startsWith("Allowed")) return [`no action: ${sentence}`];
  const found: string[] = [];
  for (const one of top) {
    if (isDenied && one.points < 0 && !one.isDefinite) {
      found.push(`denied because of ${one.feature}, which has ${one.points} points`);
    }
  }
  const definite = groups.flatMap(({ features }) => features.filter((one) => one.isDefinite));
  if (definite.length > 0 && !top.some((one) => one.isDefinite)) {
    found.push(`the strongest reasons do not name ${definite[0]!.name}`);
  }
  return found;
}

/** An allowed booking is not allowed because of an accusation. */
function ofSentence(sentence: string): string[] {
  const favour = sentence.startsWith("Allowed: ")
    ? sentence.slice("Allowed: ".length).split(", although ")[0]!
    : (sentence.split(inFavour)[1] ?? "");
  return favour
    .split("; ")
    .filter((one) => accusing.test(one) && !negated.test(one))
    .map((one) => `allowed because of an accusation: ${one}`);
}
