/** Members of an import that nothing is read from: counted, named, and with `--strict` rejected. */
import type { ValidationIssue } from "../attempt/request/schema-reader.ts";
import type { UnknownMember } from "../attempt/request/unknown-members.ts";
import { counted } from "./output.ts";

/** Names that are counted; a file in which keys are values has millions. */
const namesMax = 100;

export interface UnknownTally {
  /** By name, in the order in which they were found; at most 100. */
  unknownMembers: (UnknownMember & { lines: number; firstLine: number })[];
}

export class UnknownMembers {
  readonly #counts = new Map<string, UnknownTally["unknownMembers"][number]>();
  readonly #isStrict: boolean;

  /** @param isStrict whether a line with an unknown member is rejected. */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  /** Counts a line's unknown members. @returns why the line is rejected; mostly nothing. */
  issuesIn(line: number, members: readonly UnknownMember[]): ValidationIssue[] {
    const byPointer = new Map(members.map((member) => [member.pointer, member]));
    for (const member of byPointer.values()) this.#count(line, member);
    if (!this.#isStrict) return [];
    return Array.from(byPointer.values(), ({ pointer, meant }) => ({
      pointer,
      message: `is not known${hint(meant)}`,
    }));
  }

  get tally(): UnknownTally {
    return { unknownMembers: [...this.#counts.values()] };
  }

  #count(line: number, { pointer, meant }: UnknownMember): void {
    const found = this.#counts.get(pointer);
    if (found) found.lines += 1;
    else if (this.#counts.size < namesMax) {
      this.#counts.set(pointer, { pointer, meant, lines: 1, firstLine: line });
    }
  }
}

/** For people: each name once, with the number of lines and the first of them. */
export function unknownLines({ unknownMembers }: UnknownTally): string[] {
  if (unknownMembers.length === 0) return [];
  return [
    "Unknown members, which were ignored:",
    ...unknownMembers.map(
      ({ pointer, meant, lines, firstLine }) =>
        `  ${pointer} in ${counted(lines, "line")}, first in line ${firstLine}${hint(meant)}`,
    ),
  ];
}

const hint = (meant: string | null) => (meant === null ? "" : ` (did you mean ${meant}?)`);
