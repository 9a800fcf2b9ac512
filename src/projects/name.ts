import { invalidInput } from "../domain-error.ts";

/** Characters of the name of a project, a key or an account. */
export const nameCharactersMax = 100;

/** Control characters, line separators and bidirectional controls, which can disguise a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const forbidden = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** The name without surrounding space. @throws DomainError invalid_input */
export function readName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", "must not be empty");
  if (name.length > nameCharactersMax) {
    throw invalidInput("name", `must have at most ${nameCharactersMax} characters`);
  }
  if (forbidden.test(text)) {
    throw invalidInput("name", "must not contain line breaks, control or direction characters");
  }
  return name;
}
