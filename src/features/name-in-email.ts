/** Whether an e-mail address contains its owner's name, also when they are in different scripts. */
import type { RiskRequest } from "../request/risk-request.ts";
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
  const sounds = [soundsOf(letters), ...tokensOf(local).map(soundsOf)];
  // Both orders, for names of two sounds each.
  const names = [first.join("") + last.join(""), last.join("") + first.join("")];
  return [...names, ...first, ...last].some((name) => soundIsIn(sounds, name));
}

/** @param sounds of the whole address, and of each part of it, which few sounds have to equal. */
function soundIsIn([whole, ...parts]: readonly string[], word: string): boolean {
  const own = soundsOf(word);
  if (own.length >= soundsLeast) return whole!.includes(own.slice(0, lettersMost));
  return own.length >= soundsInPart && parts.includes(own);
}

/** By letter, the sound that spellings of one name exchange. Vowels, h, w and y come and go. */
const soundOf: Readonly<Record<string, string>> = Object.fromEntries([
  ...[..."bpfv"].map((letter) => [letter, "b"]),
  ...[..."ckgqx"].map((letter) => [letter, "k"]),
  ...[..."dt"].map((letter) => [letter, "t"]),
  ...[..."zsj"].map((letter) => [letter, "s"]),
  ...[..."lmnr"].map((letter) => [letter, letter]),
]);

/** Letters that are one sound; the longest first. */
const together: readonly (readonly [letters: string, sound: string])[] = [
  ["sch", "k"],
  ["ph", "b"],
  ...["ch", "sh", "zh", "kh"].map((letters) => [letters, "k"] as const),
  ["th", "t"],
];

/** The consonants of a word in plain letters, as classes: "philipp" and "filip" are blb. */
function soundsOf(word: string): string {
  let found = "";
  let last = "";
  for (let i = 0; i < word.length; ) {
    const pair = soundTogether(word, i);
    const sound = pair ? pair[1] : soundOf[word[i]!];
    i += pair ? pair[0].length : 1;
    if (sound === undefined || sound === last) continue;
    found += sound;
    last = sound;
  }
  return found;
}

function soundTogether(word: string, at: number) {
  const next = word[at + 1];
  if (next !== "h" && next !== "c") return undefined;
  return together.find(([letters]) => word.startsWith(letters, at));
}
