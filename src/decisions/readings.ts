/** What a person may mean by a text that they type to find a decision. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { parseDecisionId } from "../risk/decision.ts";
import { collectionIdPattern } from "../telemetry/protocol.ts";
import { plainName } from "../velocity/names.ts";
import { phonesOf } from "./typed-phone.ts";

export const readingKinds = [
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
] as const;
export type ReadingKind = (typeof readingKinds)[number];

const personalKinds: readonly ReadingKind[] = [
  "email",
  "phone",
  "address",
  "device",
  "booker",
  "name",
];

/** Whether a look-up by this would tell about a guest: for who may see guests' data alone. */
export function isPersonal(kind: ReadingKind): boolean {
  return personalKinds.includes(kind);
}

/** One way to understand a text. */
export interface Reading {
  by: ReadingKind;
  /** As it was typed, without the kind. */
  text: string;
  /** Spelled as it is kept; several where that cannot be told: one of them. */
  texts: readonly string[];
}

/** Longer than anything that is kept of a request and can be looked up. */
export const textMax = 256;

/**
 * The ways to understand a text, the likeliest first; none for what nothing that is kept can be.
 * A kind and a colon before the text, such as `booker: 4711`, leave one way.
 *
 * @param countries in which a phone without a country's code may be, ISO 3166-1 alpha-2.
 */
export function readingsOf(typed: string, countries: readonly string[] = []): Reading[] {
  const text = typed.trim();
  if (text === "" || text.length > textMax) return [];
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return [];
  const [, kind, rest] = /^([a-z]+):\s*(.+)$/s.exec(text) ?? [];
  const named = readingKinds.find((one) => one === kind);
  const [kinds, meant] = named ? [[named], rest!] : [readingKinds, text];
  return kinds.flatMap((by) => {
    const texts = readers[by](meant, countries);
    return texts.length > 0 ? [{ by, text: meant, texts }] : [];
  });
}

type Reader = (text: string, countries: readonly string[]) => string[];

const asItIs: Reader = (text) => [text];

const readers: Record<ReadingKind, Reader> = {
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
};

/** As answered, in any letter case, or as the UUID that it holds. */
function decisionIds(text: string): string[] {
  const plain = text.toLowerCase().replaceAll("-", "");
  const id = plain.startsWith("dec_") ? plain : `dec_${plain}`;
  return parseDecisionId(id) ? [id] : [];
}
