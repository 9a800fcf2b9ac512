/**
 * Which lines no unit test guards: each mutant, a small change of one source, should make a test fail.
 *
 *     npm run test:mutation                                    a sample of four folders of src
 *     npm run test:mutation -- --folder src/risk/velocity           one folder or file, or several
 *     npm run test:mutation -- --sample 200 --seed 7           so many mutants of each; --sample all
 *     npm run test:mutation -- --test-seconds 60               asks more tests about each mutant
 *
 * First it runs each unit test file that reaches a source by itself, for the lines that it runs. A mutant on a
 * line that none of them runs has no coverage; it is not run. About the others, those test files are asked that
 * run its line, the nearest first, as many as take `--test-seconds` together. A mutant survives if none of their
 * tests fails, though the types are right. Some survivors behave as the original does: no test can tell them apart.
 *
 * What runs only in a worker thread counts as not covered: Bun reports the lines of the main thread.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { root, say, workers } from "../checks.ts";
import { reachedBy } from "../test/reachable.ts";
import { runsOf, testFiles, tierOf } from "../test/tiers.ts";
import { type Measured, measure, ranByAny } from "./coverage.ts";
import { mutantsOf } from "./mutants.ts";
import { nearestTests } from "./nearest.ts";
import { countEndings, endings, listOf, type Result, score, table } from "./results.ts";
import { checkTypes, runMutants } from "./run.ts";
import { killRunning } from "./run-in.ts";
import { sampleOf } from "./sample.ts";
import { copyTree } from "./tree.ts";

const { values } = parseArgs({
  options: {
    folder: {
      type: "string",
      multiple: true,
      default: ["src/risk", "src/http"],
    },
    sample: { type: "string", default: "50" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 1e6)}` },
    "test-seconds": { type: "string", default: "20" },
  },
});
const { folder: folders } = values;
const seed = Number(values.seed);
const sampleSize = values.sample === "all" ? Number.POSITIVE_INFINITY : Number(values.sample);
const testMsMax = 1000 * Number(values["test-seconds"]);
const noticeEveryMs = 20_000;

const sourcesOf = new Map(folders.map((folder) => [folder, sourcesIn(folder)]));
const sources = [...sourcesOf.values()].flat();
const unitTests = runsOf(testFiles())
  .filter((run) => tierOf(run) === "unit")
  .map(({ file }) => file);
const reaching = reachedBy(sources, unitTests);

const trees = Array.from({ length: workers }, copyTree);
const copies = trees.map(({ folder }) => folder);
const results: Result[] = [];
let measured: Measured | null = null;
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end(1));
try {
  await mutationRun();
  end(0);
} catch (error) {
  say(`${error}`);
  end(1);
}

async function mutationRun(): Promise<void> {
  say(`Seed ${seed}: ${sources.length} sources, ${reaching.length} test files that reach them`);
  const measuring = progress(reaching.length, "test files");
  const { tests, failing } = await measureIn(copies[0]!, measuring);
  for (const file of failing) say(`Left out, as it fails in a copy: ${file}`);
  await checkTypes(copies);

  const samples = folders.map((folder) => {
    const mutants = sourcesOf.get(folder)!.flatMap((file) => mutantsOf(file, textOf(file)));
    const sample = sampleOf(mutants, sampleSize, seed);
    say(`${folder}: ${sample.length} of ${mutants.length} mutants`);
    return sample;
  });
  // In turns, so that a run that is interrupted has some of each folder.
  const inTurns = samples.flatMap((sample) => sample.map((mutant, turn) => ({ mutant, turn })));
  const attempts = inTurns
    .sort((a, b) => a.turn - b.turn)
    .map(({ mutant }) => ({ mutant, tests: nearestTests(mutant, tests, testMsMax) }));
  const running = progress(attempts.length, "mutants");
  await runMutants(attempts, copies, (result) => running(results.push(result)));
}

async function measureIn(folder: string, onEnd: (done: number) => void): Promise<Measured> {
  measured = await measure(folder, sources, reaching, workers, onEnd);
  return measured;
}

/** The results so far. */
function report({ tests, lines }: Measured): void {
  say(`\n${table(folders, results, lines, ranByAny(tests))}`);
  for (const ending of ["survived", "no coverage", "timed out"] as const) {
    const list = listOf(results, ending);
    if (list.length > 0) say(`\n${ending}:\n${list.join("\n")}`);
  }
  const counts = countEndings(results);
  const all = endings.map((ending) => `${counts[ending]} ${ending}`).join(", ");
  say(`\nSeed ${seed}: ${results.length} mutants, ${all}; score ${score(counts).toFixed(1)} %`);
}

function sourcesIn(folder: string): string[] {
  const files = folder.endsWith(".ts")
    ? [folder]
    : [...new Glob(`${folder}/**/*.ts`).scanSync(root)];
  const found = files.filter((file) => !/\.(test|d)\.ts$/.test(file)).toSorted();
  if (found.length > 0) return found;
  throw new Error(`--folder ${folder} has no sources`);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Says from time to time how many are done, and how long the others will take at the same rate. */
function progress(count: number, of: string): (done: number) => void {
  const startedAt = performance.now();
  let saidAt = startedAt;
  return (done) => {
    const now = performance.now();
    const seconds = Math.ceil((((now - startedAt) / done) * (count - done)) / 1000);
    const line = `${done} of ${count} ${of} done, about ${seconds} s left`;
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${done < count ? line : ""}`);
    else if (now - saidAt > noticeEveryMs) {
      saidAt = now;
      say(line);
    }
  };
}

/** Also of a run that is interrupted. */
function end(status: number): never {
  killRunning();
  for (const tree of trees) tree.remove();
  if (measured && results.length > 0) report(measured);
  process.exit(status);
}
