/** Which country a browser's language goes with. */
import { countries } from "countries-list";

/** By country, the ISO 639-1 codes of the languages that are official or widely spoken there. */
const spoken: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(countries).map(([country, { languages }]) => [country, languages]),
);

/** Tags of browsers for languages that are listed under another code. */
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
 * Whether one of the languages is spoken in the country, or is asked for as it is spoken there:
 * "de-DE" and "en-CH" both go with Switzerland, "en-US" does not.
 *
 * @param languages tags of BCP 47, such as "pt-BR"; text that is none counts for nothing.
 * @returns null where no language can be told, or the country has none of its own.
 */
export function languageGoesWith(languages: readonly string[], country: string): boolean | null {
  const there = spoken.get(country);
  if (!there || there.length === 0) return null;
  let told = false;
  for (const text of languages) {
    const [, language, region] = tag.exec(text) ?? [];
    if (!language) continue;
    if (region?.toUpperCase() === country) return true;
    const code = language.toLowerCase();
    if (there.includes(code) || there.includes(listedAs.get(code) ?? code)) return true;
    told = true;
  }
  return told ? false : null;
}
