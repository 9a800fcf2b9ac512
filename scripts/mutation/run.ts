/** Runs mutants, each in a copy of the project of its own, and says how each ended. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asGiven, atOnce, runJobs } from "../test/pool.ts";
import { runTests } from "./bun-test.ts";
import type { TestFile } from "./coverage.ts";
import { applied, type Mutant } from "./mutants.ts";
import type { MutantEnding, Result } from "./results.ts";

export interface Attempt {
  mutant: Mutant;
  /** The tests that are run, in this order. */
  tests: readonly TestFile[];
}

/** A mutant has this long, and three times what its tests take without it. */
const timeoutMsMin = 10_000;

/**
 * @param folders of the copies: as many mutants run at once.
 * @throws Error where the types are wrong without any mutant.
 */
export async function runMutants(
  attempts: readonly Attempt[],
  folders: readonly string[],
  onEnd: (result: Result) => void,
): Promise<void> {
  for (const folder of folders) {
    if (!(await isTyped(folder))) throw new Error("The types are wrong: npm run check");
  }
  const free = [...folders];
  const jobs = attempts.map((attempt) => ({
    ...{ mutant: attempt.mutant, expectedMs: 0 },
    run: async () => {
      const folder = free.pop()!;
      const ending = await endingOf(attempt, folder);
      free.push(folder);
      return ending;
    },
  }));
  await runJobs(jobs, atOnce(folders.length, asGiven), ({ mutant }, ending) =>
    onEnd({ mutant, ending }),
  );
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

/** By the native compiler, which checks again only what has changed since it last ran in the copy. */
async function isTyped(folder: string): Promise<boolean> {
  const tsc = join(folder, "node_modules/typescript7/bin/tsc");
  const remember = ["--incremental", "--tsBuildInfoFile", join(folder, "types.json")];
  const child = Bun.spawn(["node", tsc, "--noEmit", "-p", ".", ...remember], {
    ...{ cwd: folder, stdio: ["ignore", "ignore", "ignore"] },
  });
  return (await child.exited) === 0;
}
