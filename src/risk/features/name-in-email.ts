/** Whether an e-mail address contains its owner's name, also when they are in different scripts. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { isAscii, romanized } from "../velocity/romanized.ts";

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
  const local = romanized(withoutTag(email.slice(0, email.lastIndexOf("@"))));
  const letters = local.replace(/[^a-z]+/g, "");
  if (letters === "") return null;
  const first = wordsOf(firstName);
  const last = wordsOf(lastName);
  // Letters first: they are found for most guests, and comparing sounds takes five times as long.
  const isHere = (word: string) => isIn(letters, local, word);
  if (first.some(isHere) || last.some(isHere) || soundsAreIn(letters, local, first, last)) return 1;
  const isMissed = ({ length }: string) => length >= 2;
  const isCompared =
    (first.some(isMissed) && !isGuessed(firstName)) ||
    (last.some(isMissed) && !isGuessed(lastName));
  return isCompared ? 0 : null;
}

function withoutTag(local: string): string {
  return local.includes("+") ? local.replace(/\+.*$/, "") : local;
}

const isGuessed = (name: string) => !isAscii(name) && guessed.test(name);

/** The words of a name, in letters alone. */
function wordsOf(name: string): string[] {
  const plain = romanized(name);
  if (onlyLetters.test(plain)) return [plain];
  const words = plain.replace(/[^a-z ]+/g, "").split(" ");
  return words.filter((word) => word !== "");
}

const onlyLetters = /^[a-z]+$/;

/** The parts of an address that are letters. */
const tokensOf = (local: string) => local.split(/[^a-z]+/);

/** Short names, such as Li and Wu, have to stand alone or at one end. */
function isIn(letters: string, local: string, word: string): boolean {
  if (word.length >= lettersLeast) return letters.includes(word.slice(0, lettersMost));
  if (word.length < 2) return false;
  return tokensOf(local).some((token) => token.startsWith(word) || token.endsWith(word));
}

function soundsAreIn(
  letters: string,
  local: string,
  first: readonly string[],
  last: readonly string[],
): boolean {
  const whole = soundsOf(letters);
  let parts: string[] | undefined;
  /** In the whole address, or as one part of it where there are few. */
  const isHere = (word: string) => {
    const own = soundsOf(word);
    if (own.length >= soundsLeast) return whole.includes(own.slice(0, lettersMost));
    if (own.length < soundsInPart) return false;
    parts ??= tokensOf(local).map(soundsOf);
    return parts.includes(own);
  };
  const [given, family] = [first.join(""), last.join("")];
  // Both orders, for names of two sounds each.
  if (isHere(given + family) || isHere(family + given)) return true;
  return first.some(isHere) || last.some(isHere);
}

/** By the code of a letter, that of the sound which spellings of one name exchange; 0: none. */
const soundOf = codes(["bpfv", "b"], ["ckgqx", "k"], ["dt", "t"], ["zsj", "s"], ["lmnr"]);
/** The same where an h follows; a sch is one sound too. Vowels, h, w and y come and go. */
const soundWithH = codes(["p", "b"], ["cszk", "k"], ["t", "t"]);

/** @param classes letters, and the sound of all of them where it is not each one's own. */
function codes(...classes: readonly (readonly [letters: string, sound?: string])[]): Uint8Array {
  const table = new Uint8Array(128);
  for (const [letters, sound] of classes) {
    for (const letter of letters) table[letter.charCodeAt(0)] = (sound ?? letter).charCodeAt(0);
  }
  return table;
}

const [c, h, s] = [..."chs"].map((letter) => letter.charCodeAt(0));

/** The consonants of a word in plain letters, as classes: "philipp" and "filip" are blb. */
function soundsOf(word: string): string {
  let found = "";
  let last = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    const isSch = code === s && word.charCodeAt(i + 1) === c && word.charCodeAt(i + 2) === h;
    if (isSch) i++;
    const together = word.charCodeAt(i + 1) === h ? soundWithH[code]! : 0;
    if (together !== 0) i++;
    const sound = together || soundOf[code]!;
    if (sound === 0 || sound === last) continue;
    found += String.fromCharCode(sound);
    last = sound;
  }
  return found;
}
