/**
 * Tells at the price of one small read whether a database was changed since it was last looked at,
 * by any process: what is cached from it is valid until then, and not a moment longer.
 *
 * In WAL mode every commit, by whichever process, takes effect for readers through the header of
 * the WAL index, the file that ends in `-shm` (sqlite.org/walformat.html, 2.1: "the first 48
 * bytes"). A read transaction begins by looking there; so does this. A transaction also takes and
 * gives back a file lock, which under load costs more than all the rest of a look-up.
 */
import { openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseName } from "./open.ts";

/** Version, change counter, page sizes, frames, checksums, salts. */
const headerBytes = 48;

/**
 * @returns a function that tells whether the database may have changed since its last call. A
 *   connection of this process to the database has to be open, and to stay open.
 */
export function changeMark(folder: string, name: DatabaseName): () => boolean {
  // Never closed. POSIX drops all of a process's locks on a file as soon as it closes any
  // descriptor of it, and without SQLite's own the next process would begin the file anew.
  const file = openSync(join(folder, `${name}.db-shm`), "r");
  let seen = Buffer.alloc(0);
  let now = Buffer.alloc(headerBytes);
  return () => {
    const length = readSync(file, now, 0, headerBytes, 0);
    if (length === headerBytes && now.equals(seen)) return false;
    const spare = seen.length === headerBytes ? seen : Buffer.alloc(headerBytes);
    seen = now;
    now = spare;
    return true;
  };
}
