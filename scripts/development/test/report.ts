/** What a run of the tests prints: a line a tier, what failed and how to run it alone, and a closing line. */

import { say } from "../checks.ts";
import type { Outcome, Report } from "./bun-test.ts";
import type { TestJob } from "./plan.ts";
import { startIdleShare } from "./processors.ts";
import { runName, type Tier } from "./tiers.ts";
import { TimeLeft } from "./time-left.ts";

export interface Totals {
  counts: Record<Outcome, number>;
  skips: Map<string, number>;
  /** Of each job with a failure, the files that have one, and what it printed. */
  failed: { job: TestJob; files: readonly string[]; output: string }[];
  /** Milliseconds by file, and store where it ran on two. */
  durations: Map<string, number>;
  /** Processor time of all jobs. */
  cpuMs: number;
  /** For how much of the run the machine's processors were not busy, 0 to 1. */
  idleShare: number;
  /** Each job that ran one file, with its duration and processor time in milliseconds. */
  single: { name: string; ms: number; cpuMs: number }[];
  /** The files, with their store, of jobs in which every test passed. */
  passed: string[];
}

/** How often the time left is printed where standard output is not a terminal. */
const noticeEveryMs = 20_000;
/** How many failed tests of a job are named when it ends. */
const namedMax = 5;
/** Of what a failed job printed. */
const linesShownMax = 400;

/** Follows a run as its jobs end. */
export function openReport(jobs: readonly TestJob[]) {
  const startedAt = performance.now();
  const idleShare = startIdleShare();
  const totals: Totals = {
    counts: { passed: 0, failed: 0, skipped: 0 },
    skips: new Map(),
    failed: [],
    durations: new Map(),
    passed: [],
    single: [],
    cpuMs: 0,
    idleShare: 0,
  };
  const left = new TimeLeft(jobs);
  const { unfinished } = left;
  const byTier = new Map<Tier, Record<Outcome, number>>();
  const notice = setInterval(() => show(timeLeft()), process.stdout.isTTY ? 1000 : noticeEveryMs);

  function timeLeft(): string {
    const done = jobs.length - unfinished.size;
    const seconds = Math.max(1, Math.round(left.ms / 1000));
    const failures = totals.counts.failed > 0 ? `, ${totals.counts.failed} failed` : "";
    return `${done} of ${jobs.length} groups of files done${failures}, about ${seconds} s left`;
  }

  function show(line: string): void {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
    else say(line);
  }

  /** A line that stays. */
  function sayAbove(line: string): void {
    if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
    say(line);
  }

  function tierLine(tier: Tier, counts: Record<Outcome, number>): void {
    const files = jobs.filter((job) => job.tier === tier).flatMap((job) => job.files);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    sayAbove(
      `${tier.padEnd(7)} ${countsText(counts)} in ${files.length} files, done after ${seconds} s`,
    );
  }

  return {
    started: (job: TestJob) => left.started(job),
    ended(job: TestJob, report: Report): void {
      left.ended(job);
      const ofTier = byTier.get(job.tier) ?? { passed: 0, failed: 0, skipped: 0 };
      byTier.set(job.tier, ofTier);
      addCounts(ofTier, report.counts);
      addTo(totals, job, report);
      if (report.counts.failed > 0) {
        const named = failedTests(report).slice(0, namedMax);
        const shown = named.length > 0 ? named : job.files; // A process that ended early names no test.
        sayAbove(`Failed, with its output at the end: ${shown.join("; ")}`);
      }
      if (![...unfinished].some(({ tier }) => tier === job.tier)) tierLine(job.tier, ofTier);
    },
    close(): Totals {
      clearInterval(notice);
      if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
      totals.idleShare = idleShare();
      return totals;
    },
  };
}

function addCounts(to: Record<Outcome, number>, counts: Record<Outcome, number>): void {
  for (const outcome of ["passed", "failed", "skipped"] as const) to[outcome] += counts[outcome];
}

function addTo(totals: Totals, job: TestJob, report: Report): void {
  addCounts(totals.counts, report.counts);
  for (const [reason, count] of report.skips) {
    totals.skips.set(reason, (totals.skips.get(reason) ?? 0) + count);
  }
  totals.cpuMs += report.cpuMs;
  const nameOf = (file: string) => runName({ file, store: job.store });
  for (const [file, ms] of report.durations) totals.durations.set(nameOf(file), ms);
  const [file, ...others] = job.files;
  if (others.length === 0) {
    const ms = report.durations.get(file!) ?? 0;
    totals.single.push({ name: nameOf(file!), ms, cpuMs: report.cpuMs });
  }
  const { failed, skipped } = report.counts;
  if (failed > 0) {
    const failing = failedTests(report).map((test) => test.split(" > ")[0]!);
    const files = failing.length > 0 ? [...new Set(failing)] : filesNamedIn(job, report.output);
    totals.failed.push({ job, files, output: report.output });
  }
  if (failed + skipped === 0) totals.passed.push(...job.files.map(nameOf));
}

function failedTests({ tests }: Report): readonly string[] {
  return [...tests].filter(([, outcome]) => outcome === "failed").map(([name]) => name);
}

export function countsText({ passed, failed, skipped }: Record<Outcome, number>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** What each failed job printed, without the service's log, and how to run its files alone. */
export function showFailures(failed: Totals["failed"]): void {
  for (const { job, files, output } of failed) {
    say(`\nFailed: ${runName({ file: files.join(" "), store: job.store })}`);
    const lines = output.split("\n").filter((line) => !line.startsWith('{"time":'));
    if (lines.length > linesShownMax) say(`(the last ${linesShownMax} of ${lines.length} lines)`);
    say(lines.slice(-linesShownMax).join("\n").trim());
    for (const file of files) say(`Run it alone: npm test -- ${file}`);
  }
}

/** Of a process that ended early: the files that its output names, or all of them. */
function filesNamedIn({ files }: TestJob, output: string): readonly string[] {
  const named = files.filter((file) => output.includes(file));
  return named.length > 0 ? named : files;
}

/** The files that took longest, with the processor time of their tests and of what these started. */
export function showSlowest({ single, cpuMs, idleShare }: Totals, count: number): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`;
  say(single.length > 0 ? "\nThe slowest files, and their processor time:" : "");
  for (const { name, ...one } of single.toSorted((a, b) => b.ms - a.ms).slice(0, count)) {
    say(`${seconds(one.ms)}  ${seconds(one.cpuMs)}  ${name}`);
  }
  say(`${seconds(cpuMs)} of processor time in all files, without Chromium and PostgreSQL`);
  say(
    `The machine's processors had nothing to do for ${Math.round(100 * idleShare)} % of the run.`,
  );
}
