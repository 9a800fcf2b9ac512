/** The tiers of the tests, and the files of each. A file's folder says which tier it is in. */
import { existsSync } from "node:fs";
import { root } from "../checks.ts";

export const tiers = ["unit", "service", "system", "long"] as const;
export type Tier = (typeof tiers)[number];

/** What `npm test` runs. `.ci/run` runs the long tier too. */
export const usualTiers: readonly Tier[] = ["unit", "service", "system"];

/** Files of this folder run twice: with SQLite, and with PostgreSQL. */
const onBothStores = "test/service/on-both-stores/";

export const runsOnBothStores = (file: string): boolean => file.startsWith(onBothStores);

/** All test files, relative to the project's folder, in alphabetical order. */
export function testFiles(): string[] {
  const glob = new Bun.Glob("{src,sdk,models,scripts,test}/**/*.test.{ts,tsx,js}");
  return [...glob.scanSync(root)].filter((file) => !file.includes("node_modules")).toSorted();
}

/** @throws Error for a file of `test` that is in no tier's folder. */
export function tierOf(file: string): Tier {
  if (!file.startsWith("test/")) return "unit";
  const tier = tiers.find((one) => file.startsWith(`test/${one}/`));
  if (tier) return tier;
  throw new Error(`${file} is in no tier; CONTRIBUTING.md says which to choose.`);
}

/** The test files whose path contains one of the arguments, and files that are named in full. */
export function filesNamed(parts: readonly string[]): string[] {
  const names = parts.map((part) => part.replace(/^\.\//, ""));
  const found = testFiles().filter((file) => names.some((name) => file.includes(name)));
  return [...new Set([...found, ...names.filter((name) => existsSync(`${root}/${name}`))])];
}
