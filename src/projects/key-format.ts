/** The form of keys, which a typo or a secret scanner can be checked against offline. */
import { crc32 } from "node:zlib";
import { base62Alphabet, randomBase62 } from "../base/base62.ts";
import type { KeyRecord } from "../storage/port/keys.ts";

export const keyKinds = ["secret", "publishable"] as const;
export type KeyKind = KeyRecord["kind"];

export const keyPrefixes: Readonly<Record<KeyKind, string>> = {
  secret: "sk_",
  publishable: "pk_",
};
const randomLength = 32; // 190 bits
const checksumLength = 6; // 62^6 > 2^32
const format = /^[ps]k_[0-9A-Za-z]{38}$/;

/** A new key: `pk_` or `sk_`, 32 random base62 characters, and a checksum of what precedes it. */
export function newKey(kind: KeyKind): string {
  const body = keyPrefixes[kind] + randomBase62(randomLength);
  return body + checksumOf(body);
}

/** Whether a text has the form of a key and a correct checksum. It may still be unknown. */
export function isWellFormedKey(text: string): boolean {
  if (!format.test(text)) return false;
  // Digit by digit from the last one, so that a request costs no texts.
  let rest = crc32(text.slice(0, -checksumLength));
  for (let i = text.length - 1; i >= text.length - checksumLength; i--) {
    if (text[i] !== base62Alphabet[rest % 62]) return false;
    rest = Math.floor(rest / 62);
  }
  return true;
}

/** CRC-32 in base62, most significant digit first, padded with zeros. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = base62Alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
