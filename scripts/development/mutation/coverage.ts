/** Which lines each test file runs, and how long it takes, without any mutant. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asGiven, atOnce, runJobs } from "../test/pool.ts";
import { runTests } from "./run-in.ts";

/** By file, how often each of its lines ran. Lines without code are not there. */
export type Lines = Map<string, Map<number, number>>;

export interface TestFile {
  file: string;
  lines: Lines;
  ms: number;
}

export interface Measured {
  /** Those that pass. */
  tests: TestFile[];
  /** Those that do not pass in a copy of the project, and so can tell nothing. */
  failing: string[];
  /** All lines with code, whether a test runs them or not. */
  lines: Lines;
}

const timeoutMs = 5 * 60_000;

/**
 * Runs each test file in a process of its own.
 * @param folder a copy of the project, that is not changed meanwhile.
 * @param onEnd hears of each file, with how many have ended.
 */
export async function measure(
  folder: string,
  sources: readonly string[],
  testFiles: readonly string[],
  workers: number,
  onEnd: (done: number) => void,
): Promise<Measured> {
  const measured: Measured = { tests: [], failing: [], lines: await allLines(folder, sources) };
  let done = 0;
  const jobs = testFiles.map((file) => ({
    file,
    expectedMs: 0,
    run: async () => {
      const startedAt = performance.now();
      const lines = await linesOf(folder, file);
      return { lines, ms: performance.now() - startedAt };
    },
  }));
  await runJobs(jobs, atOnce(workers, asGiven), {
    ended({ file }, { lines, ms }) {
      if (lines) measured.tests.push({ file, lines, ms });
      else measured.failing.push(file);
      done += 1;
      onEnd(done);
    },
  });
  return measured;
}

/** A test that imports all of the sources: a report has a file's lines only if it was loaded. */
async function allLines(folder: string, sources: readonly string[]): Promise<Lines> {
  const file = "every-source.test.ts";
  const imports = sources.map((source) => `import "./${source}";`);
  const test = 'import { test } from "bun:test";\ntest("loads", () => {});\n';
  writeFileSync(join(folder, file), `${imports.join("\n")}\n${test}`);
  const lines = await linesOf(folder, file);
  rmSync(join(folder, file));
  if (!lines) throw new Error("The sources cannot be loaded together.");
  return lines;
}

/** @returns null if a test fails. */
async function linesOf(folder: string, file: string): Promise<Lines | null> {
  const report = mkdtempSync(join(tmpdir(), "booking-risk-coverage-"));
  const options = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${report}`];
  const ending = await runTests(folder, [file], timeoutMs, options);
  const lcov = join(report, "lcov.info");
  const lines =
    ending === "passed" ? readLcov(existsSync(lcov) ? readFileSync(lcov, "utf8") : "") : null;
  rmSync(report, { recursive: true });
  return lines;
}

export function readLcov(lcov: string): Lines {
  const found: Lines = new Map();
  let lines = new Map<number, number>();
  for (const row of lcov.split("\n")) {
    const [, key, value] = /^(SF|DA):(.*)$/.exec(row) ?? [];
    if (key === "SF") {
      lines = new Map();
      found.set(value!, lines);
    } else if (key === "DA") {
      const [line, count] = value!.split(",").map(Number);
      lines.set(line!, count!);
    }
  }
  return found;
}

/** Whether tests that report these lines ran one; of a line without code, whether they loaded its file. */
export function runs(lines: Lines, file: string, line: number): boolean {
  const ofFile = lines.get(file);
  return ofFile !== undefined && ofFile.get(line) !== 0;
}

/** The lines that one of the test files ran. */
export function ranByAny(tests: readonly TestFile[]): Lines {
  const ran: Lines = new Map();
  for (const { lines } of tests) {
    for (const [file, counts] of lines) {
      const sum = ran.get(file) ?? new Map<number, number>();
      ran.set(file, sum);
      for (const [line, count] of counts) sum.set(line, (sum.get(line) ?? 0) + count);
    }
  }
  return ran;
}

export function countCovered(all: Lines, ran: Lines, isCounted: (file: string) => boolean) {
  const counts = { all: 0, covered: 0 };
  for (const [file, lines] of all) {
    if (!isCounted(file)) continue;
    counts.all += lines.size;
    for (const line of lines.keys()) if (ran.get(file)?.get(line)) counts.covered += 1;
  }
  return counts;
}
