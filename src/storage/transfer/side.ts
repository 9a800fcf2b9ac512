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

/** By key. */
export type Digests = ReadonlyMap<string, string>;

export interface Side {
  /** For messages, without a password. */
  name: string;
  count(table: MovedTable): Promise<number>;
  /** The order of the last of the next rows within a portion; null where all of them are few enough. */
  bound(table: MovedTable, within: Portion): Promise<readonly Value[] | null>;
  digests(table: MovedTable, portion: Portion): Promise<Digests>;
  /** Rows and their digests, as of one moment: that of `digests`, or a later one. */
  rows(table: MovedTable, portion: Portion): Promise<{ rows: Row[]; digests: Digests }>;
  /**
   * One digest of all rows of a portion, in this store's own form: cheaper than theirs. Null: they are too
   * many by now.
   */
  fingerprint(table: MovedTable, portion: Portion): Promise<string | null>;
  /** The same of the rows that were read last, which have these digests. */
  fingerprintOfRead(table: MovedTable, portion: Portion, digests: Digests): string | null;
  /** All or nothing, on disk when it resolves. */
  change(table: MovedTable, change: Change): Promise<void>;
  /** What the move has to remember at its destination. */
  notes: Notes;
  close(): Promise<void>;
}

/** Texts by name. */
export interface Notes {
  all(): Promise<ReadonlyMap<string, string>>;
  /** All or nothing, on disk when it resolves. */
  put(notes: ReadonlyMap<string, string>): Promise<void>;
  /** Nothing is left of them. */
  clear(): Promise<void>;
}
