/** The booker's name and account. */
import { isAscii } from "../velocity/romanized.ts";
import { characterCount, characterSet, hasAny, numerals } from "./characters.ts";
import { type Attempt, count, type Feature, family, flag, share } from "./feature.ts";
import {
  digitChanges,
  gibberishSigns,
  longestConsonantRun,
  longestKeyRun,
  longestRepeat,
  runSigns,
} from "./gibberish.ts";
import { type RequestTexts, textsOf } from "./request-texts.ts";

/** A feature of the booker's name in plain form. */
const ofPlainName = (read: (name: string) => number | null) => ({
  source: ["request"] as const,
  compute: ({ request }: Attempt) => read(textsOf(request).fullName),
});

/** A feature of the booker's given and family name as sent, joined by a space. */
const ofNames = (read: (names: string) => number | null) => ({
  source: ["request"] as const,
  compute: ({ request }: Attempt) => read(textsOf(request).names),
});

const gibberish = "Names typed at random, to get past a required field, have long runs.";

export const identity: readonly Feature[] = family("identity", [
  {
    name: "name_length_characters",
    ...count,
    unit: "characters",
    meaning:
      "Length of the booker's given and family name together, including spaces between words.",
    why: "Very short and very long names are more often invented. Short names are common in China and Korea, long ones in Spain and Portugal.",
    missing: null,
    ...ofPlainName(characterCount),
  },
  {
    name: "name_vowel_share",
    ...share,
    meaning: "Vowels (a, e, i, o, u, y) among the Latin letters of the booker's name.",
    why: "Random typing has few vowels, or almost nothing else. Most names have a third to a half.",
    missing: "The name has no Latin letters.",
    ...ofPlainName(vowelShare),
  },
  {
    name: "name_consonant_run_letters",
    ...count,
    unit: "letters",
    meaning: "Longest run of Latin consonants in a word of the booker's name; y counts as a vowel.",
    why: `${gibberish} Slavic and German names legitimately reach five or six.`,
    missing: null,
    ...ofPlainName(longestConsonantRun),
  },
  {
    name: "name_keyboard_run_keys",
    ...count,
    unit: "keys",
    meaning: "Longest run of the booker's name along one keyboard row (QWERTY, QWERTZ or AZERTY).",
    why: `${gibberish} "asdf" is 4. Real names reach 3, rarely 4 as in Wertheim.`,
    missing: null,
    ...ofPlainName(longestKeyRun),
  },
  {
    name: "name_repeat_run_characters",
    ...count,
    unit: "characters",
    meaning: "Longest run of one repeated character in the booker's name.",
    why: "Three or more, as in 'aaaa', is a key held down. Two is common, as in Anna.",
    missing: null,
    ...ofPlainName(longestRepeat),
  },
  {
    name: "name_is_repeated",
    ...flag,
    meaning: "The given and family names are identical, as in 'test test'.",
    why: "Somebody who invents a name in a hurry types one word twice. A few people do have such names.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => {
      const { firstName, lastName } = textsOf(request);
      return firstName !== "" && firstName === lastName ? 1 : 0;
    },
  },
  {
    name: "name_has_digit",
    ...flag,
    meaning: "The booker's given or family name contains a digit of any script.",
    why: "Scripts that generate many bookers number them. Real names have no digits.",
    missing: null,
    ...ofNames((names) => Number(hasAny(numerals, names))),
  },
  {
    name: "name_has_symbol",
    ...flag,
    meaning:
      "The booker's names contain a character other than letters, accents, digits, spaces, apostrophes, hyphens, full stops, commas and parentheses.",
    why: "Characters such as @ or an emoji come from tests, attacks and invented names, rarely from typing errors.",
    missing: null,
    ...ofNames((names) => Number(hasAny(symbol, names))),
  },
  {
    name: "name_gibberish_signs",
    ...count,
    range: [0, 4],
    unit: "signs",
    meaning:
      "Kinds of sign that the booker's name was typed at random: a filler such as test or asdf, six or more Latin consonants in a row, five or more neighbouring keys (Latin or Cyrillic), one letter three or more times.",
    why: `${gibberish} Real names of any script have none, whatever their length.`,
    missing: null,
    ...ofPlainName(gibberishSigns),
  },
  {
    name: "random_typing_fields",
    ...count,
    range: [0, 3],
    unit: "fields",
    meaning:
      "How many of the booker's first name, last name and e-mail address before the @ look typed at random, where two or all three do; otherwise 0. A field does with six or more consonants in a row, five or more neighbouring letter keys, or one letter three or more times; the address also with three or more changes between letters and digits, and not by a word of the name that it repeats.",
    why: "Whoever types anything does so in each field. One unusual name, or one generated mailbox, is no sign: real people have them.",
    missing: null,
    source: ["request"],
    compute: ({ request }) => randomTypingFields(textsOf(request)),
  },
  {
    name: "name_has_odd_symbol",
    ...flag,
    meaning:
      "The booker's names contain a character that no script uses in names: other than letters, accents, digits, spaces, and the apostrophes, hyphens, full stops and middle dots of any script.",
    why: "As name_has_symbol, but without taking the marks of Hebrew, Japanese or Armenian names for symbols.",
    missing: null,
    ...ofNames((names) => Number(hasAny(oddSymbol, names))),
  },
  {
    name: "name_mixes_scripts",
    ...flag,
    meaning: "A word of the booker's names mixes Latin letters with Cyrillic or Greek ones.",
    why: "Look-alike letters, such as a Cyrillic а, get a blocked name past a blocklist. No legitimate spelling does that.",
    missing: null,
    ...ofNames((names) => (mixesScripts(names) ? 1 : 0)),
  },
  {
    name: "given_name_is_initial",
    ...flag,
    meaning:
      "The booker's given name is a single letter of a script that has upper and lower case.",
    why: "Cards show initials, so somebody who only has the card's data sends one. Some merchants' forms and some guests do so too.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (isInitial(textsOf(request).firstName) ? 1 : 0),
  },
  {
    name: "name_is_lower_case",
    ...flag,
    meaning: "The booker's names have no upper-case letter.",
    why: "Scripts and people in a hurry skip capitals. Many legitimate guests on phones do too, so it is weak alone.",
    missing: "The names have no letters of a script that has upper and lower case.",
    ...ofNames((names) => inOneCase(names, "lower")),
  },
  {
    name: "name_is_upper_case",
    ...flag,
    meaning: "The booker's names have no lower-case letter.",
    why: "Names copied from a card or a stolen list are in capitals. Travel agents and guests from some countries write them that way too.",
    missing: "The names have no letters of a script that has upper and lower case.",
    ...ofNames((names) => inOneCase(names, "upper")),
  },
  {
    name: "booker_is_referenced",
    ...flag,
    meaning:
      "The merchant identifies the booker by a reference of its own, such as an account; 0 where none was sent.",
    why: "An account takes effort and has a history, so fraud more often comes without one. A stolen account has one all the same.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (request.booker.referenceId ? 1 : 0),
  },
  {
    name: "booker_is_guest",
    ...flag,
    meaning: "The booker's name is among the guests' names.",
    why: "Stolen cards are often used to book for somebody who bought the stay. Parents, assistants and travel agents also book for others.",
    source: ["request.guests"],
    missing: "No guest is named.",
    compute: ({ request }) => {
      const { guestNames, fullName } = textsOf(request);
      if (guestNames.length === 0) return null;
      return guestNames.includes(fullName) ? 1 : 0;
    },
  },
]);

