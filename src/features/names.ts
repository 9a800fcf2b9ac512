/** Names as they are compared: without case, accents and punctuation. */
import { plainName } from "../velocity/plain-name.ts";
import { rememberLately } from "./remember-lately.ts";

/** A name in plain letters. One that is not in plain letters yet costs 2 µs, so it is remembered. */
export const plain: (name: string) => string = rememberLately(plainName);

/** Given and family name together; empty where neither has a letter or a digit. */
export function fullName(person: { firstName?: string; lastName?: string }): string {
  return plain(`${person.firstName ?? ""} ${person.lastName ?? ""}`);
}
