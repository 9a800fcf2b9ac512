/** Signs of randomly typed text: neighbouring keys, runs of consonants, one key held down. */
import { isAscii } from "../velocity/romanized.ts";
import { isDigit } from "./characters.ts";

/** The rows of letters and digits on QWERTY, QWERTZ and AZERTY keyboards. */
const keyRows = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
];

/** ЙЦУКЕН, for names in Cyrillic letters: "фыва" is what "asdf" is on the same keys. */
const cyrillicRows = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"].flatMap((row) => [
  row,
  [...row].reverse().join(""),
]);

const ascii = 128;
/** By the codes of two characters: whether the second is the next key to the right, or left. */
const nextRight = new Uint8Array(ascii * ascii);
const nextLeft = new Uint8Array(ascii * ascii);
for (const row of keyRows) {
  for (let i = 1; i < row.length; i++) {
    const left = row.charCodeAt(i - 1);
    const right = row.charCodeAt(i);
    nextRight[left * ascii + right] = 1;
    nextLeft[right * ascii + left] = 1;
  }
}

/**
 * Length of the longest run of neighbouring keys of one row in one direction: 6 in "xasdfghx", 4
 * in "4321". 1 where no two are neighbours; 0 of an empty text.
 *
 * @param text in lower case.
 */
export function longestKeyRun(text: string, start = 0, end = text.length): number {
  let longest = Math.min(1, end - start);
  let toRight = 1;
  let toLeft = 1;
  for (let i = start + 1; i < end; i++) {
    const before = text.charCodeAt(i - 1);
    const code = text.charCodeAt(i);
    const pair = before < ascii && code < ascii ? before * ascii + code : 0;
    toRight = nextRight[pair] ? toRight + 1 : 1;
    toLeft = nextLeft[pair] ? toLeft + 1 : 1;
    longest = Math.max(longest, toRight, toLeft);
  }
  return longest;
}

/** By character code: Latin consonants in lower case; y counts as a vowel. */
const isConsonant = new Uint8Array(ascii);
for (const letter of "bcdfghjklmnpqrstvwxz") isConsonant[letter.charCodeAt(0)] = 1;

/**
 * Length of the longest run of Latin consonants; y counts as a vowel, an accented letter as
 * neither.
 *
 * @param text in lower case.
 */
export function longestConsonantRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    run = isConsonant[text.charCodeAt(i)] ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Length of the longest run of one and the same character; 0 of an empty text. */
export function longestRepeat(text: string, start = 0, end = text.length): number {
  let longest = 0;
  let run = 0;
  let before = -1;
  for (let i = start; i < end; i++) {
    const character = text.codePointAt(i)!;
    if (character > 0xffff) i++; // Two units of UTF-16.
    run = character === before ? run + 1 : 1;
    before = character;
    if (run > longest) longest = run;
  }
  return longest;
}

/** What people and scripts enter where any text will do. */
const fillers = new Set(
  "test tester testing tests teste prueba probe тест asdf sdfg dfgh fghj ghjk hjkl asdasd asd sdf dsa jkl qwe qwer zxc zxcv yxcv azer йцук фыва ячсм abc abcd aaa bbb xxx xyz foo bar foobar dummy sample example noname anonymous none null undefined".split(
    " ",
  ),
);

/** Longer runs than real names and addresses have, by what was measured on them. */
const runs = { consonants: 6, keys: 5, repeats: 3 } as const;

/**
 * Kinds of sign, of four, that a text was typed at random: a word that stands for any, six or more
 * consonants, five or more neighbouring keys (Reza has four), three or more of one character.
 *
 * @param text in lower case. Consonants are counted in Latin letters only, so that a name in another
 *   script has no more and no fewer signs than its romanisation.
 */
export function gibberishSigns(text: string): number {
  return Number(hasFiller(text)) + runSigns(text);
}

function hasFiller(text: string): boolean {
  return isAscii(text)
    ? someAsciiWord(text, shortestFiller, (start, end) => fillers.has(text.slice(start, end)))
    : text.split(/[^\p{L}]+/u).some((word) => fillers.has(word));
}

/**
 * Kinds of sign, of three, that a text was typed at random, by its runs alone: no word is a sign.
 *
 * @param text in lower case.
 */
export function runSigns(text: string): number {
  return isAscii(text) ? runSignsOfAscii(text) : runSignsOfAny(text);
}

function runSignsOfAny(text: string): number {
  const letters = text.replace(/\p{N}+/gu, " ");
  return [
    longestConsonantRun(letters) >= runs.consonants,
    longestKeyRun(letters) >= runs.keys || longestRunIn(cyrillicRows, letters) >= runs.keys,
    letters.split(/[^\p{L}]+/u).some((word) => longestRepeat(word) >= runs.repeats),
  ].filter(Boolean).length;
}

/** The same, word by word and without regular expressions: most texts, at a tenth of the cost. */
function runSignsOfAscii(text: string): number {
  const hasKeys = someAsciiWord(
    text,
    runs.keys,
    (start, end) => longestKeyRun(text, start, end) >= runs.keys,
  );
  const hasRepeat = someAsciiWord(
    text,
    runs.repeats,
    (start, end) => longestRepeat(text, start, end) >= runs.repeats,
  );
  const hasConsonants = longestConsonantRun(text) >= runs.consonants;
  return Number(hasConsonants) + Number(hasKeys) + Number(hasRepeat);
}

function someAsciiWord(
  text: string,
  shortest: number,
  is: (start: number, end: number) => boolean,
): boolean {
  for (let start = 0; start < text.length; ) {
    const end = endOfLetters(text, start);
    if (end - start >= shortest && is(start, end)) return true;
    start = end + 1;
  }
  return false;
}

const shortestFiller = Math.min(...[...fillers].map(({ length }) => length));

const isLetter = new Uint8Array(ascii);
for (let code = 0; code < ascii; code++) {
  isLetter[code] = Number(/\p{L}/u.test(String.fromCharCode(code)));
}

/** Index of the first character, at or after `start`, that is not an ASCII letter. */
function endOfLetters(text: string, start: number): number {
  let end = start;
  while (end < text.length && isLetter[text.charCodeAt(end)]) end++;
  return end;
}

/** Length of the longest part of the text that runs along a row. */
function longestRunIn(rows: readonly string[], text: string): number {
  let longest = 0;
  for (const row of rows) {
    for (let start = 0; start < text.length; start++) {
      while (row.includes(text.slice(start, start + longest + 1))) {
        if (start + longest + 1 > text.length) break;
        longest += 1;
      }
    }
  }
  return longest;
}

/** Changes from letters to digits and back: 3 in "x7k2", 1 in "ada1987". */
export function digitChanges(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i++) {
    const before = text.charCodeAt(i - 1);
    const code = text.charCodeAt(i);
    if (isDigit(before) ? isLower(code) : isLower(before) && isDigit(code)) changes++;
  }
  return changes;
}

const isLower = (code: number) => code >= 97 && code <= 122;
