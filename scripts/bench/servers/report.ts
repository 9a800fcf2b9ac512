/** The benchmark's figures as text for a terminal and as a table for a document. */
import { type CompetitorName, titles } from "../competitors.ts";
import {
  aligned,
  middleOf,
  otherStatuses,
  ratio,
  type Spread,
  significant,
  spread,
  spreadCells,
  whole,
} from "../figures.ts";
import { median } from "../median.ts";
import type { Measured, Plan } from "./measure.ts";

export interface Ratios {
  /** Decisions of the service for each answer of the other, round by round. */
  service: Partial<Record<CompetitorName, Spread>>;
  /** What a refused request costs, in echoes. */
  refusedInEchoes: Spread | null;
}

export function ratiosOf(all: readonly Measured[]): Ratios {
  const by = (name: CompetitorName) => all.find((one) => one.name === name);
  const service = by("service");
  const ratios: Ratios = { service: {}, refusedInEchoes: null };
  if (!service) return ratios;
  for (const other of all) {
    if (other !== service) ratios.service[other.name] = ratio(service.closed, other.closed);
  }
  const echo = by("echo");
  if (echo) ratios.refusedInEchoes = ratio(echo.closed, service.refused);
  return ratios;
}

export function textOf(all: readonly Measured[], plan: Plan, leftOut: readonly string[]): string {
  const { rounds, seconds, connections } = plan;
  const sections = [
    [
      `Closed loop, ${connections} connections, ${rounds} rounds of ${seconds} s; median (lowest to highest):`,
      ...aligned([
        ["", "answers/s", "", "CPU µs", "p50 ms", "p99 ms", "alone p50 ms", ""],
        ...all.map(closedRow),
      ]),
    ],
    ratioLines(all),
    [
      "Open loop at a share of its own capacity, latency from the time a request was due, in ms; medians:",
      ...aligned([
        ["", "share", "per s", "p50", "p99", "max", "unanswered"],
        ...all.flatMap(openRows),
      ]),
    ],
    [
      "Start to the first answer, peak memory, and bytes for a decision:",
      ...aligned([
        ["", "start ms", "memory MiB", "written B", "stored B"],
        ...all.map((one) => [titles[one.name], ...resources(one)]),
      ]),
    ],
    leftOut,
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}`;
}

function closedRow({ name, closed, alone }: Measured): string[] {
  const { median: middle, min, max } = spread(closed.map(({ perSecond }) => perSecond));
  const ms = (percentile: "p50" | "p99") => middleOf(closed, percentile);
  return [
    titles[name],
    whole(middle),
    `(${whole(min)} to ${whole(max)})`,
    cpuOf(closed),
    ms("p50"),
    ms("p99"),
    middleOf(alone, "p50"),
    otherStatuses([...closed, ...alone]),
  ];
}

function cpuOf(closed: Measured["closed"]): string {
  const known = closed.flatMap(({ cpuUs }) => cpuUs ?? []);
  return known.length === 0 ? "-" : median(known).toFixed(known[0]! < 100 ? 1 : 0);
}

function ratioLines(all: readonly Measured[]): string[] {
  const { service, refusedInEchoes } = ratiosOf(all);
  const rows = Object.entries(service).map(([name, one]) => [
    `service / ${name}`,
    ...spreadCells(one),
  ]);
  if (refusedInEchoes) rows.push(["a refused key, in echoes", ...spreadCells(refusedInEchoes)]);
  const title = "The service's answers for each answer of the other, round by round:";
  return rows.length === 0 ? [] : [title, ...aligned(rows)];
}

function openRows({ name, open }: Measured): string[][] {
  return open.map(({ percent, rate, rounds }, i) => [
    i === 0 ? titles[name] : "",
    `${percent} %`,
    whole(rate),
    middleOf(rounds, "p50"),
    middleOf(rounds, "p99"),
    middleOf(rounds, "max"),
    whole(rounds.reduce((sum, { unanswered }) => sum + unanswered, 0)),
    otherStatuses(rounds),
  ]);
}

function resources({ startMs, peakMiB, bytesWritten, bytesGrown }: Measured): string[] {
  const known = (value: number | null) => (value === null ? "-" : whole(value));
  return [whole(median(startMs)), known(peakMiB), known(bytesWritten), known(bytesGrown)];
}

/** The rows of a document's table, a competitor each. */
export function markdownOf(all: readonly Measured[]): string {
  const { service } = ratiosOf(all);
  const header = [
    "",
    "a second",
    "the service against it",
    "CPU for one",
    "alone, p50",
    "at half load, p99",
    "start",
    "memory",
    "written for one",
  ];
  const rows = all.map((one) => {
    const [start, memory, written] = resources(one);
    const cpu = cpuOf(one.closed);
    const half = one.open.find(({ percent }) => percent === 50);
    const times = service[one.name];
    return [
      titles[one.name],
      whole(median(one.closed.map(({ perSecond }) => perSecond))),
      times ? `${significant(times.median)} × (${spreadCells(times)[1]!.slice(1, -1)})` : "",
      cpu === "-" ? "" : `${cpu} µs`,
      `${middleOf(one.alone, "p50")} ms`,
      half ? `${middleOf(half.rounds, "p99")} ms` : "",
      `${start} ms`,
      `${memory} MiB`,
      one.bytesWritten === null ? "" : `${written} B`,
    ];
  });
  const widths = header.map((_, i) =>
    Math.max(3, ...[header, ...rows].map((row) => row[i]!.length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

const marks = { begin: "<!-- bench: written by npm run bench -->", end: "<!-- /bench -->" };

/** The document with the table between its two marks replaced. @throws Error where it has no marks. */
export function withTable(document: string, table: string): string {
  const begin = document.indexOf(marks.begin);
  const end = document.indexOf(marks.end);
  if (begin < 0 || end < begin) throw new Error(`The document has no ${marks.begin}.`);
  return `${document.slice(0, begin + marks.begin.length)}\n\n${table}\n\n${document.slice(end)}`;
}
