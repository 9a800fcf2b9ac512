/** Names in the form in which they are compared: without case, accents and punctuation. */
import { plainName } from "../velocity/names.ts";
import { memoizeRecent } from "./memoize.ts";

/** Normalising a name with other than plain letters takes 2 µs, so results are remembered. */
export const plain: (name: string) => string = memoizeRecent(plainName);

/** Given and family name together; empty where neither has a letter or a digit. */
export function fullName(person: { firstName?: string; lastName?: string }): string {
  return plain(`${person.firstName ?? ""} ${person.lastName ?? ""}`);
}
