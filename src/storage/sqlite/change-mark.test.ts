import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changeMark } from "./change-mark.ts";
import { mapForReading } from "./mapped-file.ts";

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-mark-"));
  database = new Database(join(folder, "control.db"), { create: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("CREATE TABLE t (n INTEGER)");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ["mapped into memory", mapForReading],
  ["read from the file", () => null],
])("the header %s", (_, map) => {
  test("the first call reports a change, the next ones none", () => {
    const changed = changeMark(folder, "control", map);
    expect([changed(), changed(), changed()]).toEqual([true, false, false]);
  });

  test("every commit is reported once, also after checkpoints", () => {
    const changed = changeMark(folder, "control", map);
    changed();
    for (let i = 0; i < 50; i++) {
      database.run("INSERT INTO t VALUES (1)");
      if (i % 10 === 9) database.run("PRAGMA wal_checkpoint(TRUNCATE)");
      expect(changed()).toBe(true);
      expect(changed()).toBe(false);
    }
  });

  test("what is read or rolled back is no change", () => {
    const changed = changeMark(folder, "control", map);
    changed();
    database.query("SELECT count(*) FROM t").get();
    database.run("BEGIN IMMEDIATE");
    database.run("INSERT INTO t VALUES (1)");
    database.run("ROLLBACK");
    expect(changed()).toBe(false);
  });

  test("a commit of another process is reported, and SQLite's locks stay", () => {
    const changed = changeMark(folder, "control", map);
    changed();
    const script = `
      const database = new (require("bun:sqlite").Database)(${JSON.stringify(join(folder, "control.db"))});
      database.run("INSERT INTO t VALUES (7)");
      database.close();`;
    for (let i = 0; i < 3; i++) {
      expect(Bun.spawnSync([process.execPath, "-e", script]).stderr.toString()).toBe("");
      expect(changed()).toBe(true);
      expect(changed()).toBe(false);
    }
    expect(database.query("SELECT count(*) AS n FROM t").get()).toEqual({ n: 3 });
  });
});

test("a file that is too short is not mapped", () => {
  const path = join(folder, "short");
  writeFileSync(path, "x".repeat(47));
  expect(mapForReading(openSync(path, "r"), 48)).toBeNull();
});
