/** How a command answers: with lines for people, or with one JSON value. */
import { notInOneLine } from "../base/one-line.ts";

/** The command cannot be carried out; the message says why and what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** Writes a command's result: `value` with --json, else the lines. */
export function answer(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  const text = json ? JSON.stringify(value) : lines().join("\n");
  process.stdout.write(`${text}\n`);
}

const unprintable = new RegExp(notInOneLine, "gu");

/** A text in which what may hide a row is replaced, such as in a name from somebody else's file. */
export const printable = (text: string) => text.replace(unprintable, "\ufffd");

/** Rows in columns as wide as their widest cell. Each is one line, whatever the cells contain. */
export function table(header: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(printable));
  const widths = header.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd();
  return [header, ...rows].map(line);
}

/** `1 project`, `2 projects`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The end of a command's help: for `addHelpText`. */
export function examples(...commands: readonly string[]): ["after", string] {
  const title = commands.length === 1 ? "Example:" : "Examples:";
  const lines = commands.map((command) => `  $ booking-risk ${command}`);
  return ["after", ["", title, ...lines].join("\n")];
}
