/** How a command answers: for people, or as one JSON value that stands alone. */

/** It could not be done; the line says why and what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** Writes a command's result: `json` with --json, else the lines. */
export function answer(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  const text = json ? JSON.stringify(value) : lines().join("\n");
  process.stdout.write(`${text}\n`);
}

/** Rows in columns as wide as their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
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
