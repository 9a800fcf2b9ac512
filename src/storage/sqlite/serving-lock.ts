/** Tells whether another process serves a data folder. Its lock ends with the process that has it. */
import { Database } from "bun:sqlite";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ServingLock {
  /** Whether another process has the lock. Where it has ended since, this one takes its place. */
  isElsewhere(): boolean;
  release(): void;
}

/** SQLite locks an empty database, which every system has a call for. Nothing is ever written to it. */
export function servingLock(folder: string): ServingLock {
  const file = join(folder, "serving.lock");
  if (!existsSync(file)) writeFileSync(file, "", { mode: 0o600 });
  const database = new Database(file, { create: true, readwrite: true });
  database.run("PRAGMA busy_timeout = 0");
  let isHeld = false;
  const tryToTake = () => {
    try {
      database.run("PRAGMA journal_mode = MEMORY"); // No file beside it.
      database.run("BEGIN EXCLUSIVE");
      isHeld = true;
    } catch (error) {
      if (!(error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw error;
    }
  };
  tryToTake();
  return {
    isElsewhere() {
      if (!isHeld) tryToTake();
      return !isHeld;
    },
    release() {
      if (isHeld) database.run("ROLLBACK");
      database.close();
    },
  };
}
