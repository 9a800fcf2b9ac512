/** Who says to be booking. */
import { plainName } from "../history/identities.ts";
import { count, type Feature, family, flag, share } from "./feature.ts";

const fullName = (person: { firstName?: string; lastName?: string }) =>
  plainName(`${person.firstName ?? ""} ${person.lastName ?? ""}`);

export const identity: readonly Feature[] = family("identity", [
  {
    name: "name_length_characters",
    ...count,
    unit: "characters",
    meaning: "Length of the booker's given and family name together.",
    missing: null,
    compute: ({ request }) => [...fullName(request.booker)].length,
  },
  {
    name: "name_vowel_share",
    ...share,
    meaning: "Vowels among the Latin letters of the booker's name. Typed gibberish has few.",
    missing: "The name has no Latin letters.",
    compute: ({ request }) => vowelShare(fullName(request.booker)),
  },
  {
    name: "name_is_repeated",
    ...flag,
    meaning: "Given and family name are the same, as in 'test test'.",
    missing: null,
    compute: ({ request: { booker } }) => {
      const firstName = plainName(booker.firstName);
      return firstName !== "" && firstName === plainName(booker.lastName) ? 1 : 0;
    },
  },
  {
    name: "booker_is_referenced",
    ...flag,
    meaning: "The merchant knows the booker by an identifier of its own, such as an account.",
    missing: null,
    compute: ({ request }) => (request.booker.referenceId ? 1 : 0),
  },
  {
    name: "booker_is_guest",
    ...flag,
    meaning: "The booker's name is among the guests' names.",
    missing: "No guest is named.",
    compute: ({ request }) => {
      const names = (request.guests ?? []).map(fullName).filter((name) => name !== "");
      if (names.length === 0) return null;
      return names.includes(fullName(request.booker)) ? 1 : 0;
    },
  },
]);

function vowelShare(name: string): number | null {
  const letters = name.replace(/[^a-z]/g, "");
  if (letters.length === 0) return null;
  return letters.replace(/[^aeiouy]/g, "").length / letters.length;
}
