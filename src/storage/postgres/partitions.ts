/**
 * The partitions of the large tables: one for each month, created ahead or when attempts of a past month are
 * imported, dropped when they are empty, or when nothing of them is kept (ended-months.ts). What belongs to no
 * month's partition, such as attempts of decades ago, is in the table's default partition. That one stays
 * small: to create a partition, PostgreSQL reads all of it while nobody can use the table.
 */
import type { Connection, Transaction } from "./connection.ts";
import { lockForPartitions } from "./locks.ts";

type Bound = (at: number) => string;
const byTime: Bound = (at) => String(at);
/** A decision's ID begins with its time: 12 hexadecimal digits of milliseconds. */
const byDecision: Bound = (at) => `'dec_${at.toString(16).padStart(12, "0")}'`;

const tables: Readonly<Record<string, Bound>> = {
  attempts: byTime,
  sightings: byTime,
  batches: byTime,
  decisions: byDecision,
  reasons: byDecision,
  shadow_scores: byDecision,
};

/** This month's, and of so many to come: so long may no copy run before rows go to the default partition. */
const monthsAhead = 2;
/** What is older is in the default partition. */
export const partitionsMs = 10 * 366 * 24 * 60 * 60 * 1000;
/** What an imported attempt has rows in. */
const importedTables = ["attempts", "sightings", "decisions"] as const;

/** The first moment of a month in UTC. @param more months after the one of `at`. */
function monthOf(at: number, more = 0): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1);
}

/** @param month as in the name of its partitions, such as `2026_11`. */
export const startOfMonth = (month: string): number =>
  Date.parse(`${month.replace("_", "-")}-01T00:00:00Z`);

export const endOfMonth = (month: string): number => monthOf(startOfMonth(month), 1);

const nameOf = (table: string, month: number) =>
  `${table}_${new Date(month).toISOString().slice(0, 7).replace("-", "_")}`;

/**
 * Creates the partitions of this month and the next ones, and drops those of past months that have no rows.
 * Any number of copies may do so at once.
 */
export async function keepPartitions(connection: Connection, now: number): Promise<void> {
  const months = Array.from({ length: monthsAhead + 1 }, (_, i) => monthOf(now, i));
  const wanted = Object.keys(tables).flatMap((table) => {
    return months.map((month) => ({ table, month, name: nameOf(table, month) }));
  });
  const existing = await partitionNames(connection);
  const missing = wanted.filter(({ name }) => !existing.has(name));
  const past = Object.keys(tables).flatMap((table) =>
    [...existing].filter((name) => isMonthOf(table, name) && name < nameOf(table, monthOf(now))),
  );
  for (const { table, month } of missing) {
    await connection.transaction((transaction) => create(transaction, table, month));
  }
  for (const name of past) await connection.transaction((one) => dropIfEmpty(one, name));
}

/** Creates those of past months too: for data that is older than the database. */
export async function addPartitions(
  connection: Connection,
  from: number,
  now: number,
): Promise<void> {
  await keepPartitions(connection, now);
  const existing = await partitionNames(connection);
  for (const table of Object.keys(tables)) {
    for (let month = monthOf(from); month < monthOf(now); month = monthOf(month, 1)) {
      if (existing.has(nameOf(table, month))) continue;
      await connection.transaction((transaction) => create(transaction, table, month));
    }
  }
}

/**
 * @returns a function that creates the partitions of imported attempts, called with their times before they are
 *   stored. Where it cannot, such as while somebody uses a table for long, they go to the default partition.
 */
export function importPartitions(connection: Connection): (times: number[]) => Promise<unknown> {
  const created = new Map<number, Promise<void>>();
  async function createAll(month: number): Promise<void> {
    for (const table of importedTables) {
      await connection.transaction((transaction) => create(transaction, table, month));
    }
  }
  return (times) => {
    const now = Date.now();
    const isPast = (at: number) => at >= now - partitionsMs && at < monthOf(now);
    const months = new Set(times.filter(isPast).map((at) => monthOf(at)));
    for (const month of months) {
      if (!created.has(month))
        created.set(
          month,
          createAll(month).catch(() => {}),
        );
    }
    return Promise.all([...months].map((month) => created.get(month)));
  };
}

const isMonthOf = (table: string, name: string) =>
  name.startsWith(`${table}_`) && /^\d{4}_\d{2}$/.test(name.slice(table.length + 1));

/** From the catalogue, which a statement reads as of its beginning; `to_regclass` may answer from a cache. */
export async function partitionNames({ sql }: Pick<Connection, "sql">): Promise<Set<string>> {
  const rows = await sql<{ name: string }>(
    `SELECT child.relname::text AS name FROM pg_inherits
     JOIN pg_class AS child ON child.oid = inhrelid
     JOIN pg_class AS parent ON parent.oid = inhparent
     WHERE parent.relkind = 'p' AND parent.relname = ANY ($1::text[])`,
    [Object.keys(tables)],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Begins a change of partitions. It locks the table, and whoever comes after waits too: it may not wait long
 * for those before.
 */
export async function beginOnPartitions(transaction: Transaction): Promise<void> {
  await transaction.sql("SELECT set_config('lock_timeout', '1000', true)");
  await lockForPartitions(transaction);
}

/**
 * Creates a partition. Where the default partition has rows of that month already, it stays without one:
 * moving them would lock the table for as long as that takes.
 */
async function create(transaction: Transaction, table: string, month: number): Promise<void> {
  await beginOnPartitions(transaction);
  const bound = tables[table]!;
  const [from, to] = [bound(month), bound(monthOf(month, 1))];
  const name = nameOf(table, month);
  const column = bound === byTime ? (table === "batches" ? "received_at" : "at") : idColumn(table);
  if ((await partitionNames(transaction)).has(name)) return; // Another copy created it meanwhile.
  const [rest] = await transaction.sql<{ has: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM ${table}_rest WHERE ${column} >= ${from} AND ${column} < ${to}) AS has`,
  );
  if (rest!.has) return;
  await transaction.sql(
    `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})`,
  );
}

const idColumn = (table: string) => (table === "decisions" ? "id" : "decision_id");

async function dropIfEmpty(transaction: Transaction, name: string): Promise<void> {
  await beginOnPartitions(transaction);
  if (!(await partitionNames(transaction)).has(name)) return; // Another copy dropped it meanwhile.
  const isEmpty = `SELECT NOT EXISTS (SELECT 1 FROM ${name}) AS empty`;
  const [looked] = await transaction.sql<{ empty: boolean }>(isEmpty);
  if (!looked!.empty) return;
  await transaction.sql(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  const [still] = await transaction.sql<{ empty: boolean }>(isEmpty);
  if (still!.empty) await transaction.sql(`DROP TABLE ${name}`);
}
