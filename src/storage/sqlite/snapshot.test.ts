import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openForWriting } from "./open.ts";
import { openSnapshot } from "./snapshot.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-snapshot-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes what a snapshot holds into a folder of its own. */
function copy(folder: string, { during = () => {} } = {}) {
  const target = mkdtempSync(join(root, "copy-"));
  const snapshot = openSnapshot(folder, ["control", "events"]);
  during();
  for (const { name, bytes, content } of snapshot.databases) {
    const path = join(target, `${name}.db`);
    writeFileSync(path, Buffer.concat([...content()]));
    expect(statSync(path).size).toBe(bytes);
  }
  snapshot.close();
  return target;
}

function read<Row>(folder: string, name: string, sql: string): Row[] {
  const database = new Database(join(folder, `${name}.db`));
  const rows = database.query(sql).all() as Row[];
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
  return rows;
}

const add = (database: Database, from: number, to: number) => {
  const insert = database.prepare("INSERT INTO feature_sets (id, names) VALUES (?, ?)");
  database.transaction(() => {
    for (let i = from; i < to; i++) insert.run(`f${i}`, "x".repeat(900));
  })();
};

test("pages in the file, in the log, and in both, and none that is written afterwards", () => {
  const folder = join(root, "mixed");
  const control = openForWriting(folder, "control");
  const events = openForWriting(folder, "events");
  events.run("PRAGMA wal_autocheckpoint = 0");
  add(events, 0, 3000);
  events.run("PRAGMA wal_checkpoint(TRUNCATE)");
  events.run("UPDATE feature_sets SET names = 'changed' WHERE id IN ('f1', 'f2999')");
  add(events, 3000, 4000);
  const target = copy(folder, {
    during() {
      // A busy service: rows change, and checkpoints move what they can into the file.
      add(events, 4000, 9000);
      events.run("UPDATE feature_sets SET names = 'later'");
      events.run("PRAGMA wal_checkpoint(PASSIVE)");
      add(events, 9000, 9100);
    },
  });
  const rows = read<{ id: string; names: string }>(target, "events", "SELECT * FROM feature_sets");
  expect(rows).toHaveLength(4000);
  expect(rows.filter(({ names }) => names === "changed").map(({ id }) => id)).toEqual([
    "f1",
    "f2999",
  ]);
  expect(rows.some(({ names }) => names === "later")).toBe(false);
  control.close();
  events.close();
});

test("of a log that is in the file already, and is begun again meanwhile", () => {
  const folder = join(root, "again");
  const control = openForWriting(folder, "control");
  const events = openForWriting(folder, "events");
  add(events, 0, 500);
  events.run("PRAGMA wal_checkpoint(PASSIVE)");
  const target = copy(folder, {
    during() {
      for (let i = 0; i < 20; i++) {
        add(events, 500 + i * 100, 600 + i * 100);
        events.run("PRAGMA wal_checkpoint(PASSIVE)");
      }
    },
  });
  expect(read(target, "events", "SELECT id FROM feature_sets")).toHaveLength(500);
  control.close();
  events.close();
});

test("no transaction falls between the databases while another process writes to both", async () => {
  const folder = join(root, "both");
  openForWriting(folder, "control").close();
  openForWriting(folder, "events").close();
  // Each row of events.db names one of control.db, which was committed before it, and the reverse.
  const writer = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "../../../test/fixtures/storage/snapshot-writer.ts"),
      folder,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await writer.stdout.getReader().read();
  let pairs = 0;
  for (let i = 0; i < 20; i++) {
    const target = copy(folder);
    const a = read<{ id: string }>(target, "control", "SELECT name AS id FROM secrets");
    const b = read<{ id: string }>(target, "events", "SELECT id FROM feature_sets");
    // Written in turn: a1 b1 a2 b2 … so at one moment they differ by one at most, and never the wrong way.
    expect([0, 1]).toContain(a.length - b.length);
    expect(b.length).toBeGreaterThanOrEqual(pairs);
    pairs = b.length;
  }
  expect(pairs).toBeGreaterThan(20);
  writer.kill();
  await writer.exited;
});

test("a folder without databases is refused and gets none", () => {
  const folder = join(root, "empty");
  mkdirSync(folder);
  expect(() => openSnapshot(folder, ["control", "events"])).toThrow();
  expect(() => statSync(join(folder, "control.db"))).toThrow();
});
