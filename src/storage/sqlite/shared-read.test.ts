import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changeMark } from "./change-mark.ts";
import { sharedRead } from "./shared-read.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-shared-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function open(name: string) {
  const file = join(folder, name);
  const writer = new Database(file, { create: true });
  writer.run("PRAGMA journal_mode = WAL");
  writer.run("CREATE TABLE numbers (n)");
  const reader = new Database(file);
  const count = () => (reader.query("SELECT n FROM numbers").values() as number[][]).length;
  const add = () => writer.run("INSERT INTO numbers VALUES (1)");
  return { reader, count, add };
}

test("what is read in one turn is of one moment, and the next turn sees the newest", async () => {
  const { reader, count, add } = open("turns.db");
  const begin = sharedRead(reader);
  begin();
  expect(count()).toBe(0);
  add();
  begin();
  expect(count()).toBe(0);
  await nextTurn();
  expect(reader.inTransaction).toBe(false);
  begin();
  expect(count()).toBe(1);
  await nextTurn();
});

test("with a change mark, what is committed in the turn is seen in it", async () => {
  const { reader, count, add } = open("events.db");
  const begin = sharedRead(reader, changeMark(folder, "events"));
  for (let n = 0; n < 3; n++) {
    begin();
    expect(count()).toBe(n);
    add();
  }
  begin();
  expect(count()).toBe(3);
  expect(reader.inTransaction).toBe(true);
  await nextTurn();
  expect(reader.inTransaction).toBe(false);
});

test("a transaction that an error ended, or that others left open, does no harm", async () => {
  const { reader, count, add } = open("errors.db");
  const begin = sharedRead(reader);
  begin();
  reader.run("ROLLBACK");
  await nextTurn();
  reader.run("BEGIN");
  begin();
  await nextTurn();
  add();
  begin();
  expect(count()).toBe(1);
  await nextTurn();
  expect(reader.inTransaction).toBe(false);
});

test("closing the file in the turn is no error", async () => {
  const { reader } = open("closed.db");
  sharedRead(reader)();
  reader.close();
  await nextTurn();
});
