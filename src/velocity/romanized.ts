/** Texts of any script in plain Latin letters, so that both spellings of one name can be compared. */
import anyAscii from "any-ascii";

const ascii = /^[\0-\x7f]*$/;
/** More is no name, and each character is looked up. */
const charactersMax = 256;

/**
 * The text in lower-case Latin letters and digits, words separated by single spaces: "Иванова" is
 * ivanova, "김민준" gimminjun, "Müller" muller. Arabic, Hebrew and Thai keep little more than their
 * consonants, and Chinese characters are read as in Mandarin.
 */
export function romanized(text: string): string {
  const latin = ascii.test(text) ? text : anyAscii(lettersOf(text.slice(0, charactersMax)));
  return latin
    .toLowerCase()
    .replace(/['’`]+/g, "") // A romanised ayin, or that of O'Neill.
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Without what has letters in its name only: an emoji would be read as ":grinning:". */
const lettersOf = (text: string) => text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}'’`-]+/gu, " ");
