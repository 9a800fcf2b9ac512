/** What the commands that import have in common: lines in, and bad lines set aside. */
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { appendFile, rm, stat } from "node:fs/promises";
import { hasCardNumber } from "../attempt/request/card-number.ts";
import { CommandFailed, counted } from "./output.ts";

/** Bytes of one line; a longer one is rejected, and not held in memory. */
export const lineBytesMax = 128 * 1024;
const tooLong = `is longer than ${lineBytesMax / 1024} KiB`;
/** Faults that are shown; the file has them all. */
const shownMax = 10;

export interface Line {
  /** From 1, as editors count. */
  number: number;
  /** Null where it is too long to be held. */
  text: string | null;
  /** Why the line cannot be read, whatever it says; mostly null. */
  fault: string | null;
  /** Bytes of the file up to the line's end. */
  end: number;
}

/** The lines of a file that are not blank. @throws CommandFailed where it cannot be read. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  let end = 0;
  let rest: Buffer[] = [];
  let length = 0;
  const line = (last: Buffer): Line => {
    number += 1;
    const isLong = length + last.length > lineBytesMax;
    const bytes = isLong ? Buffer.alloc(0) : Buffer.concat([...rest, last]);
    rest = [];
    length = 0;
    if (isLong) return { number, text: null, fault: tooLong, end };
    const text = bytes.toString("utf8");
    // Some editors begin a file with a byte order mark.
    const content = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    return { number, text: content, fault: isUtf8(bytes) ? null : "is not UTF-8", end };
  };
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      end += to + 1 - from;
      const read = line(chunk.subarray(from, to));
      from = to + 1;
      if (read.text?.trim() !== "") yield read;
    }
    const last = chunk.subarray(from);
    end += last.length;
    length += last.length;
    if (length <= lineBytesMax) rest.push(last);
  }
  if (length > 0) {
    const read = line(Buffer.alloc(0));
    if (read.text?.trim() !== "") yield read;
  }
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The size of a file in bytes. @throws CommandFailed if there is no such file. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): CommandFailed {
  const { code } = error as { code?: string };
  return new CommandFailed(`${file} cannot be read (${code ?? error})`);
}

export interface RejectedTally {
  rejected: number;
  /** Where the rejected lines are, each with its number and reason; null without any. */
  rejectedFile: string | null;
  /** The first of them. */
  errors: { line: number; error: string }[];
}

/**
 * Writes the rejected lines of a file, unchanged, to a second file next to it; of a line with a card number
 * only its number and the reason.
 */
export class RejectedLines {
  readonly tally: RejectedTally = { rejected: 0, rejectedFile: null, errors: [] };
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  static async beside(file: string): Promise<RejectedLines> {
    const rejected = `${file}.rejected`;
    await rm(rejected, { force: true }); // An earlier run's.
    return new RejectedLines(rejected);
  }

  async add({ number, text }: Pick<Line, "number" | "text">, error: string): Promise<void> {
    const { tally } = this;
    tally.rejected += 1;
    tally.rejectedFile = this.#file;
    if (tally.errors.length < shownMax) tally.errors.push({ line: number, error });
    const kept = JSON.stringify(
      text !== null && hasCardNumber(text)
        ? { line: number, error: `${error} (not copied: the line has a card number)` }
        : { line: number, error, text },
    );
    await appendFile(this.#file, `${kept}\n`, { mode: 0o600 });
  }
}

/** For people: the first faults, and where all are. */
export function rejectedLines({ errors, rejectedFile }: RejectedTally): string[] {
  return [
    ...errors.map(({ line, error }) => `line ${line}: ${error}`),
    ...(rejectedFile ? [`All rejected lines: ${rejectedFile}`] : []),
  ];
}

/**
 * Called once the tally has been printed. The other lines are imported all the same: the status is
 * for scripts, which would otherwise take a history without its bad lines for a whole one.
 * @throws CommandFailed if lines were rejected.
 */
export function assertNoneRejected({ rejected }: RejectedTally): void {
  if (rejected === 0) return;
  throw new CommandFailed(
    `${counted(rejected, "line")} rejected; fix ${rejected === 1 ? "it" : "them"} and import the file again: ` +
      "what is already present is skipped",
  );
}
