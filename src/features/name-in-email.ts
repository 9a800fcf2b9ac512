/** Whether an e-mail address contains its owner's name, also when they are in different scripts. */
import type { RiskRequest } from "../request/risk-request.ts";
import { romanized } from "../velocity/romanized.ts";

/** As many letters, or sounds, in a row are seldom the same by chance. */
const lettersLeast = 3;
const lettersMost = 4;
const soundsLeast = 3;
const soundsInPart = 2;

/**
 * Scripts whose romanisation is a guess: without vowels (Arabic, Hebrew and others), by letters that
 * are not spoken in their order (Thai, Lao, Khmer, Burmese), by a syllable with several usual
 * spellings (Hangul), or by characters that are read otherwise in Japan, Hong Kong and Taiwan.
 */
const guessed =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Hangul}\p{Script=Han}]/u;

/**
 * 1 if a word of the booker's name begins in the address before the @, or its sounds do; 0 if none
 * does. A name in a script that is romanised by guesswork can be found, but not be missed.
 *
 * @returns null where the name or the address has nothing to compare, or the name was not found and
 *   may be there.
 */
export function nameIsInEmail({ firstName, lastName, email }: RiskRequest["booker"]) {
  const local = romanized(email.slice(0, email.lastIndexOf("@")).replace(/\+.*$/, ""));
  const letters = local.replace(/[^a-z]/g, "");
  if (letters === "") return null;
  const tokens = local.split(/[^a-z]+/);
  const sounds = [soundsOf(letters), ...tokens.map(soundsOf)];
  const parts = [firstName, lastName].map((text) => ({ text, words: wordsOf(text) }));
  const [first, last] = parts.map(({ words }) => words.join(""));
  // Both orders, for names of two sounds each.
  if ([first! + last!, last! + first!].some((name) => soundIsIn(sounds, name))) return 1;
  let compared = false;
  for (const { text, words } of parts) {
    const fromGuess = guessed.test(text);
    for (const word of words) {
      if (isIn(letters, tokens, word) || soundIsIn(sounds, word)) return 1;
      compared ||= word.length >= 2 && !fromGuess;
    }
  }
  return compared ? 0 : null;
}

function wordsOf(part: string): string[] {
  return romanized(part)
    .replace(/[^a-z ]/g, "")
    .split(" ")
    .filter(Boolean);
}

/** Short names, such as Li and Wu, have to stand alone or at one end. */
function isIn(letters: string, tokens: readonly string[], word: string): boolean {
  if (word.length >= lettersLeast) return letters.includes(word.slice(0, lettersMost));
  if (word.length < 2) return false;
  return tokens.some((token) => token.startsWith(word) || token.endsWith(word));
}

/** @param sounds of the whole address, and of each part of it, which few sounds have to equal. */
function soundIsIn([whole, ...parts]: readonly string[], word: string): boolean {
  const own = soundsOf(word);
  if (own.length >= soundsLeast) return whole!.includes(own.slice(0, lettersMost));
  return own.length >= soundsInPart && parts.includes(own);
}

/** Letters that spellings of one name exchange. Vowels, h, w and y come and go. */
const classes: readonly (readonly [RegExp, string])[] = [
  [/ph|[bpfv]/g, "b"],
  [/ch|sh|sch|zh|kh|[ckgqx]/g, "k"],
  [/th|[dt]/g, "t"],
  [/[zsj]/g, "s"],
  [/[aeiouyhw]/g, ""],
  [/(.)\1+/g, "$1"],
];

/** The consonants of a word in plain letters, as classes: "muhammad" and "mohamed" are mmt. */
function soundsOf(word: string): string {
  let sounds = word;
  for (const [letters, sound] of classes) sounds = sounds.replace(letters, sound);
  return sounds;
}
