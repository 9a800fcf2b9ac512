/** Runs mutants, each in a copy of the project of its own, and says how each ended. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asGiven, atOnce, runJobs } from "../test/pool.ts";
import type { TestFile } from "./coverage.ts";
import { applied, type Mutant } from "./mutants.ts";
import type { MutantEnding, Result } from "./results.ts";
import { runIn, runTests } from "./run-in.ts";

export interface Attempt {
  mutant: Mutant;
  /** The tests that are run, in this order. */
  tests: readonly TestFile[];
}

/** A mutant has this long, and three times what its tests take without it. */
const timeoutMsMin = 10_000;
const typesMsMax = 10 * 60_000;
/** What the compiler remembers of a copy: it checks again only what has changed. Paths in it are relative. */
const remembered = "types.json";

/**
 * Checks the types without any mutant, and leaves in each copy what the compiler remembers of that.
 * @throws Error where they are wrong: then those of no mutant would be right.
 */
export async function checkTypes(folders: readonly string[]): Promise<void> {
  const [first, ...others] = folders as [string, ...string[]];
  if (!(await isTyped(first))) throw new Error("The types are wrong: npm run check");
  for (const folder of others) cpSync(join(first, remembered), join(folder, remembered));
}

/** @param folders of the copies: as many mutants run at once. */
export async function runMutants(
  attempts: readonly Attempt[],
  folders: readonly string[],
  onEnd: (result: Result) => void,
): Promise<void> {
  const free = [...folders];
  const jobs = attempts.map((attempt) => ({
    mutant: attempt.mutant,
    expectedMs: 0,
    run: async () => {
      const folder = free.pop()!;
      const ending = await endingOf(attempt, folder);
      free.push(folder);
      return ending;
    },
  }));
  await runJobs(jobs, atOnce(folders.length, asGiven), {
    ended: ({ mutant }, ending) => onEnd({ mutant, ending }),
  });
}

async function endingOf({ mutant, tests }: Attempt, folder: string): Promise<MutantEnding> {
  if (tests.length === 0) return "no coverage";
  const path = join(folder, mutant.file);
  const text = readFileSync(path, "utf8");
  const changed = applied(mutant, text);
  if (!isParsed(changed)) return "does not compile";
  writeFileSync(path, changed);
  try {
    const timeoutMs = timeoutMsMin + 3 * tests.reduce((sum, { ms }) => sum + ms, 0);
    const files = tests.map(({ file }) => file);
    const ending = await runTests(folder, files, timeoutMs);
    if (ending !== "passed") return ending === "failed" ? "killed" : "timed out";
    return (await isTyped(folder)) ? "survived" : "does not compile";
  } finally {
    writeFileSync(path, text);
  }
}

function isParsed(text: string): boolean {
  try {
    new Bun.Transpiler({ loader: "ts" }).transformSync(text);
    return true;
  } catch {
    return false;
  }
}

/** By the native compiler. */
async function isTyped(folder: string): Promise<boolean> {
  const tsc = join(folder, "node_modules/typescript7/bin/tsc");
  const remember = ["--incremental", "--tsBuildInfoFile", join(folder, remembered)];
  const command = ["node", tsc, "--noEmit", "-p", ".", ...remember];
  return (await runIn(folder, command, typesMsMax)) === "passed";
}
