/**
 * How many pages the log (WAL) of a database has, and how many of them were copied into the file, from its
 * index, the file that ends in `-shm` (sqlite.org/walformat.html, 2.1 and 2.2: `mxFrame` and `nBackfill`).
 * Both begin at zero again where a write finds that all of the log was copied into the file.
 */
import { openSync, readSync } from "node:fs";
import { join } from "node:path";
import { mapForReading } from "./mapped-file.ts";
import type { DatabaseName } from "./open.ts";

const mxFrameOffset = 16;
const nBackfillOffset = 96;
const wordBytes = 4;

type MapFile = typeof mapForReading;

/** @returns a function that reads it. This process must have the database open, and keep it open. */
export function walPages(folder: string, name: DatabaseName, map?: MapFile): () => number {
  return wordReader(folder, name, mxFrameOffset, map);
}

/** As `walPages`, those that were copied into the file. */
export function walCopiedPages(folder: string, name: DatabaseName, map?: MapFile): () => number {
  return wordReader(folder, name, nBackfillOffset, map);
}

function wordReader(
  folder: string,
  name: DatabaseName,
  offset: number,
  map: MapFile = mapForReading,
) {
  // Never closed: that would drop SQLite's locks on the file (see change-mark.ts).
  const file = openSync(join(folder, `${name}.db-shm`), "r");
  const mapped = map(file, offset + wordBytes);
  if (mapped) {
    const words = new Uint32Array(mapped);
    return () => words[offset / wordBytes]!;
  }
  const word = new Uint32Array(1);
  return () => {
    readSync(file, word, 0, wordBytes, offset);
    return word[0]!;
  };
}
