/** Runs test files on all processors, and counts what they did. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, say, workers } from "./checks.ts";

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each file's duration. */
  seconds: Map<string, number>;
  /** Why tests were skipped, and how many for that reason. */
  skips: Map<string, number>;
}

interface Options {
  /** Test processes at once. */
  atOnce?: number;
  /** Writes down how long each file took. */
  updateTimings?: boolean;
  /** On top of this process's own. */
  environment?: Readonly<Record<string, string>>;
}

/** A single test may take this long where it names no limit of its own. */
const testMsMax = 120_000;
/** The whole run ends with an error after this time: something hangs outside of any test. */
const runMsMax = 40 * 60_000;
/** How long each file took at some time: the slow ones are started first. */
const timings = join(root, "test/timings.json");

/** All test files, relative to the project's folder. */
export function testFiles(): string[] {
  const glob = new Bun.Glob("{src,sdk,models,scripts,test}/**/*.test.{ts,tsx,js}");
  return [...glob.scanSync(root)].filter((file) => !file.includes("node_modules")).toSorted();
}

export async function runTests(
  files: readonly string[],
  { atOnce = workers, updateTimings = false, environment = {} }: Options = {},
): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-test-"));
  const report = join(folder, "junit.xml");
  const child = Bun.spawn(
    [
      ...[process.execPath, "test", `--timeout=${testMsMax}`, "--only-failures"],
      ...[`--parallel=${atOnce}`, `--timings=${timings}`],
      ...(updateTimings ? ["--update-timings"] : []),
      ...["--reporter=junit", `--reporter-outfile=${report}`],
      ...files.map((file) => `./${file}`),
    ],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
      timeout: runMsMax,
    },
  );
  const status = await child.exited;
  const counts = read(existsSync(report) ? readFileSync(report, "utf8") : "");
  rmSync(folder, { recursive: true });
  if (child.signalCode) say(`The tests were ended after ${runMsMax / 60_000} minutes.`);
  // A file that cannot be loaded, or a process that ends early, is in no report.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Reads a report in JUnit's format: the totals, the files' durations, the reasons of skips. */
function read(xml: string): TestCounts {
  const [totals = ""] = /<testsuites[^>]*>/.exec(xml) ?? [];
  const [total, failed, skipped] = ["tests", "failures", "skipped"].map((name) =>
    Number(attribute(totals, name) ?? 0),
  ) as [number, number, number];
  const seconds = new Map<string, number>();
  for (const [suite] of xml.matchAll(/<testsuite [^>]*>/g)) {
    const [file, name] = [attribute(suite, "file"), attribute(suite, "name")];
    if (file && file === name) seconds.set(file, Number(attribute(suite, "time")));
  }
  const skips = new Map<string, number>();
  for (const [skip] of xml.matchAll(/<testcase [^>]*>\s*<skipped/g)) {
    const reason = /\[skipped: (.*?)\]/.exec(skip)?.[1] ?? `no reason: ${attribute(skip, "name")}`;
    const text = reason.replaceAll("&apos;", "'").replaceAll("&quot;", '"');
    skips.set(text, (skips.get(text) ?? 0) + 1);
  }
  return { passed: total - failed - skipped, failed, skipped, seconds, skips };
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1];
}

/** The counts of two runs together. */
export function together(a: TestCounts, b: TestCounts): TestCounts {
  const skips = new Map(a.skips);
  for (const [reason, count] of b.skips) skips.set(reason, (skips.get(reason) ?? 0) + count);
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    seconds: new Map([...a.seconds, ...b.seconds]),
    skips,
  };
}

export function lastLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
