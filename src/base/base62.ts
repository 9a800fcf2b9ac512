import { randomBytes } from "node:crypto";

export const base62Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes above the largest multiple of 62 are discarded, so that every character is equally likely. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62Alphabet[byte % 62];
    }
  }
  return text;
}
