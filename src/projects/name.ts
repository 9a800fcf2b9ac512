import { invalidInput } from "../base/domain-error.ts";
import { notInOneLine } from "../base/one-line.ts";

/** Characters of the name of a project, a key or an account. */
export const nameCharactersMax = 100;

/** The name without surrounding space. @throws DomainError invalid_input */
export function readName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", "must not be empty");
  if (name.length > nameCharactersMax) {
    throw invalidInput("name", `must have at most ${nameCharactersMax} characters`);
  }
  if (notInOneLine.test(text)) {
    throw invalidInput("name", "must not contain line breaks, control or direction characters");
  }
  return name;
}
