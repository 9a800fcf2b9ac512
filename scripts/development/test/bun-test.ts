/** Runs test files in one process of `bun test`, and reads its report. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../checks.ts";

export type Outcome = "passed" | "failed" | "skipped";

export interface Report {
  /** Each test's outcome, by `FILE > DESCRIBE > TEST`; of several with one name, the worst. */
  tests: Map<string, Outcome>;
  counts: Record<Outcome, number>;
  /** Each file's duration in milliseconds. */
  durations: Map<string, number>;
  /** Processor time of the process, and of those that it started and saw end. */
  cpuMs: number;
  /** Why tests were skipped, and how many for that reason. */
  skips: Map<string, number>;
  /** What the process printed. */
  output: string;
}

export interface Options {
  environment: Readonly<Record<string, string>>;
  /** The order of the tests and files is that of this seed, instead of the one they are written in. */
  seed?: number | undefined;
  /** After this time the process is ended. */
  timeoutMs: number;
}

/**
 * The flag with the time limit of each test and hook that names none: ten minutes, which only a test that hangs
 * reaches. On a slow, busy machine, a test of 20 s has taken more than 120 s.
 */
export const timeLimitFlag = `--timeout=${10 * 60_000}`;

/** Runs files one after another. The modules that they import are loaded once for all of them. */
export async function bunTest(
  files: readonly string[],
  { environment, seed, timeoutMs }: Options,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-test-"));
  const xml = join(folder, "junit.xml");
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      timeLimitFlag,
      "--only-failures",
      "--no-orphans",
      "--reporter=junit",
      `--reporter-outfile=${xml}`,
      ...(seed === undefined ? [] : ["--randomize", `--seed=${seed}`]),
      ...files.map((file) => `./${file}`),
    ],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    },
  );
  const [out, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const status = await child.exited;
  const report = {
    ...read(existsSync(xml) ? readFileSync(xml, "utf8") : ""),
    cpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000,
    output: `${out}${errors}`,
  };
  rmSync(folder, { recursive: true });
  // A file that cannot be loaded, or a process that ends early, is in no report.
  if (status !== 0 && report.counts.failed === 0) {
    report.counts.failed = 1;
    const how = child.signalCode
      ? `was ended by ${child.signalCode} after ${timeoutMs / 60_000} minutes at most`
      : `ended with status ${status}`;
    report.output += `\nThe process of ${files.join(" ")} ${how}.\n`;
  }
  return report;
}

function read(xml: string): Omit<Report, "output" | "cpuMs"> {
  const tests = new Map<string, Outcome>();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skips = new Map<string, number>();
  for (const [, element, content = ""] of xml.matchAll(
    /<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    const [file, group, name] = ["file", "classname", "name"].map((one) =>
      attribute(element!, one),
    );
    const outcome = content.includes("<failure")
      ? "failed"
      : content.includes("<skipped")
        ? "skipped"
        : "passed";
    counts[outcome] += 1;
    const title = [file, group, name].filter(Boolean).join(" > ");
    if (tests.get(title) !== "failed") tests.set(title, outcome);
    if (outcome === "skipped") addTo(skips, reasonOf(title));
  }
  const durations = new Map<string, number>();
  for (const [suite] of xml.matchAll(/<testsuite [^>]*>/g)) {
    const [file, name, time] = ["file", "name", "time"].map((one) => attribute(suite, one));
    if (file && file === name) durations.set(file, Number(time) * 1000);
  }
  return { tests, counts, durations, skips };
}

/** Of a test that `testWith` of test/fixtures/needs.ts registered. */
function reasonOf(title: string): string {
  return /\[skipped: (.*?)\]/.exec(title)?.[1] ?? `no reason: ${title}`;
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const entities: Readonly<Record<string, string>> = {
  "&apos;": "'",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function attribute(element: string, name: string): string {
  const [, text = ""] = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(element) ?? [];
  return text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}
