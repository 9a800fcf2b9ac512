import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapForReading } from "./mapped-file.ts";
import { walCopiedPages, walPages } from "./wal-pages.ts";

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-wal-"));
  database = new Database(join(folder, "events.db"), { create: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA wal_autocheckpoint = 0");
  database.run("CREATE TABLE t (n INTEGER)");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["mapped into memory", mapForReading],
  ["read from the file", () => null],
])("the log's pages and those that were copied, as SQLite counts them: %s", (_, map) => {
  const pages = walPages(folder, "events", map);
  const copied = walCopiedPages(folder, "events", map);
  const counted = () =>
    database.query<{ log: number; checkpointed: number }, []>("PRAGMA wal_checkpoint(NOOP)").get()!;
  for (let i = 0; i < 20; i++) {
    database.run("INSERT INTO t VALUES (zeroblob(10000))");
    if (i % 7 === 0) database.run("PRAGMA wal_checkpoint(PASSIVE)");
    expect([pages(), copied()]).toEqual([counted().log, counted().checkpointed]);
  }
  expect(pages()).toBeGreaterThan(0);
});
