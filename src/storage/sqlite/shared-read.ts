/**
 * One read transaction for all queries of the same turn of the event loop. A query outside of a transaction takes
 * and releases a lock of the file, and reads again the pages that it had in its cache, once anybody has
 * committed. The transaction ends with the turn, because an open one would keep the WAL from being started over.
 */
import type { Database } from "bun:sqlite";

/**
 * @param database a connection that nothing else reads with, or whose other readers may see what it sees.
 * @param changed whether the database may have changed since the last call; the transaction then begins anew.
 *   Without it, what is committed during a turn is not seen in that turn.
 * @returns a function that is called before each query.
 */
export function sharedRead(database: Database, changed?: () => boolean): () => void {
  const begin = database.prepare("BEGIN");
  const commit = database.prepare("COMMIT");
  let open = false;
  const end = () => {
    if (!open) return;
    open = false;
    // An error may have ended it already, and so may closing the file.
    try {
      commit.run();
    } catch {}
  };
  return () => {
    if (changed?.()) end();
    if (open) return;
    if (!database.inTransaction) begin.run();
    open = true;
    setImmediate(end);
  };
}
