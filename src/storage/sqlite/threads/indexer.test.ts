import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { damageTable, openDatabase } from "../../../../test/fixtures/database.ts";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { type IndexFailure, type IndexName, indexMonitor } from "../../port/index-monitor.ts";
import { openSqliteStore } from "../sqlite-store.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-indexer-"));
afterAll(() => rmSync(root, { recursive: true }));

const decisionAt = (at: number) => decisionFixture("prj_1", `dec_${at}`, at, { email: 7 });

function listener() {
  const failures: IndexFailure[] = [];
  const recovered: IndexName[] = [];
  const failed = (failure: IndexFailure) => failures.push(failure);
  return {
    failures,
    recovered,
    on: { failed, recovered: (name: IndexName) => recovered.push(name) },
  };
}

test("a damaged history.db is reported, at the start and at every attempt, and decisions are stored", async () => {
  const folder = join(root, "damaged");
  const before = await openSqliteStore(folder, { indexing: true });
  await before.decisions.commit(decisionAt(10));
  await before.close();
  await (await openSqliteStore(folder, { indexing: true })).close();
  damageTable(join(folder, "history.db"), "sightings");

  const add = await openSqliteStore(folder);
  await add.decisions.commit(decisionAt(11));
  await add.close();

  const lines: unknown[][] = [];
  const { failures, on } = listener();
  const monitor = indexMonitor({
    now: Date.now,
    log: (...line) => lines.push(line),
    count: on.failed,
  });
  const store = await openSqliteStore(folder, { indexing: monitor });
  expect(failures.length).toBeGreaterThan(0);
  expect(failures[0]).toEqual({ index: "velocity", kind: "failed", code: "SQLITE_CORRUPT" });
  expect(monitor.warnings()[0]).toContain("velocity index is not being updated (SQLITE_CORRUPT)");
  expect(lines[0]).toEqual(["error", "index_failed", failures[0]]);
  await waitUntil("further attempts", () => failures.length >= 3);
  expect(await store.decisions.commit(decisionAt(12))).toBe(true); // Decisions are still stored.
  await store.close();
});

test("a lock is reported as one, retried, and reported as over", async () => {
  const folder = join(root, "locked");
  const { failures, recovered, on } = listener();
  const store = await openSqliteStore(folder, { indexing: on });
  const other = openDatabase(join(folder, "history.db"));
  other.run("BEGIN IMMEDIATE");
  await store.decisions.commit(decisionAt(10));
  await waitUntil("the failure", () => failures.length > 0);
  expect(failures[0]).toMatchObject({ kind: "locked", code: "SQLITE_BUSY" });
  other.run("ROLLBACK");
  other.close();
  await waitUntil("the recovery", () => recovered.includes("velocity"));
  await waitUntil("the search index", async () => (await store.search.backlog()) === 0);
  await store.close();
});
