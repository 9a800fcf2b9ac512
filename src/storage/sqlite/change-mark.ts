/**
 * Tells at the price of a few memory reads whether a database was changed since it was last looked
 * at, by any process: what is cached from it is valid until then, and not a moment longer.
 *
 * In WAL mode every commit, by whichever process, takes effect for readers through the header of
 * the WAL index, a file that all of them map into memory (sqlite.org/walformat.html, 2.1: "the
 * first 48 bytes"). A read transaction begins by looking there; so does this. A transaction also
 * takes and gives back a file lock, which under load costs more than the rest of a look-up.
 */
import { join } from "node:path";
import type { DatabaseName } from "./open.ts";

/** The header's 32-bit words: version, change counter, page sizes, frames, checksums, salts. */
const headerWords = 12;

/**
 * @returns a function that tells whether the database may have changed since its last call. The
 *   file is there while any connection to the database is open.
 */
export function changeMark(folder: string, name: DatabaseName): () => boolean {
  const mapped = Bun.mmap(join(folder, `${name}.db-shm`), { shared: true });
  const header = new Uint32Array(mapped.buffer, mapped.byteOffset, headerWords);
  const seen = new Uint32Array(headerWords).fill(0xffffffff);
  return () => {
    let changed = false;
    for (let i = 0; i < headerWords; i++) {
      if (header[i] === seen[i]) continue;
      seen[i] = header[i]!;
      changed = true;
    }
    return changed;
  };
}
