/** Which files of a data folder are in a backup. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The databases that are copied at one moment. */
export const databasesCopied = ["control", "events"] as const;

/**
 * Beside the copied databases everything else is in a backup: a list of what to include would lose what a later
 * version adds. Left out are files of databases; what is derived (`history.db`, `runtime`); when the service last ran,
 * by which the clock would count as wrong where a backup of weeks ago is restored; locks, drafts, earlier copies, and
 * archives that somebody keeps in the folder. Some file systems take a name in capitals for the same.
 */
const leftOut: readonly RegExp[] = [
  /^(control|events|history)\.db/i,
  /^runtime(\/|$)/i,
  /^known-time$/i,
  /^before-(upgrade|restore)-/i,
  /\.lock$/i,
  /(^|\/)\./,
  /\.(altered|partial)-/i,
  /\.(tar|age|unfinished|tmp)$/i,
];

const isLeftOut = (name: string) => leftOut.some((pattern) => pattern.test(name));

/**
 * Whether a file of this name can be in a backup. What is left out must not come back by one either: the
 * libraries in `runtime` are loaded.
 */
export function isInBackup(name: string): boolean {
  return databasesCopied.some((database) => name === `${database}.db`) || !isLeftOut(name);
}

/** Those besides the copied databases: paths within the folder, with `/`, in their alphabetical order. */
export function dataFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => !isLeftOut(name))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}
