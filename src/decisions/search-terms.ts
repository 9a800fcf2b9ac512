/** The search terms that a typed text may stand for. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.max.json";
import { isCardNumber } from "../attempt/request/card-number.ts";
import { collectionIdPattern } from "../attempt/telemetry/protocol.ts";
import { parseDecisionId } from "../risk/decision.ts";
import { plainName } from "../risk/velocity/names.ts";

export const searchKinds = [
  "decision",
  "request",
  "email",
  "phone",
  "address",
  "device",
  "collection",
  "booker",
  "hotel",
  "name",
  "card",
] as const;
export type SearchKind = (typeof searchKinds)[number];

const personalKinds: readonly SearchKind[] = [
  "email",
  "phone",
  "address",
  "device",
  "booker",
  "name",
  "card",
];

/** Whether a search by this reveals guests' data, which requires the permission to see it. */
export function isPersonal(kind: SearchKind): boolean {
  return personalKinds.includes(kind);
}

/** One interpretation of a typed text. */
export interface SearchTerm {
  by: SearchKind;
  /** As typed, without the kind. */
  text: string;
  /** As it is stored; several where the text is ambiguous. */
  texts: readonly string[];
}

/** At least as long as anything that is stored and can be searched for. */
export const textMax = 256;

/**
 * The interpretations of a text, the likeliest first; none where nothing stored can match. A kind
 * and a colon before the text, such as `booker: 4711`, leave one interpretation.
 *
 * @param countries where a phone number without a country code may be, ISO 3166-1 alpha-2.
 */
export function searchTermsOf(typed: string, countries: readonly string[] = []): SearchTerm[] {
  const text = typed.trim();
  if (text === "" || text.length > textMax) return [];
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return [];
  const [, kind, rest] = /^([a-z]+):\s*(.+)$/s.exec(text) ?? [];
  const named = searchKinds.find((one) => one === kind);
  const [kinds, meant] = named ? [[named], rest!] : [searchKinds, text];
  return kinds.flatMap((by) => {
    const texts = readers[by](meant, countries);
    return texts.length > 0 ? [{ by, text: meant, texts }] : [];
  });
}

type Reader = (text: string, countries: readonly string[]) => string[];

const asItIs: Reader = (text) => [text];

const readers: Record<SearchKind, Reader> = {
  decision: decisionIds,
  request: (text) => (text.length <= 128 ? [text] : []),
  email: (text) => {
    const address = text.replace(/^mailto:/i, "").replace(/^<(.*)>$/, "$1");
    return /^[^\s@]+@[^\s@]+$/.test(address) ? [address] : [];
  },
  phone: phonesOf,
  address: (text) => (isIP(text) === 0 ? [] : [ipaddr.process(text).toString()]),
  device: (text) => (text.length <= 128 ? [text] : []),
  collection: (text) => (new RegExp(collectionIdPattern).test(text) ? [text] : []),
  booker: asItIs,
  hotel: asItIs,
  name: (text) => (plainName(text).includes(" ") ? [text] : []),
  card: (text) => (isCardNumber(text) ? [] : [text]),
};

/** As in the API, in any letter case, or as the UUID that it contains. */
function decisionIds(text: string): string[] {
  const plain = text.toLowerCase().replaceAll("-", "");
  const id = plain.startsWith("dec_") ? plain : `dec_${plain}`;
  return parseDecisionId(id) ? [id] : [];
}

/** Phone numbers of one text; each is searched for. */
const phonesMax = 8;

/**
 * The E.164 numbers that a text may stand for: with a country code after + or 00, with a zero in
 * parentheses behind it, or in the national format of one of the countries.
 */
export function phonesOf(typed: string, countries: readonly string[] = []): string[] {
  const text = typed.normalize("NFKC").replace(/^tel:/i, "");
  if (!/^[+\d(][\d\s()./\-\u2010-\u2015]*$/.test(text)) return [];
  const isInternational = /^\s*(\+|00)/.test(text);
  const found = isInternational
    ? international(text)
    : countries.flatMap((country) => national(text, country));
  return [...new Set(found)].slice(0, phonesMax);
}

function international(text: string): string[] {
  const digitsOf = (text: string) => `+${text.replace(/\D/g, "").replace(/^00/, "")}`;
  // As typed comes first: a merchant may have sent the zero too.
  const spellings = [digitsOf(text), digitsOf(text.replace("(0)", ""))];
  const parsed = parsePhoneNumberFromString(spellings[1]!, metadata)?.number;
  return [...spellings, ...(parsed ? [parsed] : [])].filter((one) => e164.test(one));
}

/** ITU-T E.164, with at least the digits that somebody would search by. */
const e164 = /^\+[1-9]\d{5,14}$/;

function national(text: string, country: string): string[] {
  const options = { defaultCountry: country as CountryCode };
  const number = parsePhoneNumberFromString(text, options, metadata)?.number;
  return number && e164.test(number) ? [number] : [];
}
