/**
 * One read transaction for all attempts that are decided in the same turn of the event loop. A query outside
 * of a transaction takes and releases a lock of the file, and an attempt needs up to four queries.
 *
 * What is committed meanwhile is not seen: this is for `history.db` alone, since what it does not have yet is
 * in memory, and is dropped from there by what this very connection sees. The transaction ends with the
 * turn, because an open one would keep the WAL from being started over.
 */
import type { Database } from "bun:sqlite";

/** @returns a function that begins the transaction, if it has not begun in this turn. */
export function sharedRead(database: Database): () => void {
  const begin = database.prepare("BEGIN");
  const commit = database.prepare("COMMIT");
  let open = false;
  const end = () => {
    open = false;
    // An error may have ended it already, and so may closing the file.
    try {
      commit.run();
    } catch {}
  };
  return () => {
    if (open) return;
    if (!database.inTransaction) begin.run();
    open = true;
    setImmediate(end);
  };
}
