/**
 * Detects, at the cost of one small read, whether any process has changed a database since the last
 * check. A cache that checks before each use is never stale.
 *
 * In WAL mode a commit becomes visible to readers through the header of the WAL index, the file
 * that ends in `-shm` (sqlite.org/walformat.html, 2.1: "the first 48 bytes"). A read transaction
 * begins by reading that header, and so does this. A transaction also takes and releases a file
 * lock, which under load costs more than the query itself.
 */
import { openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseName } from "./open.ts";

/** Version, change counter, page sizes, frames, checksums, salts. */
const headerBytes = 48;

/**
 * @returns a function that reports whether the database may have changed since its last call. This
 *   process must have a connection to the database open, and keep it open.
 */
export function changeMark(folder: string, name: DatabaseName): () => boolean {
  // Never closed. POSIX drops all of a process's locks on a file when it closes any descriptor of
  // it, and without SQLite's locks the next process to open the database would reset the file.
  const file = openSync(join(folder, `${name}.db-shm`), "r");
  let last = Buffer.alloc(0);
  let now = Buffer.alloc(headerBytes);
  return () => {
    const length = readSync(file, now, 0, headerBytes, 0);
    if (length === headerBytes && now.equals(last)) return false;
    const spare = last.length === headerBytes ? last : Buffer.alloc(headerBytes);
    last = now;
    now = spare;
    return true;
  };
}
