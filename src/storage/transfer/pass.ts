/**
 * One pass over all tables: both sides are read in the order of their keys, portion by portion, what differs
 * in the destination is changed, and each portion is shown to be equal then. The first pass copies. The next
 * ones read the source, and compare the portions that are not what they were: the last one does so with nobody
 * writing. A pass that was interrupted continues.
 */
import { type Compared, type ComparedPortions, comparedPortions, isNoted } from "./compared.ts";
import type { Digests, Portion, Side } from "./side.ts";
import { keyOfRow, type MovedTable, movedTables } from "./tables.ts";

export interface Passed {
  rows: number;
  copied: number;
  removed: number;
}

export interface PassOptions {
  /** Compares every portion again, whatever was compared before. */
  compareAll: boolean;
  progress(rows: number): void;
  /** Called before the tables that SQLite derives from the others. */
  beforeDerived?(): Promise<void>;
}

interface Move {
  from: Side;
  to: Side;
  compared: ComparedPortions;
  /** Counts rows that are equal. */
  count(passed: Passed): void;
}

/** @throws Differs */
export async function pass(from: Side, to: Side, options: PassOptions): Promise<Passed> {
  const passed: Passed = { rows: 0, copied: 0, removed: 0 };
  if (options.compareAll) await to.notes.clear();
  const compared = await comparedPortions(to.notes);
  const count = ({ rows, copied, removed }: Passed) => {
    passed.rows += rows;
    passed.copied += copied;
    passed.removed += removed;
    options.progress(passed.rows);
  };
  let isDerived = false;
  for (const table of movedTables) {
    if (table.database === "history" && !isDerived) {
      isDerived = true;
      await options.beforeDerived?.();
    }
    await passTable({ from, to, compared, count }, table);
  }
  return passed;
}

async function passTable(move: Move, table: MovedTable): Promise<void> {
  const { from, compared, count } = move;
  let after: Portion["after"] = null;
  for (const portion of isNoted(table) ? compared.of(table) : []) {
    after = portion.upTo;
    const { rows, fingerprint } = portion;
    if (fingerprint !== null && fingerprint === (await from.fingerprint(table, portion))) {
      count({ rows, copied: 0, removed: 0 });
      continue;
    }
    await compared.doubt(table, portion);
    const parts: Compared[] = [];
    for await (const part of equalized(move, table, portion)) parts.push(part as Compared);
    await compared.add(table, parts);
  }
  for await (const { upTo, ...part } of equalized(move, table, { after, upTo: null })) {
    if (upTo !== null && isNoted(table)) await compared.add(table, [{ upTo, ...part }]);
  }
}

type Equalized = Portion & Omit<Compared, "upTo">;

/** A portion in parts that are small enough, each of them equal on both sides when it is yielded. */
async function* equalized(
  move: Move,
  table: MovedTable,
  within: Portion,
): AsyncGenerator<Equalized> {
  let { after } = within;
  do {
    const bound =
      table.order.length === 0 ? null : await move.from.bound(table, { after, upTo: within.upTo });
    const isLast = bound === null || JSON.stringify(bound) === JSON.stringify(within.upTo);
    const upTo = isLast ? within.upTo : bound;
    yield await equalize(move, table, { after, upTo });
    after = upTo;
  } while (after !== within.upTo);
}

/** @throws Differs */
async function equalize(
  { from, to, count }: Move,
  table: MovedTable,
  portion: Portion,
): Promise<Equalized> {
  let [wanted, present] = await Promise.all([
    from.digests(table, portion),
    to.digests(table, portion),
  ]);
  let { put, remove } = difference(wanted, present);
  if (put.size > 0 || remove.length > 0) {
    const whole = await from.rows(table, portion);
    wanted = whole.digests;
    ({ put, remove } = difference(wanted, present));
    const rows = whole.rows.filter((row) => put.has(keyOfRow(table, row)));
    await to.change(table, { put: rows, remove });
    present = await to.digests(table, portion);
    const left = difference(wanted, present);
    const [first] = [...left.put, ...left.remove];
    if (first !== undefined) throw new Differs(table.name, first, to.name);
  }
  const rows = wanted.size;
  count({ rows, copied: put.size, removed: remove.length });
  const fingerprint = isNoted(table) ? from.fingerprintOfRead(table, portion, wanted) : null;
  return { ...portion, rows, fingerprint };
}

/** The keys of rows that are missing or another, and of those that are too many. */
function difference(wanted: Digests, present: Digests) {
  const put = new Set<string>();
  for (const [key, digest] of wanted) if (present.get(key) !== digest) put.add(key);
  return { put, remove: [...present.keys()].filter((key) => !wanted.has(key)) };
}

/** A row of the destination is not as it should be, and copying it did not help. */
export class Differs extends Error {
  constructor(table: string, key: string, place: string) {
    super(`${table} ${key} in ${place} is not equal to its original after it was copied`);
  }
}
