/** The figures of `npm run bench -- copies` as text, and as flags of the growth model. */

import { aligned, middleOf, otherStatuses, ratio, significant, spread, whole } from "../figures.ts";
import type { Inputs } from "../growth-model/plan.ts";
import { median } from "../median.ts";
import { type GroupTimes, lineOf } from "./groups.ts";
import type { Measured, Plan, Round } from "./measure.ts";
import type { Part } from "./subjects.ts";

export interface Result {
  plan: Plan;
  cores: number;
  subjects: Measured[];
  /** In PostgreSQL at the end: how long opening takes depends on it. */
  decisions: number;
  groups: GroupTimes[];
  /** A statement that does nothing, ms. */
  roundTripMs: number;
  /** For one decision, on disk. */
  bytes: { postgresql: number; sqlite: number };
}

export function textOf(result: Result): string {
  const { plan, subjects } = result;
  const { rounds, seconds, connections } = plan;
  const sections = [
    [
      `Closed loop, ${connections} connections, ${rounds} rounds of ${seconds} s; median (lowest to highest):`,
      ...aligned([
        ["", "answers/s", "", "of the echo", "of SQLite", "p50 ms", "p99 ms", ""],
        ...subjects.map((one) => closedRow(one, subjects)),
      ]),
    ],
    [
      "Open loop at half of its own capacity, latency from the time a request was due, in ms; medians:",
      ...aligned([["", "per s", "p50", "p99", "max", "unanswered", ""], ...subjects.map(halfRow)]),
    ],
    costs("closed loop", subjects, ({ closed }) => closed),
    costs("at half of the capacity", subjects, ({ half }) => half),
    groupLines(result),
    [`A decision on disk: ${bytesOf(result)}.`],
    sharedCores(result),
    growthLines(result),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}`;
}

function closedRow({ title, closed }: Measured, [echo, sqlite]: readonly Measured[]): string[] {
  const { median: middle, min, max } = spread(closed.map(({ perSecond }) => perSecond));
  const times = (other: Measured) => significant(ratio(closed, other.closed).median);
  return [
    title,
    whole(middle),
    `(${whole(min)} to ${whole(max)})`,
    times(echo!),
    times(sqlite!),
    middleOf(closed, "p50"),
    middleOf(closed, "p99"),
    otherStatuses(closed),
  ];
}

function halfRow({ title, halfRate, half }: Measured): string[] {
  const unanswered = half.reduce((sum, one) => sum + one.unanswered, 0);
  return [
    title,
    whole(halfRate),
    middleOf(half, "p50"),
    middleOf(half, "p99"),
    middleOf(half, "max"),
    whole(unanswered),
    otherStatuses(half),
  ];
}

function costs(
  title: string,
  subjects: readonly Measured[],
  of: (one: Measured) => readonly Round[],
): string[] {
  return [
    `For one answer, ${title}: µs of CPU time, and round trips to PostgreSQL; medians:`,
    ...aligned([
      ["", "service", "PostgreSQL", "HAProxy", "together", "the load", "round trips"],
      ...subjects.map((one) => costRow(one.title, of(one))),
    ]),
  ];
}

function costRow(title: string, rounds: readonly Round[]): string[] {
  const cells = (["service", "database", "proxy"] as const).map((part) => cpuOf(rounds, part));
  const known = cells.filter((one) => one !== null);
  const together = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  const trips = rounds.flatMap(({ roundTrips }) => roundTrips ?? []);
  const load = median(rounds.map(({ generatorUs }) => generatorUs));
  const text = (us: number | null) => (us === null ? "-" : whole(us));
  return [
    title,
    ...cells.map(text),
    text(together),
    text(load),
    trips.length === 0 ? "-" : significant(median(trips)),
  ];
}

/** Null where the subject does not have the part, or the system does not tell. */
function cpuOf(rounds: readonly Round[], part: Part): number | null {
  const known = rounds.flatMap(({ cpuUs }) => cpuUs[part] ?? []);
  return known.length === 0 ? null : median(known);
}

function groupLines({ decisions, groups, roundTripMs }: Result): string[] {
  const sizes = groups.map(({ size }) => whole(size));
  const row = (title: string, what: "openMs" | "storeMs") => {
    const { eachUs, groupMs } = lineOf(groups, what);
    const times = groups.map((one) => significant(one[what]));
    return [title, ...times, `${whole(eachUs)} µs`, `${significant(groupMs)} ms`];
  };
  return [
    `A group of attempts with ${whole(decisions)} stored ones, with nothing else to do: ms by its size, what each`,
    "more of them takes, and what the group itself takes; medians:",
    ...aligned([
      ["", ...sizes, "each", "group"],
      row("opened, under the project's lock", "openMs"),
      row("stored, and on disk", "storeMs"),
    ]),
    `A round trip to PostgreSQL on this machine takes ${significant(roundTripMs)} ms.`,
  ];
}

function bytesOf({ bytes }: Result): string {
  const { postgresql, sqlite } = bytes;
  const times = significant(postgresql / sqlite);
  return `${whole(postgresql)} bytes in PostgreSQL, ${times} times the ${whole(sqlite)} of SQLite`;
}

function sharedCores({ cores }: Result): string[] {
  return [
    `The load generator, HAProxy, the copies and PostgreSQL shared the ${cores} cores of this machine: a further`,
    "copy added no core. The CPU time of a decision, its round trips and the ratios hold elsewhere; decisions a",
    "second do not.",
  ];
}

/**
 * What was measured for scripts/bench/growth-model/plan.ts. CPU time is that at half of the capacity, since a plan
 * uses nothing more than that, and of two copies where they were measured: fewer are never planned.
 */
export function growthInputs({ subjects, groups, roundTripMs }: Result): Partial<Inputs> {
  const ofCopies = subjects.filter(({ copies }) => copies !== null);
  const { half } = ofCopies.find(({ copies }) => copies === 2) ?? ofCopies[0]!;
  const [copy, database] = [cpuOf(half, "service"), cpuOf(half, "database")];
  const [open, store] = [lineOf(groups, "openMs"), lineOf(groups, "storeMs")];
  return {
    ...(copy !== null && { "copy-us": Math.round(copy) }),
    ...(database !== null && { "database-us": Math.round(database) }),
    "open-us": Math.round(open.eachUs),
    "commit-us": Math.round(store.eachUs),
    "sync-ms": Math.max(0, Number((store.groupMs - roundTripMs).toFixed(1))),
  };
}

function growthLines(result: Result): string[] {
  const flags = Object.entries(growthInputs(result)).map(([name, value]) => `--${name} ${value}`);
  return ["What docs/growth.md needs of it:", `  npm run growth-model -- ${flags.join(" ")}`];
}
