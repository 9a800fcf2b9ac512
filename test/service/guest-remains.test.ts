/**
 * Where an erasure cannot reach by itself: files of a version that left deleted rows in them, and copies of the data
 * folder. The receipt says so, and `guest compact` rewrites the files.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt } from "../../src/decisions/privacy/erase.ts";
import { openDatabase } from "../fixtures/database.ts";
import { Installation } from "../fixtures/executable.ts";

const trace = "oksana.kovalenko@example.com";
const mib = 1 << 20;
const installation = new Installation();
afterAll(() => installation.remove());
const events = join(installation.data, "events.db");
let projectId: string;

beforeAll(async () => {
  ({ projectId } = await installation.project());
  writeFileSync(join(installation.folder, "value.txt"), trace);
});

/** Leaves what versions before `secure_delete` left: free pages with the content of deleted rows. */
function leaveRemains(rows: number, bytesOfRow: number): void {
  const database = openDatabase(events);
  database.run("PRAGMA secure_delete = OFF");
  database.run("PRAGMA user_version = 0");
  database.run("CREATE TABLE former (row TEXT)");
  const add = database.prepare("INSERT INTO former VALUES (?)");
  const row = trace.repeat(Math.ceil(bytesOfRow / trace.length));
  for (let n = 0; n < rows; n++) add.run(row);
  add.finalize();
  database.run("DROP TABLE former");
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  expect(hasTrace()).toBe(true);
}

const hasTrace = () => readFileSync(events).includes(trace);
const command = (...words: string[]) => installation.run("guest", ...words);
const erase = (...flags: string[]) =>
  command(
    "erase",
    "--project",
    projectId,
    "--by",
    "email",
    "--yes",
    "--value-file",
    join(installation.folder, "value.txt"),
    ...flags,
  );

async function receipt(): Promise<Receipt> {
  const { status, out } = await erase("--json");
  expect(status).toBe(0);
  return JSON.parse(out) as Receipt;
}

test("a file of an older version is rewritten by the first erasure, while the service runs", async () => {
  leaveRemains(100, 1000);
  const service = await installation.serve();
  expect((await receipt()).files).toMatchObject({ logs: true, withoutRemains: true });
  expect(hasTrace()).toBe(false);
  await service.stop();
});

test("a file of more than 64 MiB is left to `guest compact`, and the receipt says so", async () => {
  leaveRemains(65, mib);
  const { out } = await erase();
  expect(out).toContain("may contain remains of deleted rows: run `guest compact`");
  expect(hasTrace()).toBe(true);
  const { status, out: done } = await command("compact");
  expect([status, done]).toEqual([0, "No deleted data remain in the files.\n"]);
  expect(hasTrace()).toBe(false);
  expect(statSync(events).size).toBeLessThan(mib);
  expect((await erase()).out).not.toContain("compact");
  const files = { logs: true, copies: [], withoutRemains: true };
  expect(JSON.parse((await command("compact", "--json")).out)).toEqual(files);
});

test("copies of the data folder are named by the receipt", async () => {
  const copies = ["before-restore-2026-11-01", "before-upgrade-2026-11-02"];
  for (const name of copies) mkdirSync(join(installation.data, name));
  expect((await receipt()).files?.copies?.toSorted()).toEqual(copies);
  expect((await erase()).out).toMatch(/delete them when you can: .*before-restore-2026-11-01/);
});
