/** One of the two stores of a move. Rows have the same form on both: PostgreSQL's. */
import type { MovedTable, Row, Value } from "./tables.ts";

/** Rows in a table's order, after one bound up to and with another; null: from the first, to the last. */
export interface Portion {
  after: readonly Value[] | null;
  upTo: readonly Value[] | null;
}

export interface Change {
  /** To be added, or to replace those of the same key. */
  put: readonly Row[];
  /** Their keys, as `keyOfRow` gives them. */
  remove: readonly string[];
}

/** Where a pass is: the bound after which it continues; "whole" after the last row of a table. */
export type Cursor = readonly Value[] | "whole";

export interface Side {
  /** For messages, without a password. */
  name: string;
  count(table: MovedTable): Promise<number>;
  /** The order of the last row of the next portion; null where all that is left fits into it. */
  bound(table: MovedTable, after: readonly Value[] | null): Promise<readonly Value[] | null>;
  /** By key. */
  digests(table: MovedTable, portion: Portion): Promise<Map<string, string>>;
  rows(table: MovedTable, portion: Portion): Promise<Row[]>;
  /** All or nothing, on disk when it resolves; with it the cursor. */
  change(table: MovedTable, change: Change, cursor: Cursor | null): Promise<void>;
  /** Of the pass that was interrupted, by table. */
  cursors(): Promise<ReadonlyMap<string, Cursor>>;
  /** Begins a pass of its own. */
  clearCursors(): Promise<void>;
  close(): Promise<void>;
}
