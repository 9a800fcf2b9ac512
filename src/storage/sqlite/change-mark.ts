/**
 * Detects, at the cost of reading 48 bytes of memory, whether any process has changed a database since
 * the last check. A cache that checks before each use is never stale.
 *
 * In WAL mode a commit becomes visible to readers through the header of the WAL index, the file
 * that ends in `-shm` (sqlite.org/walformat.html, 2.1: "the first 48 bytes"). A read transaction
 * begins by reading that header, and so does this. A transaction also takes and releases a file
 * lock, which under load costs more than the query itself.
 *
 * SQLite maps the file into the memory of every process that has the database open, and so does this:
 * a check takes 0.01 µs instead of the 0.5 to 1 µs of a system call.
 */
import { openSync, readSync } from "node:fs";
import { join } from "node:path";
import { mapForReading } from "./mapped-file.ts";
import type { DatabaseName } from "./open.ts";

/** Version, change counter, page sizes, frames, checksums, salts. */
const headerBytes = 48;
const headerWords = headerBytes / 4;

/**
 * @returns a function that reports whether the database may have changed since its last call. This
 *   process must have a connection to the database open, and keep it open.
 */
export function changeMark(
  folder: string,
  name: DatabaseName,
  map: typeof mapForReading = mapForReading,
): () => boolean {
  // Never closed. POSIX drops all of a process's locks on a file when it closes any descriptor of
  // it, and without SQLite's locks the next process to open the database would reset the file.
  const file = openSync(join(folder, `${name}.db-shm`), "r");
  // SQLite shortens the file only while nobody has the database open, so the mapping stays valid.
  const mapped = map(file, headerBytes);
  return mapped ? watched(new Int32Array(mapped)) : read(file);
}

/**
 * A header that is read while another process writes it differs from both the old and the new one, so
 * that the next call reports a change once more.
 */
function watched(header: Int32Array): () => boolean {
  const last = new Int32Array(headerWords);
  let first = true;
  return () => {
    let changed = first;
    first = false;
    for (let i = 0; i < headerWords; i++) {
      const word = header[i] as number;
      if (word === last[i]) continue;
      last[i] = word;
      changed = true;
    }
    return changed;
  };
}

/** Where the file cannot be mapped. */
function read(file: number): () => boolean {
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
