/**
 * Notices that `events.db` has lost its newest rows, as where its write-ahead log was deleted or an older copy was
 * put in its place: `history.db`, which follows it, has indexed rows that are not there.
 */
import type { Database } from "bun:sqlite";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isoTime } from "../../base/iso-time.ts";
import type { LostRows } from "../port/store.ts";
import { type Progress, progressReader } from "./history/index-attempts.ts";
import { openForReading, openForWriting } from "./open.ts";
import { indexedReader } from "./search/index-decisions.ts";

/** Says what was lost, until somebody who knows the reason deletes it. */
const fileOf = (folder: string) => join(folder, "lost-rows");

/** With the last number of each that is counted in it: of rows that are lost twice, once. */
type Noted = LostRows & Progress;

/** What was lost; null where nothing was, or the file was deleted since. */
export function lostRows(folder: string): LostRows | null {
  const noted = read(folder);
  if (noted === null) return null;
  const { decisions, outcomes, noticedAt } = noted;
  return { decisions, outcomes, noticedAt };
}

function read(folder: string): Noted | null {
  try {
    return JSON.parse(readFileSync(fileOf(folder), "utf8")) as Noted;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes the file where rows were lost, and lets the numbers of new rows begin after those of the lost ones:
 * `history.db` takes what has an earlier number for indexed, and velocity would not see it.
 * @param at Unix ms.
 */
export function noticeLostRows(folder: string, at: number): void {
  const history = openForReading(folder, "history");
  const indexed = indexedTo(history); // First: another process may add rows and index them meanwhile.
  history.close();
  const events = openForReading(folder, "events");
  const isBehind = isLost(newestIn(events), indexed);
  events.close();
  if (isBehind) continueAfter(folder, indexed, at);
}

/** What both indexes have. Nothing where that cannot be read: indexing meets the same failure, and reports it. */
function indexedTo(history: Database): Progress {
  try {
    const [velocity, search] = [progressReader(history)(), indexedReader(history)()];
    return {
      decisionsTo: Math.max(velocity.decisionsTo, search.decisionsTo),
      outcomesTo: Math.max(velocity.outcomesTo, search.outcomesTo),
    };
  } catch {
    return { decisionsTo: 0, outcomesTo: 0 };
  }
}

/** The last decision and outcome that the database ever had, by `seq`. */
function newestIn(events: Database): Progress {
  const newest = events.query<{ seq: number }, [string]>(
    "SELECT seq FROM sqlite_sequence WHERE name = ?",
  );
  const of = (table: string) => newest.get(table)?.seq ?? 0;
  return { decisionsTo: of("decisions"), outcomesTo: of("outcomes") };
}

const isLost = (newest: Progress, indexed: Progress) =>
  indexed.decisionsTo > newest.decisionsTo || indexed.outcomesTo > newest.outcomesTo;

/** In a transaction, since several processes may have noticed it. */
function continueAfter(folder: string, indexed: Progress, at: number): void {
  const events = openForWriting(folder, "events");
  const set = (table: string, seq: number) => {
    const { changes } = events.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [
      seq,
      table,
    ]);
    if (changes === 0) events.run("INSERT INTO sqlite_sequence VALUES (?, ?)", [table, seq]);
  };
  const repair = events.transaction(() => {
    const newest = newestIn(events);
    if (!isLost(newest, indexed)) return;
    write(folder, noted(read(folder), newest, indexed, at));
    set("decisions", Math.max(newest.decisionsTo, indexed.decisionsTo));
    set("outcomes", Math.max(newest.outcomesTo, indexed.outcomesTo));
  });
  try {
    repair.immediate();
  } finally {
    events.close();
  }
}

/** Together with what was lost before, and is not acknowledged. */
function noted(before: Noted | null, newest: Progress, indexed: Progress, at: number): Noted {
  const countedTo = before ?? { decisionsTo: 0, outcomesTo: 0 };
  const lost = (to: "decisionsTo" | "outcomesTo") =>
    Math.max(0, indexed[to] - Math.max(newest[to], countedTo[to]));
  return {
    decisions: (before?.decisions ?? 0) + lost("decisionsTo"),
    outcomes: (before?.outcomes ?? 0) + lost("outcomesTo"),
    noticedAt: isoTime(at),
    ...indexed,
  };
}

function write(folder: string, lost: Noted): void {
  const file = fileOf(folder);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(lost)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}
