/** Texts of any script in plain Latin letters, so that both spellings of one name can be compared. */
import anyAscii from "any-ascii";

/** More is no name, and each character is looked up. */
const charactersMax = 256;

/**
 * The text in lower-case Latin letters and digits, words separated by single spaces: "Иванова" is
 * ivanova, "김민준" gimminjun, "Müller" muller. Arabic, Hebrew and Thai keep little more than their
 * consonants, and Chinese characters are read as in Mandarin.
 */
export function romanized(text: string): string {
  const latin = isAscii(text) ? text : anyAscii(lettersOf(text.slice(0, charactersMax)));
  const lower = latin.toLowerCase();
  if (plainWords.test(lower)) return lower; // Most names, at half of the cost.
  return lower
    .replace(/['’`]+/g, "") // A romanised ayin, or that of O'Neill.
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Words of plain letters and digits, separated by single spaces, in lower case. */
export const plainWords = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Whether the text has ASCII characters only; a loop takes a third of a regular expression's time. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Without what has letters in its name only: an emoji would be read as ":grinning:". */
const lettersOf = (text: string) => text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}'’`-]+/gu, " ");
