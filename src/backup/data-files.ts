/** Which files of a data folder are in a backup beside its databases. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Everything else is: a list of what to include would lose what a later version adds. Left out are the
 * databases, which are copied at one moment; what is derived (`history.db`, `runtime`); locks, drafts,
 * earlier copies, and archives that somebody keeps in the folder.
 */
const leftOut: readonly RegExp[] = [
  /^(control|events|history)\.db/,
  /^runtime(\/|$)/,
  /^before-(upgrade|restore)-/,
  /\.lock$/,
  /(^|\/)\./,
  /\.(altered|partial)-/,
  /\.(tar|age|unfinished|tmp)$/,
];

/** Paths within the folder, with `/`, in their alphabetical order. */
export function dataFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => !leftOut.some((pattern) => pattern.test(name)))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}
