/** The report of a run. */
import { gzipSync } from "node:zlib";
import type { Spread } from "../figures.ts";
import type { Candidate } from "./candidates.ts";
import { beyondBaseline, type Measure, spreadOf, type Visit } from "./samples.ts";

export interface Run {
  browser: string;
  processors: string;
  /** Load averages before and after; values above the number of processors mean noise. */
  loadAverage: { before: number; after: number };
  minutesTaken: number;
  candidates: (Candidate & { rawBytes: number; gzipBytes: number })[];
  visits: Visit[];
}

export function sizesOf(code: Uint8Array): { rawBytes: number; gzipBytes: number } {
  return { rawBytes: code.byteLength, gzipBytes: gzipSync(code, { level: 9 }).byteLength };
}

/** Plain text; each figure is the median with the range over the rounds. */
export function tablesOf(run: Run): string {
  const parts = [heading(run), loaded(run), sizes(run)];
  for (const kind of ["load", "minute"] as const) {
    for (const slowdown of [1, 4]) {
      const visits = run.visits.filter((v) => v.kind === kind && v.slowdown === slowdown);
      if (visits.length) parts.push(times(run, visits, `${names[kind]}, ${speeds[slowdown]}`));
    }
  }
  return `${parts.join("\n\n")}\n`;
}

const names = {
  load: "Load, from navigation to 3 s after the load event",
  minute: "A minute of use",
};
const speeds: Record<number, string> = { 1: "full CPU speed", 4: "CPU slowed down 4x" };

function heading({ browser, processors, loadAverage, minutesTaken }: Run): string {
  const load = `${loadAverage.before.toFixed(1)} before and ${loadAverage.after.toFixed(1)} after`;
  return (
    `${browser}, ${processors}; load average ${load}; took ${minutesTaken.toFixed(0)} min.\n` +
    "Milliseconds of the page's main thread in wall time (cpu: CPU time): median, and lowest and\n" +
    "highest round. A new browser for each visit, rounds interleaved.\n" +
    "The longest task is among those in which the script ran for 0.2 ms or more."
  );
}

function loaded({ candidates }: Run): string {
  const rows = candidates.map(({ title, package: from, how }) => [title, from ?? "–", how]);
  return grid(["", "package", "how it was loaded"], rows, "left");
}

function sizes({ candidates, visits }: Run): string {
  const rows = candidates.map(({ name, title, file, rawBytes, gzipBytes }) => {
    const own = visits.filter((visit) => visit.candidate === name && visit.slowdown === 1);
    const traffic = (["load", "minute"] as const).flatMap((kind) => {
      const of = own.filter((visit) => visit.kind === kind);
      const median = (key: "requests" | "up" | "down") =>
        of.length ? whole(spreadOf(of.map((visit) => visit.traffic[key])).median) : "–";
      return [median("requests"), median("up"), median("down")];
    });
    return [title, file ? whole(rawBytes) : "–", file ? whole(gzipBytes) : "–", ...traffic];
  });
  const head = ["bytes, requests", "raw", "gzip", "load: requests", "up", "down"];
  return grid([...head, "minute: requests", "up", "down"], rows);
}

function times({ candidates }: Run, visits: Visit[], title: string): string {
  const of = (name: string) => visits.filter(({ candidate }) => candidate === name);
  const baseline = of("none");
  const rows = candidates.map((candidate) => {
    const own = of(candidate.name);
    const cell = (measure: Measure) => spread(spreadOf(own.map(measure)));
    const beyond = (measure: Measure) =>
      own === baseline || !candidate.file
        ? `(${spread(spreadOf(own.map(measure)))})`
        : spread(spreadOf(beyondBaseline(own, baseline, measure)));
    return [
      candidate.title,
      cell((visit) => visit.scriptMs),
      cell((visit) => visit.cpuScriptMs),
      cell((visit) => visit.longestTaskMs),
      cell((visit) => visit.longestShareMs),
      beyond((visit) => visit.cpuAllTasksMs),
    ];
  });
  const head = ["script ms", "script cpu ms", "longest task ms", "script in one task ms"];
  const table = grid(["", ...head, "all tasks cpu ms, beyond no script"], rows);
  return `${title}; rounds: ${baseline.length}\n${table}`;
}

function spread({ median, min, max }: Spread): string {
  return `${tenths(median)} [${tenths(min)} ${tenths(max)}]`;
}

const tenths = (value: number) => value.toFixed(1);
const whole = (value: number) => Math.round(value).toLocaleString("en-GB");

function grid(head: string[], rows: string[][], figures: "left" | "right" = "right"): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column]!;
        return column && figures === "right" ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return lines.map(line).join("\n");
}
