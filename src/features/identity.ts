/** Who says to be booking. */
import type { RiskRequest } from "../request/risk-request.ts";
import { type Attempt, count, type Feature, family, flag, share } from "./feature.ts";
import { longestConsonantRun, longestKeyRun, longestRepeat } from "./gibberish.ts";
import { fullName, plain } from "./names.ts";

const bookersName = ({ booker }: RiskRequest) => fullName(booker);

/** A feature of the booker's given and family name as they were sent, in one text. */
const ofNames = (read: (names: string) => number | null) => ({
  source: ["request"] as const,
  compute: ({ request: { booker } }: Attempt) => read(`${booker.firstName} ${booker.lastName}`),
});

const gibberish = "Names typed at random, to get past a required field, have long ones.";

export const identity: readonly Feature[] = family("identity", [
  {
    name: "name_length_characters",
    ...count,
    unit: "characters",
    meaning:
      "Length of the booker's given and family name together, spaces between words included.",
    why: "Very short and very long names are more often made up. Short ones are usual in China and Korea, long ones in Spain and Portugal.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => [...bookersName(request)].length,
  },
  {
    name: "name_vowel_share",
    ...share,
    meaning: "Vowels (a, e, i, o, u, y) among the Latin letters of the booker's name.",
    why: "Typed gibberish has few vowels, or hardly anything else. Most names have a third to a half.",
    source: ["request"],
    missing: "The name has no Latin letters.",
    compute: ({ request }) => vowelShare(bookersName(request)),
  },
  {
    name: "name_consonant_run_letters",
    ...count,
    unit: "letters",
    meaning: "Longest run of Latin consonants in a word of the booker's name; y is a vowel.",
    why: `${gibberish} Slavic and German names honestly reach five or six.`,
    source: ["request"],
    missing: null,
    compute: ({ request }) => longestConsonantRun(bookersName(request)),
  },
  {
    name: "name_keyboard_run_keys",
    ...count,
    unit: "keys",
    meaning:
      "Longest run of the booker's name along one row of a keyboard (QWERTY, QWERTZ or AZERTY).",
    why: `${gibberish} "asdf" is 4. Honest names reach 3, seldom 4 as in Wertheim.`,
    source: ["request"],
    missing: null,
    compute: ({ request }) => longestKeyRun(bookersName(request)),
  },
  {
    name: "name_repeat_run_characters",
    ...count,
    unit: "characters",
    meaning: "Longest run of one and the same character in the booker's name.",
    why: "Three and more, as in 'aaaa', is a key held down. Two is usual, as in Anna.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => longestRepeat(bookersName(request)),
  },
  {
    name: "name_is_repeated",
    ...flag,
    meaning: "Given and family name are the same, as in 'test test'.",
    why: "Whoever makes up a name in a hurry types one word twice. A few people are really called so.",
    source: ["request"],
    missing: null,
    compute: ({ request: { booker } }) => {
      const firstName = plain(booker.firstName);
      return firstName !== "" && firstName === plain(booker.lastName) ? 1 : 0;
    },
  },
  {
    name: "name_has_digit",
    ...flag,
    meaning: "A digit, of any script, is in the booker's given or family name.",
    why: "Programs that make up many bookers number them. People have no digits in their names.",
    missing: null,
    ...ofNames((names) => (/\p{N}/u.test(names) ? 1 : 0)),
  },
  {
    name: "name_has_symbol",
    ...flag,
    meaning:
      "A character is in the booker's names that is no letter, accent, digit, space, apostrophe, hyphen, full stop, comma or parenthesis.",
    why: "Signs such as @ or an emoji come from tests, attacks and made-up names, seldom from a slip.",
    missing: null,
    ...ofNames((names) => (/[^\p{L}\p{M}\p{N}\s'’‘`´\-‐‑·.,()\u200c\u200d]/u.test(names) ? 1 : 0)),
  },
  {
    name: "name_mixes_scripts",
    ...flag,
    meaning: "One word of the booker's names has Latin letters beside Cyrillic or Greek ones.",
    why: "Letters that look alike, such as a Cyrillic а, get a blocked name past a list. No honest spelling does that.",
    missing: null,
    ...ofNames((names) => (mixesScripts(names) ? 1 : 0)),
  },
  {
    name: "given_name_is_initial",
    ...flag,
    meaning:
      "The booker's given name is a single letter of a script that has upper and lower case.",
    why: "Cards show initials, so whoever only has the card's data sends one. Some merchants' forms and honest people do so too.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (/^[\p{Lu}\p{Ll}]$/u.test(plain(request.booker.firstName)) ? 1 : 0),
  },
  {
    name: "name_is_lower_case",
    ...flag,
    meaning: "The booker's names have no upper-case letter.",
    why: "Programs and people in a hurry do not bother with capitals. On phones many honest people do not either: weak alone.",
    missing: "The names have no letters of a script that has upper and lower case.",
    ...ofNames((names) => inOneCase(names, "lower")),
  },
  {
    name: "name_is_upper_case",
    ...flag,
    meaning: "The booker's names have no lower-case letter.",
    why: "Names copied off a card or out of a stolen list are in capitals. Travel agents and some countries' people write them so too.",
    missing: "The names have no letters of a script that has upper and lower case.",
    ...ofNames((names) => inOneCase(names, "upper")),
  },
  {
    name: "booker_is_referenced",
    ...flag,
    meaning:
      "The merchant knows the booker by an identifier of its own, such as an account. 0 where none was sent: this feature tells just that.",
    why: "An account is a hurdle and has a past, so fraud comes more often without one. A stolen account has one all the same.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (request.booker.referenceId ? 1 : 0),
  },
  {
    name: "booker_is_guest",
    ...flag,
    meaning: "The booker's name is among the guests' names.",
    why: "Stolen cards are often used to book for a buyer of the stay, who is somebody else. So do parents, assistants and travel agents.",
    source: ["request.guests"],
    missing: "No guest is named.",
    compute: ({ request }) => {
      const names = (request.guests ?? []).map(fullName).filter((name) => name !== "");
      if (names.length === 0) return null;
      return names.includes(bookersName(request)) ? 1 : 0;
    },
  },
]);

function vowelShare(name: string): number | null {
  let letters = 0;
  let vowels = 0;
  for (let i = 0; i < name.length; i++) {
    const letter = name[i]!;
    if (letter < "a" || letter > "z") continue;
    letters++;
    if ("aeiouy".includes(letter)) vowels++;
  }
  return letters === 0 ? null : vowels / letters;
}

const onlyAscii = /^[\0-\x7f]*$/;

function mixesScripts(names: string): boolean {
  if (onlyAscii.test(names)) return false; // Most names, at a fraction of the price.
  return names
    .split(/[\s\-‐‑]+/)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
    );
}

function inOneCase(names: string, which: "lower" | "upper"): number | null {
  const lower = /\p{Ll}/u.test(names);
  const upper = /\p{Lu}/u.test(names);
  if (!lower && !upper) return null;
  return (which === "lower" ? !upper : !lower) ? 1 : 0;
}
