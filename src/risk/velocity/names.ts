/** Names of people, hotels and cities in the form in which they are compared. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { isAscii, plainWords, romanized } from "./romanized.ts";

/** A name without what differs between its spellings: case, accents, punctuation. */
export function plainName(name: string): string {
  if (isAscii(name)) {
    const lower = name.toLowerCase(); // Most names, at a tenth of the cost.
    return plainWords.test(lower) ? lower : lower.replace(/[^a-z0-9]+/g, " ").trim();
  }
  return name
    .normalize("NFKD") // Separates accents from their letters …
    .replace(/\p{M}+/gu, "") // … and removes them.
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Words before a family name that strangers share. */
const particles = new Set(
  "al el bin ben ibn bint da das de del della den der di do dos du la las le lo los mac mc o san ten ter van von zu".split(
    " ",
  ),
);
/** Ivanov and Ivanova, or Papadopoulos and Papadopoulou, are one family. */
const surnameLetters = 4;

/**
 * How a family name begins, for telling relatives from strangers on one device: the first letters,
 * romanised, of its first word that is not a particle. "García López" and "García Ruiz" are garc.
 *
 * @returns null where the name has no letter of any script that can be romanised.
 */
export function surnameKeyOf(lastName: string): string | null {
  const words = romanized(lastName).split(" ");
  const word = words.find(isNoParticle) ?? words.find(hasLetter);
  return word === undefined ? null : word.slice(0, surnameLetters);
}

const hasLetter = (word: string) => /[a-z]/.test(word);
const isNoParticle = (word: string) => hasLetter(word) && !particles.has(word);

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * The city of a hotel, from its address: the request has no field for it. It is the last part
 * between commas that is a name, without digits (a postal code) and without the country's own name
 * or code at the end: "Av. da Liberdade 185, 1250-096 Lisboa, Portugal" is lisboa.
 *
 * @returns the city in plain letters; null for an address without a comma or of another form.
 */
export function cityOf({ address, country }: RiskRequest["hotel"]): string | null {
  if (!address) return null;
  // NFKD first: a postal code may be in circled or full-width digits.
  const text = isAscii(address) ? address : address.normalize("NFKD");
  for (let end = text.length; ; ) {
    const comma = text.lastIndexOf(",", end - 1);
    if (comma < 0 || end === 0) return null;
    const name = plainName(withoutNumbers(text.slice(comma + 1, end)));
    if (name !== "" && !isCountry(name, country)) return name;
    end = comma;
  }
}

/** Without the words that have a digit. */
function withoutNumbers(part: string): string {
  if (!/\d/.test(part)) return part;
  const words = part.split(/\s+/).filter((word) => !/\d/.test(word));
  return words.join(" ");
}

/** Common abbreviations that are neither the code nor the name. */
const shortNames: Readonly<Record<string, string>> = { US: "usa", GB: "uk", AE: "uae" };

function isCountry(name: string, country: string): boolean {
  return (
    name === country.toLowerCase() || name === shortNames[country] || name === plainCountry(country)
  );
}

const plainCountries = new Map<string, string>();

function plainCountry(country: string): string {
  let name = plainCountries.get(country);
  if (name === undefined) {
    name = plainName(countryNames.of(country) ?? "");
    plainCountries.set(country, name);
  }
  return name;
}
