/** Indexes attempts and outcomes for velocity: copies them from `events.db`, a group at a time. */
import type { Database } from "bun:sqlite";
import { type Column, getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { bits32 } from "../../port/sighting.ts";
import { identityKinds, reportedKinds } from "../../port/velocity.ts";
import { type LoggedReport, reportsReader, type StoredAttempt } from "../events/attempt-log.ts";
import { logReader } from "../events/search-log.ts";
import { insertSql } from "../insert-sql.ts";
import { hotelDaysIndex } from "./hotel-days-index.ts";
import { projectNumbering } from "./project-numbers.ts";
import { attempts, progress, reports, sightings } from "./schema.ts";

/** Rows of one INSERT statement; SQLite takes at most 32,766 values in one. */
const rowsAtOnce = 64;
type Row = (number | null)[];
type NumberOf = (projectId: string) => number;

/** The last decision and outcome that are indexed, by `seq`. */
export interface Progress {
  decisionsTo: number;
  outcomesTo: number;
}

/** Without the query builder, which takes longer than the query: the days of a hotel ask for it. */
export function progressReader(history: Database): () => Progress {
  const query = history.query<Progress, []>(
    "SELECT decisions_to AS decisionsTo, outcomes_to AS outcomesTo FROM progress",
  );
  return () => query.get() ?? { decisionsTo: 0, outcomesTo: 0 };
}

/** @returns a function that counts the decisions that are not indexed; zero where that cannot be read. */
export function waitingReader(events: Database, history: Database): () => number {
  const newest = events.query<{ seq: number }, []>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'decisions'",
  );
  const reached = progressReader(history);
  return () => {
    try {
      return (newest.get()?.seq ?? 0) - reached().decisionsTo;
    } catch {
      return 0; // Indexing meets the same failure, and reports it.
    }
  };
}

/**
 * @returns a function that indexes the next decisions and outcomes, at most `max` of each, and
 *   records its progress in the same transaction; another process may do the same at any time. It
 *   returns the number of decisions or of outcomes, whichever is larger.
 */
