/** Phone numbers as people type them. */
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.max.json";

/** Numbers of one text; each is looked for. */
const most = 8;

/**
 * The numbers in E.164 format that a text may be: with a country's code after + or 00, with the
 * zero in brackets that some write behind it, or as people of one of the countries dial it.
 *
 * @param countries ISO 3166-1 alpha-2.
 */
export function phonesOf(typed: string, countries: readonly string[] = []): string[] {
  const text = typed.normalize("NFKC").replace(/^tel:/i, "");
  if (!/^[+\d(][\d\s()./\-\u2010-\u2015]*$/.test(text)) return [];
  const isAbroad = /^\s*(\+|00)/.test(text);
  const found = isAbroad ? abroad(text) : countries.flatMap((country) => athome(text, country));
  return [...new Set(found)].slice(0, most);
}

function abroad(text: string): string[] {
  const digitsOf = (text: string) => `+${text.replace(/\D/g, "").replace(/^00/, "")}`;
  // As it stands comes first: a merchant may have sent the zero too.
  const spellings = [digitsOf(text), digitsOf(text.replace("(0)", ""))];
  const parsed = parsePhoneNumberFromString(spellings[1]!, metadata)?.number;
  return [...spellings, ...(parsed ? [parsed] : [])].filter((one) => e164.test(one));
}

/** ITU-T E.164, and no shorter than what a person would search by. */
const e164 = /^\+[1-9]\d{5,14}$/;

function athome(text: string, country: string): string[] {
  const options = { defaultCountry: country as CountryCode };
  const number = parsePhoneNumberFromString(text, options, metadata)?.number;
  return number && e164.test(number) ? [number] : [];
}
