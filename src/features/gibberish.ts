/** Signs of randomly typed text: neighbouring keys, runs of consonants, one key held down. */

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
export function longestKeyRun(text: string): number {
  let longest = Math.min(1, text.length);
  let toRight = 1;
  let toLeft = 1;
  for (let i = 1; i < text.length; i++) {
    const before = text.charCodeAt(i - 1);
    const code = text.charCodeAt(i);
    const pair = before < ascii && code < ascii ? before * ascii + code : 0;
    toRight = nextRight[pair] ? toRight + 1 : 1;
    toLeft = nextLeft[pair] ? toLeft + 1 : 1;
    longest = Math.max(longest, toRight, toLeft);
  }
  return longest;
}

const consonants = /[b-df-hj-np-tv-xz]+/g;

/**
 * Length of the longest run of Latin consonants; y counts as a vowel, an accented letter as
 * neither.
 *
 * @param text in lower case.
 */
export function longestConsonantRun(text: string): number {
  let longest = 0;
  for (const run of text.match(consonants) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

/** Length of the longest run of one and the same character; 0 of an empty text. */
export function longestRepeat(text: string): number {
  let longest = 0;
  let run = 0;
  let before = "";
  for (const character of text) {
    run = character === before ? run + 1 : 1;
    before = character;
    if (run > longest) longest = run;
  }
  return longest;
}
