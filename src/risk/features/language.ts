/** Whether a browser's languages fit a country. */
import { countries } from "countries-list";
import { memoizeRecent } from "./memoize.ts";

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

interface Language {
  code: string;
  /** The code in the list, where it is another one. */
  listed: string;
  /** The country that the tag names, in upper case. */
  region: string | undefined;
}

/** Some hundred are in use, and each is compared with four countries. */
const rememberedTags = 512;

/** Null for text that is no tag. */
const languageOf: (text: string) => Language | null = memoizeRecent(rememberedTags, (text) => {
  const [, language, region] = tag.exec(text) ?? [];
  if (!language) return null;
  const code = language.toLowerCase();
  return { code, listed: listedAs.get(code) ?? code, region: region?.toUpperCase() };
});

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
    const language = languageOf(text);
    if (!language) continue;
    if (language.region === country) return true;
    if (there.includes(language.code) || there.includes(language.listed)) return true;
    isRecognised = true;
  }
  return isRecognised ? false : null;
}