const symbol = characterSet(/[^\p{L}\p{M}\p{N}\s'’‘`´\-‐‑·.,()\u200c\u200d]/u);
/** Beside those of name_has_symbol: geresh, maqaf, katakana and Georgian dots, okina, Armenian and Thai marks. */
const oddSymbol = characterSet(
  /[^\p{L}\p{M}\p{N}\s'’‘`´′ʼʻ՚׳״־\-‐‑–·・･•‧.,()。、ฯ\u055f\p{Join_Control}]/u,
);
const lowerCase = characterSet(/\p{Ll}/u);
const upperCase = characterSet(/\p{Lu}/u);

/** One character has two units at most. */
const isInitial = (name: string) => name.length <= 2 && /^[\p{Lu}\p{Ll}]$/u.test(name);

const letterA = "a".charCodeAt(0);
const letterZ = "z".charCodeAt(0);
const isVowel = characterSet(/[aeiouy]/).ascii;

function vowelShare(name: string): number | null {
  let letters = 0;
  let vowels = 0;
  for (let i = 0; i < name.length; i++) {
    const letter = name.charCodeAt(i);
    if (letter < letterA || letter > letterZ) continue;
    letters++;
    if (isVowel[letter]) vowels++;
  }
  return letters === 0 ? null : vowels / letters;
}

function mixesScripts(names: string): boolean {
  if (isAscii(names)) return false; // Most names, at a fraction of the cost.
  return names
    .split(/[\s\-‐‑]+/)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
    );
}

function inOneCase(names: string, which: "lower" | "upper"): number | null {
  const lower = hasAny(lowerCase, names);
  const upper = hasAny(upperCase, names);
  if (!lower && !upper) return null;
  return (which === "lower" ? !upper : !lower) ? 1 : 0;
}

function randomTypingFields({ firstName, lastName, lowerLocal }: RequestTexts): number {
  // Most names: the mailbox alone would be one field, which is none.
  if (runSigns(firstName) === 0 && runSigns(lastName) === 0) return 0;
  const names = [randomWords(firstName), randomWords(lastName)];
  // A mailbox made of an unusual name, as Mkrtchyan, says no more than the name.
  const mailbox = names.flat().reduce((left, word) => left.replaceAll(word, " "), lowerLocal);
  const isRandom = runSigns(mailbox) > 0 || digitChanges(mailbox) >= 3;
  const fields = names.filter((words) => words.length > 0).length + Number(isRandom);
  return fields >= 2 ? fields : 0;
}

function randomWords(name: string): readonly string[] {
  if (runSigns(name) === 0) return noWords; // Most names.
  return name.split(" ").filter((word) => runSigns(word) > 0);
}

const noWords: readonly string[] = [];
