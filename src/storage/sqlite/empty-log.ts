/** Copies a database's write-ahead log into its file, and cuts the log to nothing. */
import type { Database } from "bun:sqlite";

/** While it waits for readers, a checkpoint lets nobody write: it gives up soon, and tries again. */
const checkpointBusyMs = 100;

export interface Tries {
  max: number;
  /** Between two of them, in which others can write. */
  pauseMs: number;
}

/** @returns false where somebody went on reading or writing: the log stays. */
export function emptyLog(database: Database, { max, pauseMs }: Tries): boolean {
  database.run(`PRAGMA busy_timeout = ${checkpointBusyMs}`);
  const checkpoint = database.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let i = 0; i < max; i++) {
    if (i > 0) Bun.sleepSync(pauseMs);
    try {
      if (checkpoint.get()!.busy === 0) return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return false;
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test((error as { code?: string }).code ?? "");
}
