/** Whether a browser's languages fit a country. */
import { countries } from "countries-list";

/** By country, the ISO 639-1 codes of the languages that are official or widely spoken there. */
const spoken: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(countries).map(([country, { languages }]) => [country, languages]),
);

/** Languages whose browser tags differ from the code in the list. */
const listedAs: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["fil", "tl"],
  ["iw", "he"],
  ["in", "id"],
  ["cmn", "zh"],
  ["yue", "zh"],
]);

const tag = /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}))?(?:$|[-_])/i;

/**
 * Whether one of the languages is spoken in the country, or is requested with its region: "de-DE"
 * and "en-CH" both fit Switzerland, "en-US" does not.
 *
 * @param languages BCP 47 tags, such as "pt-BR"; other text is ignored.
 * @returns null where no language is recognised, or the country has none of its own.
 */
export function languageFits(languages: readonly string[], country: string): boolean | null {
  const there = spoken.get(country);
  if (!there || there.length === 0) return null;
  let isRecognised = false;
  for (const text of languages) {
    const [, language, region] = tag.exec(text) ?? [];
    if (!language) continue;
    if (region?.toUpperCase() === country) return true;
    const code = language.toLowerCase();
    if (there.includes(code) || there.includes(listedAs.get(code) ?? code)) return true;
    isRecognised = true;
  }
  return isRecognised ? false : null;
}
