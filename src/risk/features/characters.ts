/** Which characters a text has. Most texts are ASCII, where loops over codes take a tenth of the time. */
import { isAscii } from "../velocity/romanized.ts";

/** Number of Unicode characters, not of UTF-16 units. */
export function characterCount(text: string): number {
  return isAscii(text) ? text.length : [...text].length;
}

/** A set of characters, and by code which of the ASCII characters it has. */
export interface CharacterSet {
  pattern: RegExp;
  ascii: Uint8Array;
}

/** @param pattern matches one character of the set. */
export function characterSet(pattern: RegExp): CharacterSet {
  const codes = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return { pattern, ascii: Uint8Array.from(codes, (one) => Number(pattern.test(one))) };
}

/** Whether the text has a character of the set. */
export function hasAny({ pattern, ascii }: CharacterSet, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ascii.length) return pattern.test(text);
    if (ascii[code]) return true;
  }
  return false;
}

/** Whether a character code is that of a digit from 0 to 9. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Digits of any script. */
export const numerals = characterSet(/\p{N}/u);
