/**
 * How many pages the log (WAL) of a database has, from the header of its index, the file that ends in
 * `-shm` (sqlite.org/walformat.html, 2.1: `mxFrame`). It begins at zero again where a write finds
 * that all of it was copied into the file.
 */
import { openSync, readSync } from "node:fs";
import { join } from "node:path";
import { mapForReading } from "./mapped-file.ts";
import type { DatabaseName } from "./open.ts";

const mxFrameOffset = 16;
const bytes = mxFrameOffset + 4;

/** @returns a function that reads it. This process must have the database open, and keep it open. */
export function walPages(
  folder: string,
  name: DatabaseName,
  map: typeof mapForReading = mapForReading,
): () => number {
  // Never closed: that would drop SQLite's locks on the file (see change-mark.ts).
  const file = openSync(join(folder, `${name}.db-shm`), "r");
  const mapped = map(file, bytes);
  if (mapped) {
    const words = new Uint32Array(mapped);
    return () => words[mxFrameOffset / 4]!;
  }
  const word = new Uint32Array(1);
  return () => {
    readSync(file, word, 0, 4, mxFrameOffset);
    return word[0]!;
  };
}