export function attemptsIndexer(
  events: Database,
  history: Database,
  readAttempts: (after: number, max: number) => readonly StoredAttempt[] = logReader(events),
): (max: number) => number {
  const readReports = reportsReader(events);
  const reached = progressReader(history);
  const numbering = projectNumbering(history);
  const addAttempts = attemptsIndex(history);
  const addReports = reportsIndex(history);
  const addDays = hotelDaysIndex(history);
  const db = drizzle(history);
  return history.transaction((max: number) => {
    const from = reached();
    const newAttempts = readAttempts(from.decisionsTo, max);
    const newReports = readReports(from.outcomesTo, max);
    const added = Math.max(newAttempts.length, newReports.length);
    if (added === 0) return 0;
    const numberOf = numbering();
    addAttempts(newAttempts, numberOf);
    addReports(newReports, numberOf);
    addDays(newAttempts, newReports, numberOf);
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

function attemptsIndex(history: Database) {
  const insertAttempts = inserter(history, attempts);
  const insertSightings = inserter(history, sightings);
  return (added: readonly StoredAttempt[], numberOf: NumberOf): void => {
    const rows: Row[] = [];
    const sightingsOf = new SightingRows();
    for (const attempt of added) {
      const project = numberOf(attempt.projectId);
      rows.push(attemptRow(project, attempt));
      sightingsOf.add(project, attempt);
    }
    insertAttempts(rows);
    for (const rows of sightingsOf.inOrder()) insertSightings(rows);
  };
}

/** In the order of the table's columns; of each identity and trait the 32 bits of a sighting. */
function attemptRow(project: number, { at, riskScore, stored }: StoredAttempt) {
  const { tie, identities, stay } = stored;
  const row: Row = [project, at, tie, stay?.checkIn ?? null, stay?.checkOut ?? null];
  for (const kind of identityKinds) row.push(bits32(identities[kind]));
  row.push(bits32(stay?.city), bits32(stay?.look), bits32(stay?.surname), riskScore);
  row.push(bits32(identities.card), stay?.amount ?? null);
  return row;
}

/** Rows that are made at once: as numbers they take a quarter of the memory. */
const madeAtOnce = rowsAtOnce * 64;
/** Of a row without its project: identity, time and tie breaker. */
const sightingNumbers = 3;

/** The rows of a group by project, to be written in the order of their key: nearly, see `inOrder`. */
class SightingRows {
  /** The numbers of all rows of a project, one row after the other. */
  readonly #byProject = new Map<number, number[]>();

  add(project: number, { at, stored: { tie, identities } }: StoredAttempt): void {
    let numbers = this.#byProject.get(project);
    if (!numbers) {
      numbers = [];
      this.#byProject.set(project, numbers);
    }
    for (const identity of Object.values(identities)) numbers.push(identity, at, tie);
  }

  *inOrder(): Generator<readonly Row[]> {
    const projects = [...this.#byProject.keys()].sort((a, b) => a - b);
    let rows: Row[] = [];
    for (const project of projects) {
      const numbers = this.#byProject.get(project)!;
      for (const place of byIdentity(numbers)) {
        rows.push([project, numbers[place]!, numbers[place + 1]!, numbers[place + 2]!]);
        if (rows.length < madeAtOnce) continue;
        yield rows;
        rows = [];
      }
    }
    yield rows;
  }
}

/** Rows that fit one sort; as many are numbered by 20 bits. */
const sortedAtOnce = 2 ** 20;

/**
 * Orders rows by the upper 32 of their identity's 52 bits, so that rows of one page are written
 * together, and otherwise leaves them in the order of time. Numbers in a typed array are sorted in
 * 40 % of the time of rows with a function that compares them.
 * @returns where each row begins.
 */
function byIdentity(numbers: readonly number[]): Float64Array {
  const keys = new Float64Array(numbers.length / sightingNumbers);
  for (let i = 0; i < keys.length; i++) {
    const identity = Math.abs(numbers[i * sightingNumbers]!);
    keys[i] = Math.floor(identity / sortedAtOnce) * sortedAtOnce + (i % sortedAtOnce);
  }
  keys.sort();
  return keys.map((key) => (key % sortedAtOnce) * sightingNumbers);
}

function reportsIndex(history: Database) {
  const insert = inserter(history, reports);
  const end = history.prepare(
    "UPDATE reports SET until = min(ifnull(until, ?1), ?1) " +
      "WHERE project = ?2 AND identity = ?3 AND reported_at = ?4 AND at = ?5 AND tie = ?6",
  );
  const first = history.prepare(
    "INSERT INTO first_reports VALUES (?1, ?2) " +
      "ON CONFLICT DO UPDATE SET reported_at = min(reported_at, ?2)",
  );
  return (added: readonly LoggedReport[], numberOf: NumberOf): void => {
    const [firstOnes, laterOnes] = partition(added, ({ insteadOf }) => insteadOf.length === 0);
    const rows = firstOnes.flatMap((report) => reportRows(numberOf(report.projectId), report));
    insert(rows.sort(byKey));
    // In the order of the log: each ends the earlier reports of its attempt.
    for (const report of laterOnes) {
      const { projectId, identities, reportedAt, insteadOf, at, tie } = report;
      const project = numberOf(projectId);
      for (const identity of counted(identities)) {
        for (const earlier of insteadOf) end.run(reportedAt, project, identity, earlier, at, tie);
      }
      insert(reportRows(project, report)); // Replaces one with the very same time.
    }
    for (const { projectId, reportedAt } of added) first.run(numberOf(projectId), reportedAt);
  };
}

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

function reportRows(project: number, report: LoggedReport): Row[] {
  const { identities, reportedAt, at, tie, fraud } = report;
  if (fraud === null) return []; // It only ends those before.
  return counted(identities).map((identity) => {
    return [project, identity, reportedAt, at, tie, fraud ? 1 : 0, null];
  });
}

/** The identities whose outcomes are counted. */
function counted(identities: LoggedReport["identities"]): number[] {
  return reportedKinds.flatMap((kind) => identities[kind] ?? []);
}

/** Orders rows by the key of their table, so that rows of one page are written together. */
export function byKey(a: readonly (number | null)[], b: readonly (number | null)[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
}

/**
 * Inserts rows in large statements. Replacing changes nothing if another process has inserted the
 * same row, and is right if an outcome was reported twice in one millisecond.
 */
export function inserter(history: Database, table: SQLiteTable): (rows: readonly Row[]) => void {
  const columns: Column[] = Object.values(getTableColumns(table));
  const statement = (rows: number) =>
    history.prepare(insertSql("INSERT OR REPLACE", table, columns, rows));
  const many = statement(rowsAtOnce);
  const one = statement(1);
  const values: Row = new Array(rowsAtOnce * columns.length).fill(null);
  return (rows) => {
    const whole = rows.length - (rows.length % rowsAtOnce);
    for (let i = 0; i < whole; i += rowsAtOnce) {
      let place = 0;
      for (let j = i; j < i + rowsAtOnce; j++)
        for (const value of rows[j]!) values[place++] = value;
      many.run(...values);
    }
    for (let i = whole; i < rows.length; i++) one.run(...rows[i]!);
  };
}
