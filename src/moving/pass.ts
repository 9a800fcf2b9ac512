/**
 * One pass over all tables: both sides are read in the order of their keys, portion by portion, and what
 * differs in the destination is changed. The first pass copies, the next ones catch up, the last one, with
 * nobody writing, shows that both are equal. A pass that was interrupted continues.
 */
import type { Cursor, Portion, Side } from "./side.ts";
import { keyOfRow, type MovedTable, movedTables } from "./tables.ts";

export interface Passed {
  rows: number;
  copied: number;
  removed: number;
}

export interface PassOptions {
  /** Reads each portion that was changed again: both must be equal then. */
  strict: boolean;
  progress(rows: number): void;
  /** Called before the tables that SQLite derives from the others. */
  beforeDerived?(): Promise<void>;
}

/** @throws Differs */
export async function pass(from: Side, to: Side, options: PassOptions): Promise<Passed> {
  const passed: Passed = { rows: 0, copied: 0, removed: 0 };
  const reached = options.strict ? new Map<string, Cursor>() : await to.cursors();
  if (options.strict) await to.clearCursors();
  let isDerived = false;
  for (const table of movedTables) {
    if (table.database === "history" && !isDerived) {
      isDerived = true;
      await options.beforeDerived?.();
    }
    const cursor = reached.get(table.name) ?? null;
    if (cursor !== "whole") await passTable(from, to, table, cursor, passed, options);
  }
  await to.clearCursors();
  return passed;
}

async function passTable(
  from: Side,
  to: Side,
  table: MovedTable,
  cursor: Exclude<Cursor, "whole"> | null,
  passed: Passed,
  { strict, progress }: PassOptions,
): Promise<void> {
  let after = cursor;
  do {
    const upTo = table.order.length === 0 ? null : await from.bound(table, after);
    const portion = { after, upTo };
    const changed = await equalize(from, to, table, portion);
    if (strict && changed.copied + changed.removed > 0)
      await requireEqual(from, to, table, portion);
    passed.rows += changed.rows;
    passed.copied += changed.copied;
    passed.removed += changed.removed;
    progress(passed.rows);
    after = upTo;
  } while (after !== null);
}

async function equalize(
  from: Side,
  to: Side,
  table: MovedTable,
  portion: Portion,
): Promise<Passed> {
  const { wanted, differing, superfluous } = await compare(from, to, table, portion);
  const rows = differing.size > 0 ? await from.rows(table, portion) : [];
  // One that was added or removed since is for the next pass.
  const put = rows.filter((row) => differing.has(keyOfRow(table, row)));
  await to.change(table, { put, remove: superfluous }, portion.upTo ?? "whole");
  return { rows: wanted, copied: put.length, removed: superfluous.length };
}

async function compare(from: Side, to: Side, table: MovedTable, portion: Portion) {
  const [wanted, present] = await Promise.all([
    from.digests(table, portion),
    to.digests(table, portion),
  ]);
  const differing = new Set<string>();
  for (const [key, digest] of wanted) if (present.get(key) !== digest) differing.add(key);
  const superfluous = [...present.keys()].filter((key) => !wanted.has(key));
  return { wanted: wanted.size, differing, superfluous };
}

async function requireEqual(from: Side, to: Side, table: MovedTable, portion: Portion) {
  const { differing, superfluous } = await compare(from, to, table, portion);
  const [first] = [...differing, ...superfluous];
  if (first !== undefined) throw new Differs(table.name, first, to.name);
}

/** A row of the destination is not as it should be, and copying it did not help. */
export class Differs extends Error {
  constructor(table: string, key: string, place: string) {
    super(`${table} ${key} in ${place} is not equal to its original after it was copied`);
  }
}
