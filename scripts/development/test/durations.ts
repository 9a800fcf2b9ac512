/**
 * How long each test file took, so that the longest are started first. Every run records what it
 * measured in the folder of caches; `test/durations.json` has the figures of a machine that has
 * recorded none, and is written by `npm test -- --record`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../checks.ts";
import { runName, runsOf, testFiles } from "./tiers.ts";

/** Milliseconds by the name of a run: a file's path, and its store where that is PostgreSQL. */
export type Durations = Map<string, number>;

const committed = join(root, "test/durations.json");
const own = join(root, "node_modules/.cache/tests/durations.json");

export function readDurations(): Durations {
  const read = (file: string): [string, number][] =>
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, "utf8"))) : [];
  return new Map([...read(committed), ...read(own)]);
}

/** Adds what a run measured, and leaves out files that are no longer there. @param everywhere also to the file that is committed. */
export function recordDurations(measured: Durations, { everywhere }: { everywhere: boolean }) {
  const current = new Set(runsOf(testFiles()).map(runName));
  const all = [...readDurations(), ...measured].filter(([name]) => current.has(name));
  const known = new Map(all.map(([name, ms]) => [name, Math.round(ms)]));
  for (const file of everywhere ? [own, committed] : [own]) write(file, known);
}

function write(file: string, durations: Durations): void {
  mkdirSync(dirname(file), { recursive: true });
  const sorted = Object.fromEntries([...durations].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
