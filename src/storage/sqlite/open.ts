/** Opens the database files. Every pragma is set here. */
import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { emptyLog } from "./empty-log.ts";
import { migrate, migrations } from "./migrations.ts";
import { openError } from "./open-error.ts";

export const databaseNames = ["control", "events", "history"] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** The `user_version` of files in which `secure_delete` was on from the start: see clear-files.ts. */
export const withoutRemains = 1;

/**
 * The page cache of a connection. What is read again and again is `history.db`; decisions are
 * appended, and reading one of them is served by the operating system's cache.
 */
const cacheKiB: Readonly<Record<DatabaseName, number>> = {
  control: 2 * 1024,
  events: 16 * 1024,
  history: 48 * 1024,
};

/**
 * From how many pages of 4 KiB on a commit also copies the log into the file. Decisions would wait for that, so
 * a thread of its own copies that of `events.db` in smaller portions before (threads/checkpointer.ts), and in a
 * command the writer's thread after it has answered (threads/operations.ts); nobody waits for the others. A
 * checkpoint by the indexer's thread, each second, made decisions slower: 25 ms instead of 16.
 */
const checkpointPages: Readonly<Record<DatabaseName, number>> = {
  control: 4000,
  events: 12_000,
  history: 4000,
};

/** How long a writer waits for another process's transaction before it gives up, ms. */
const writerBusyMs = 2000;
/**
 * How long a process that starts waits, ms: dozens of commands at once each take a lock for a moment,
 * and none of them has anybody waiting for an answer yet.
 */
const openBusyMs = 30_000;
/** Readers never wait for writers in WAL mode; only for a file being recovered or restored. */
const readerBusyMs = 200;

/** Opens a database for writing, creating and migrating it where needed. */
export function openForWriting(folder: string, name: DatabaseName): Database {
  try {
    return openedForWriting(folder, name);
  } catch (error) {
    throw openError(join(folder, `${name}.db`), error);
  }
}

function openedForWriting(folder: string, name: DatabaseName): Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.db`);
  const isNew = !existsSync(file);
  const database = new Database(file, { create: true, readwrite: true, strict: true });
  if (isNew) chmodSync(file, 0o600); // Guests' data and key hashes: for the operator only.
  database.run(`PRAGMA busy_timeout = ${openBusyMs}`);
  retryWhileBusy(() => database.run("PRAGMA journal_mode = WAL"));
  // A commit is on disk before it is acknowledged. Derived data may be lost, as it is built again;
  // in WAL mode, NORMAL still protects the file from corruption.
  database.run(`PRAGMA synchronous = ${name === "history" ? "NORMAL" : "FULL"}`);
  database.run(`PRAGMA cache_size = -${cacheKiB[name]}`);
  database.run(`PRAGMA wal_autocheckpoint = ${checkpointPages[name]}`);
  database.run("PRAGMA journal_size_limit = 67108864"); // 64 MiB
  // Deleted means deleted: what is erased is not found in free space. See clear-files.ts.
  database.run("PRAGMA secure_delete = ON");
  if (isNew) database.run(`PRAGMA user_version = ${withoutRemains}`);
  migrate(database, migrations[name]);
  database.run(`PRAGMA busy_timeout = ${writerBusyMs}`);
  return database;
}

/**
 * Empties the log, for a service that ends: then the files can be copied one by one. SQLite does so itself
 * when the last connection closes, but `close` of bun:sqlite leaves a connection open until its statements
 * have been collected, which a process that ends does not wait for. A thread of this process that is
 * closing too may still read, so it tries for some time. Where it fails, as on a full disk, the log stays, and
 * is part of the database as before.
 */
export function emptyLogAtEnd(database: Database): void {
  try {
    emptyLog(database, { max: 10, pauseMs: 50 });
  } catch {
    // Nothing is lost, and the process has to end.
  }
}

/** Opens an existing database for reading only. */
export function openForReading(folder: string, name: DatabaseName): Database {
  const database = new Database(join(folder, `${name}.db`), { readwrite: true, strict: true });
  database.run(`PRAGMA busy_timeout = ${readerBusyMs}`);
  database.run("PRAGMA query_only = ON"); // A file opened read-only could not share the WAL's index.
  database.run(`PRAGMA cache_size = -${cacheKiB[name]}`);
  return database;
}

/**
 * Retries the change to WAL mode. The busy timeout does not cover it: while another process makes
 * the same change, SQLite reports at once that the database is locked.
 */
function retryWhileBusy(change: () => void): void {
  const deadline = performance.now() + openBusyMs;
  for (;;) {
    try {
      change();
      return;
    } catch (error) {
      const isLocked = (error as { code?: string }).code?.startsWith("SQLITE_BUSY");
      if (!isLocked || performance.now() > deadline) throw error;
      Bun.sleepSync(5);
    }
  }
}
