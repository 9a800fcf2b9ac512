/**
 * Leaves nothing of deleted rows in the files.
 *
 * With `secure_delete` (open.ts) SQLite overwrites what it deletes with zeros, in the pages of the
 * transaction. The old pages are still in the file until a checkpoint copies the new ones over them, and
 * older copies of a page are in the write-ahead log until it is overwritten or cut: a checkpoint in the
 * mode TRUNCATE does both. What remains on the disk below the file system, or in its snapshots, is out of
 * reach of any program: encrypt the disk.
 *
 * Versions that did not set `secure_delete` have left remains of deleted rows within pages, which only
 * VACUUM removes. `user_version` says whether a file may have such.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ClearedFiles } from "../port/guests.ts";
import { emptyLog, isBusy } from "./empty-log.ts";
import { databaseNames, openForReading, withoutRemains } from "./open.ts";

const tries = { max: 50, pauseMs: 100 } as const;
/** How long VACUUM waits for the transactions of others, ms. */
const vacuumBusyMs = 5000;

type Database = ReturnType<typeof openForReading>;

export function clearFiles(folder: string, rewriteBytesMax: number): ClearedFiles {
  const cleared: ClearedFiles = { logs: true, copies: copiesIn(folder), withoutRemains: true };
  for (const name of databaseNames) {
    const database = openForReading(folder, name);
    try {
      const { size } = statSync(join(folder, `${name}.db`));
      const rewritten = isWithoutRemains(database) || rewrite(database, size, rewriteBytesMax);
      cleared.withoutRemains &&= rewritten;
      const emptied = emptyLog(database, tries);
      cleared.logs &&= emptied;
    } finally {
      database.close();
    }
  }
  return cleared;
}

function copiesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^before-(restore|upgrade)-/.test(name));
}

function isWithoutRemains(database: Database): boolean {
  const { user_version } = database
    .query<{ user_version: number }, []>("PRAGMA user_version")
    .get()!;
  return user_version >= withoutRemains;
}

/** @returns false where the file is larger than is wanted, or somebody is writing to it. */
function rewrite(database: Database, size: number, bytesMax: number): boolean {
  if (size > bytesMax) return false;
  database.run(`PRAGMA busy_timeout = ${vacuumBusyMs}`);
  database.run("PRAGMA query_only = OFF");
  try {
    database.run("VACUUM");
    database.run(`PRAGMA user_version = ${withoutRemains}`);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
