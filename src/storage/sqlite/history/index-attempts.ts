/** Brings `history.db` up to what `events.db` has, a group at a time. */
import type { Database } from "bun:sqlite";
import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { identityKinds, outcomeKinds } from "../../velocity.ts";
import {
  attemptsReader,
  type LoggedAttempt,
  type LoggedReport,
  reportsReader,
} from "../events/attempt-log.ts";
import { projectNumber } from "./project-number.ts";
import { attempts, progress, reports, sightings } from "./schema.ts";

/** Rows of one INSERT statement; SQLite takes at most 32,766 values in one. */
const rowsAtOnce = 64;
type Row = (number | null)[];

/** How far `history.db` has come in each log, by `seq`. */
export interface Progress {
  decisionsTo: number;
  outcomesTo: number;
}

export function progressReader(history: Database): () => Progress {
  const { decisionsTo, outcomesTo } = progress;
  const query = drizzle(history).select({ decisionsTo, outcomesTo }).from(progress).prepare();
  return () => query.get() ?? { decisionsTo: 0, outcomesTo: 0 };
}

/**
 * @returns a function that adds the next decisions and outcomes, at most so many of each, in one
 *   transaction with the note of how far it came; another process may do the same at any time. It
 *   tells how many of the more numerous.
 */
export function historyIndexer(events: Database, history: Database): (max: number) => number {
  const readAttempts = attemptsReader(events);
  const readReports = reportsReader(events);
  const reached = progressReader(history);
  const addAttempts = attemptsIndex(history);
  const addReports = reportsIndex(history);
  const db = drizzle(history);
  return history.transaction((max: number) => {
    const from = reached();
    const newAttempts = readAttempts(from.decisionsTo, max);
    const newReports = readReports(from.outcomesTo, max);
    const added = Math.max(newAttempts.length, newReports.length);
    if (added === 0) return 0;
    addAttempts(newAttempts);
    addReports(newReports);
    const to: Progress = {
      decisionsTo: newAttempts.at(-1)?.seq ?? from.decisionsTo,
      outcomesTo: newReports.at(-1)?.seq ?? from.outcomesTo,
    };
    db.insert(progress)
      .values({ id: 1, ...to })
      .onConflictDoUpdate({ target: progress.id, set: to })
      .run();
    return added;
  }).immediate;
}

function attemptsIndex(history: Database): (added: readonly LoggedAttempt[]) => void {
  const insertAttempts = inserter(history, attempts);
  const insertSightings = inserter(history, sightings);
  return (added) => {
    insertAttempts(added.map(attemptRow));
    insertSightings(added.flatMap(sightingRows).sort(byKey));
  };
}

/** In the order of the table's columns. */
function attemptRow({ projectId, sighting }: LoggedAttempt): Row {
  const { at, tie, checkIn, checkOut, linked } = sighting;
  const kinds = identityKinds.map((kind) => linked[kind]);
  return [projectNumber(projectId), at, tie, checkIn, checkOut, ...kinds, linked.city, linked.look];
}

function sightingRows({ projectId, identities, sighting: { at, tie } }: LoggedAttempt): Row[] {
  const project = projectNumber(projectId);
  return Object.values(identities).map((identity) => [project, identity, at, tie]);
}

function reportsIndex(history: Database): (added: readonly LoggedReport[]) => void {
  const insert = inserter(history, reports);
  const end = history.prepare(
    "UPDATE reports SET until = min(ifnull(until, ?1), ?1) " +
      "WHERE project = ?2 AND identity = ?3 AND reported_at = ?4 AND at = ?5 AND tie = ?6",
  );
  const first = history.prepare(
    "INSERT INTO first_reports VALUES (?1, ?2) " +
      "ON CONFLICT DO UPDATE SET reported_at = min(reported_at, ?2)",
  );
  return (added) => {
    const [firstOnes, laterOnes] = partition(added, ({ insteadOf }) => insteadOf.length === 0);
    insert(firstOnes.flatMap(reportRows).sort(byKey));
    // In the order of the log: each ends all that were made of its attempt before.
    for (const report of laterOnes) {
      const { projectId, identities, reportedAt, insteadOf, at, tie } = report;
      const project = projectNumber(projectId);
      for (const identity of counted(identities)) {
        for (const earlier of insteadOf) end.run(reportedAt, project, identity, earlier, at, tie);
      }
      insert(reportRows(report)); // In the place of one with the very same time.
    }
    for (const { projectId, reportedAt } of added) first.run(projectNumber(projectId), reportedAt);
  };
}

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

function reportRows({ projectId, identities, reportedAt, at, tie, fraud }: LoggedReport): Row[] {
  const project = projectNumber(projectId);
  return counted(identities).map((identity) => {
    return [project, identity, reportedAt, at, tie, fraud ? 1 : 0, null];
  });
}

/** The identities whose outcomes are counted. */
function counted(identities: LoggedReport["identities"]): number[] {
  return outcomeKinds.flatMap((kind) => identities[kind] ?? []);
}

/** In the order of the table's key, so that rows of one page are written together. */
export function byKey(a: readonly (number | null)[], b: readonly (number | null)[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
}

/**
 * Inserts rows in large statements. A row that is there already stays, by another process; or is
 * replaced where a report was made twice in one millisecond.
 */
export function inserter(history: Database, table: SQLiteTable): (rows: readonly Row[]) => void {
  const columns: Column[] = Object.values(getTableColumns(table));
  const names = columns.map(({ name }) => name).join(", ");
  const places = `(${columns.map(() => "?").join(", ")})`;
  const statement = (rows: number) =>
    history.prepare(
      `INSERT OR REPLACE INTO ${getTableName(table)} (${names}) ` +
        `VALUES ${Array(rows).fill(places).join(", ")}`,
    );
  const many = statement(rowsAtOnce);
  const one = statement(1);
  return (rows) => {
    const whole = rows.length - (rows.length % rowsAtOnce);
    for (let i = 0; i < whole; i += rowsAtOnce) many.run(...rows.slice(i, i + rowsAtOnce).flat());
    for (const row of rows.slice(whole)) one.run(...row);
  };
}
