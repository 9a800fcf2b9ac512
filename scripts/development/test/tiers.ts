/**
 * The tiers of the tests, and the files of each. A file's folder says which tier it is in; some files run on
 * both stores.
 */
import { statSync } from "node:fs";
import { root } from "../checks.ts";

export const tiers = ["unit", "service", "system", "long"] as const;
export type Tier = (typeof tiers)[number];

export const stores = ["sqlite", "postgresql"] as const;
export type Store = (typeof stores)[number];

/** What `npm test` runs. `.ci/run` runs the long tier too. */
export const usualTiers: readonly Tier[] = ["unit", "service", "system"];

/** Files of this folder run with SQLite, and with PostgreSQL. All others run once, and count as SQLite's. */
const onBothStores = "test/service/on-both-stores/";
/** A test file on one store. */
export interface TestRun {
  file: string;
  store: Store;
}

/** Of each file one run, or two. */
export function runsOf(files: readonly string[]): TestRun[] {
  return stores.flatMap((store) =>
    files
      .filter((file) => store === "sqlite" || file.startsWith(onBothStores))
      .map((file) => ({ file, store })),
  );
}

/** As it is printed and recorded. */
export const runName = ({ file, store }: TestRun): string =>
  store === "sqlite" ? file : `${file} on PostgreSQL`;

/** @throws Error for a file of `test` that is in no tier's folder. */
export function tierOf({ file }: Pick<TestRun, "file">): Tier {
  if (!file.startsWith("test/")) return "unit";
  const tier = tiers.find((one) => file.startsWith(`test/${one}/`));
  if (tier) return tier;
  throw new Error(`${file} is in no tier; CONTRIBUTING.md says which to choose.`);
}

/** All test files, relative to the project's folder, in alphabetical order. */
export function testFiles(): string[] {
  const glob = new Bun.Glob("{src,sdk,models,scripts,test}/**/*.test.{ts,tsx,js}");
  return [...glob.scanSync(root)].filter((file) => !file.includes("node_modules")).toSorted();
}

const quietly = { throwIfNoEntry: false } as const;

/** The test files whose path contains one of the arguments, and files that are named in full. */
export function filesNamed(parts: readonly string[]): string[] {
  const names = parts.map((part) => part.replace(/^\.\//, ""));
  const found = testFiles().filter((file) => names.some((name) => file.includes(name)));
  const inFull = names.filter((name) => statSync(`${root}/${name}`, quietly)?.isFile());
  return [...new Set([...found, ...inFull])];
}

/** Whether tiers are named as they should be, for a command line. @throws Error */
export const readTiers = (names: readonly string[]): Tier[] =>
  names.map((name) => oneOf("--tier", tiers, name));

/** @throws Error for a name that is no store. */
export const readStore = (name: string | undefined): Store | null =>
  name === undefined ? null : oneOf("--store", stores, name);

function oneOf<Name extends string>(flag: string, known: readonly Name[], name: string): Name {
  const found = known.find((one) => one === name);
  if (found) return found;
  throw new Error(`${flag} is one of ${known.join(", ")}, not ${name}`);
}
