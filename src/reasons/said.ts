/** A feature and its value in plain words. */
import type { Feature } from "../features/feature.ts";
import { historyPhrases } from "./phrases/history.ts";
import { networkPhrases } from "./phrases/network.ts";
import type { Phrase, Phrases } from "./phrases/phrase.ts";
import { requestPhrases } from "./phrases/request.ts";
import { tabPhrases } from "./phrases/tab.ts";
import type { Usual } from "./usual.ts";

const phrases: Phrases = {
  ...requestPhrases,
  ...tabPhrases,
  ...networkPhrases,
  ...historyPhrases,
};

/** A feature that has no words yet is said by what it means. */
export const phraseOf = ({ name, meaning }: Feature): Phrase =>
  phrases[name] ?? { of: meaning.replace(/\.$/, "") };

/** As in "5 different e-mail addresses from this device in 24 hours". */
export function said(feature: Feature, value: number | null): string {
  const phrase = phraseOf(feature);
  if (value === null) return unknown(phrase);
  if ("yes" in phrase) return value === 0 ? phrase.no : phrase.yes;
  if ("of" in phrase) return `${phrase.of}: ${amount(value, feature.unit)}`;
  if (value === 0 && phrase.none) return phrase.none;
  return value === 1 ? phrase.one : phrase.many.replace("#", plainNumber(value));
}

function unknown(phrase: Phrase): string {
  if ("yes" in phrase) return `not known whether ${phrase.yes}`;
  return `not known: ${"of" in phrase ? phrase.of : phrase.many.replace(/# ?/, "")}`;
}

/** What it is in the background, as in "usually 1"; null where it is just that. */
export function saidUsual(feature: Feature, value: number | null, usual: Usual): string | null {
  if (usual.value === value) return null;
  if (usual.value === null) return "usually not known";
  if (value === null) return "usually known";
  const phrase = phraseOf(feature);
  if ("yes" in phrase) return value === 0 ? "usually otherwise" : "usually not";
  const text = amount(usual.value, "of" in phrase ? feature.unit : "");
  return `usually ${text}`;
}

/** A value with its unit, as people say it: "4 minutes", "25 %", "8 GB". */
export function amount(value: number, unit: string): string {
  if (unit === "share") return `${plainNumber(value * 100)} %`;
  if (unit === "s") return duration(value);
  if (unit === "hours") return `${Math.floor(value)} o'clock`;
  if (unit === "days") return plural(value, "day");
  if (unit === "ms" || unit === "GB") return `${plainNumber(value)} ${unit}`;
  return plainNumber(value);
}

const spans = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** In the largest unit of which it has two, so that two digits are told. */
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

/** Two digits that count, and all of those before the point. */
function plainNumber(value: number): string {
  if (Math.abs(value) >= 10) return String(Math.round(value));
  return String(Number(value.toPrecision(2)));
}
