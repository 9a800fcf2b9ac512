/** Puts a feature and its value into words. */

import type { Typical } from "./background.ts";
import type { ExplainedFeature } from "./explained-feature.ts";
import { behaviourPhrases } from "./phrases/behaviour.ts";
import { devicePhrases } from "./phrases/device.ts";
import { journeyPhrases } from "./phrases/journey.ts";
import { networkPhrases } from "./phrases/network.ts";
import { paymentPhrases } from "./phrases/payment.ts";
import type { Phrase, Phrases } from "./phrases/phrase.ts";
import { ratePhrases } from "./phrases/rates.ts";
import { requestPhrases } from "./phrases/request.ts";
import { velocityPhrases } from "./phrases/velocity.ts";

const phrases: Phrases = {
  ...requestPhrases,
  ...devicePhrases,
  ...journeyPhrases,
  ...behaviourPhrases,
  ...networkPhrases,
  ...velocityPhrases,
  ...paymentPhrases,
  ...ratePhrases,
};

/** A feature without a phrase of its own is described by its meaning. */
export const phraseOf = ({ name, meaning, phrase }: ExplainedFeature): Phrase =>
  phrase ?? phrases[name] ?? { of: meaning.replace(/\.$/, "") };

/** As in "5 different e-mail addresses from this device in the last 24 hours". */
export function describeFeature(feature: ExplainedFeature, value: number | null): string {
  const phrase = phraseOf(feature);
  if (value === null) return describeUnknown(phrase);
  if ("yes" in phrase) return value === 0 ? phrase.no : phrase.yes;
  if ("of" in phrase) return `${phrase.of}: ${formatAmount(value, feature.unit)}`;
  if (value === 0 && phrase.none) return phrase.none;
  return value === 1 ? phrase.one : phrase.many.replace("#", plainNumber(value));
}

function describeUnknown(phrase: Phrase): string {
  if (phrase.unknown !== undefined) return phrase.unknown;
  if ("yes" in phrase) return `unknown whether ${phrase.yes}`;
  return "of" in phrase ? `unknown: ${phrase.of}` : phrase.many.replace("#", "unknown number of");
}

/** The typical value, as in "typical 1"; null where the attempt has just that. */
export function describeTypical(
  feature: ExplainedFeature,
  value: number | null,
  typical: Typical,
): string | null {
  if (typical.value === value) return null;
  const phrase = phraseOf(feature);
  if (typical.value === null) {
    return phrase.unknown === undefined ? "typically unknown" : `typically ${phrase.unknown}`;
  }
  if (value === null && phrase.unknown === undefined) return "typically known";
  if (value === null || "yes" in phrase) return "unusual";
  return `typical ${formatAmount(typical.value, "of" in phrase ? feature.unit : "")}`;
}

/** A value with its unit: "4 minutes", "25%", "8 GB". */
export function formatAmount(value: number, unit: string): string {
  if (unit === "share") return `${plainNumber(value * 100)}%`;
  if (unit === "s") return duration(value);
  if (unit === "hours") return `${Math.floor(value)}:00`;
  if (unit === "days") return plural(value, "day");
  if (unit === "ms" || unit === "GB") return `${plainNumber(value)} ${unit}`;
  return plainNumber(value);
}

const spans = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** In the largest unit that fits twice, so that two significant digits are shown. */
function duration(seconds: number): string {
  for (const [name, length] of spans) {
    if (Math.abs(seconds) >= 2 * length) return plural(seconds / length, name);
  }
  return plural(seconds, "second");
}

function plural(value: number, name: string): string {
  const text = plainNumber(value);
  return `${text} ${name}${text === "1" ? "" : "s"}`;
}

/** Two significant digits, and all of those before the decimal point. */
function plainNumber(value: number): string {
  const rounded = Math.abs(value) >= 10 ? Math.round(value) : Number(value.toPrecision(2));
  return rounded < 0 ? `−${-rounded}` : `${rounded}`;
}
