/**
 * Months of which nothing is kept any more: their partitions are taken out of the tables and dropped, which
 * takes as long for a billion rows as for one. Until it is dropped, such a partition is a table by itself,
 * which nobody reads but those who delete what belonged to its rows: interrupted at any point, it goes on.
 */
import type { IsOver } from "../port/months.ts";
import type { Connection, Transaction } from "./connection.ts";
import { beginOnPartitions, endOfMonth, partitionNames, startOfMonth } from "./partitions.ts";

const prefix = "ended_";
const monthPattern = /_(\d{4}_\d{2})$/;

/**
 * Takes the partitions of months out of tables, where it is over for every project that has rows in any of
 * them. The month that has not ended, and what is in the default partitions, stay.
 */
export async function detachEnded(
  connection: Connection,
  tables: readonly string[],
  isOver: IsOver,
): Promise<void> {
  const existing = await partitionNames(connection);
  const months = new Set([...existing].flatMap((name) => monthOf(name, tables) ?? []));
  for (const month of [...months].sort()) {
    const names = tables.map((table) => `${table}_${month}`).filter((name) => existing.has(name));
    const projects = await projectsIn(connection, names);
    if (projects.length === 0) continue; // An empty one is dropped as it is.
    if (!(await isOverForAll(projects, endOfMonth(month), isOver))) continue;
    await detachMonth(connection, names, projects).catch(() => {}); // Its rows are deleted by themselves.
  }
}

/**
 * Takes all of these out, or none.
 * @throws Error if there are rows of other projects by now, or somebody uses a table for long.
 */
async function detachMonth(connection: Connection, names: string[], projects: string[]) {
  await connection.transaction(async (transaction) => {
    await beginOnPartitions(transaction);
    const still = await partitionNames(transaction);
    const detached = names.filter((name) => still.has(name)); // Another copy may have done it.
    for (const name of detached) await detach(transaction, name);
    const now = await projectsIn(transaction, detached.map(endedName));
    if (now.some((id) => !projects.includes(id))) throw new Error("rows of other projects");
    // As for rows that are deleted one by one, see the migration `known-past`.
    await transaction.sql("SELECT count_past_change_1(id) FROM unnest($1::text[]) AS id", [now]);
  });
}

/** The tables that were taken out of one of these, oldest first. */
export async function endedOf({ sql }: Pick<Connection, "sql">, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY 1",
    [`^${prefix}${table}_[0-9]{4}_[0-9]{2}$`],
  );
  return rows.map(({ name }) => name);
}

/** The first moment of a month that was taken out, and the first one after it. */
export function spanOf(ended: string): { from: number; to: number } {
  const [, month] = monthPattern.exec(ended)!;
  return { from: startOfMonth(month!), to: endOfMonth(month!) };
}

/**
 * Deletes what belonged to the rows of a month that was taken out, and drops it.
 * @param deleteBelongings returns null if it was told to stop: then the month stays for the next time.
 * @returns what that returned; nothing where another copy was faster.
 */
export async function finishEnded<Deleted>(
  { sql }: Pick<Connection, "sql">,
  ended: string,
  deleteBelongings: () => Promise<Deleted[] | null>,
): Promise<Deleted[]> {
  try {
    const deleted = await deleteBelongings();
    if (deleted) await sql(`DROP TABLE ${ended}`);
    return deleted ?? [];
  } catch (error) {
    const [left] = await sql("SELECT 1 FROM pg_class WHERE relname = $1", [ended]);
    if (left) throw error;
    return [];
  }
}

/** Skips from one project to the next along the key, however many rows each has. */
export async function projectsIn(
  { sql }: Pick<Transaction, "sql">,
  names: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const name of names) {
    const rows = await sql<{ id: string }>(
      `WITH RECURSIVE found (id) AS (
         SELECT min(project_id) FROM ${name}
         UNION ALL
         SELECT (SELECT min(project_id) FROM ${name} WHERE project_id > found.id)
         FROM found WHERE found.id IS NOT NULL
       )
       SELECT id FROM found WHERE id IS NOT NULL`,
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

async function isOverForAll(projects: string[], end: number, isOver: IsOver): Promise<boolean> {
  for (const id of projects) if (!(await isOver(id, end))) return false;
  return true;
}

const endedName = (name: string) => `${prefix}${name}`;

async function detach({ sql }: Transaction, name: string): Promise<void> {
  await sql(`ALTER TABLE ${name.replace(monthPattern, "")} DETACH PARTITION ${name}`);
  await sql(`ALTER TABLE ${name} RENAME TO ${endedName(name)}`);
}

function monthOf(name: string, tables: readonly string[]): string | null {
  const [, month] = monthPattern.exec(name) ?? [];
  return month && tables.includes(name.replace(monthPattern, "")) ? month : null;
}
