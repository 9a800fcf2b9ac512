import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../../test/fixtures/database.ts";
import { decisionFixture, groupOf } from "../../../../test/fixtures/storage/decision.ts";
import type { NewDecision } from "../../port/decisions.ts";
import { walCopiedPages, walPages } from "../wal-pages.ts";
import { longLogPages, portionPages, shortRestPages } from "./log-pages.ts";
import { Databases } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";

let folder: string;
let databases: Databases;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-operations-"));
  databases = new Databases(folder, new OwnDecisions());
});
afterEach(() => {
  databases.close();
  rmSync(folder, { recursive: true });
});

const decisionAt = (at: number, more: Partial<NewDecision> = {}): NewDecision => ({
  ...decisionFixture("prj_1", `dec_${at}`, at, { email: 7 }),
  ...more,
});
const use = (decisionId: string, createdAt: number) => ({
  idempotency: { keyHash: "k", bodyHash: "b", decisionId, createdAt },
  idempotentSince: createdAt - 10,
});
const perform = (...added: NewDecision[]) =>
  databases.perform({ decisions: groupOf(added), operations: [] }).committed;

test("decisions of a group have the seqs of their rows, in order", () => {
  expect(perform(decisionAt(1), decisionAt(2))).toEqual([1, 2]);
  const { outcomes, committed } = databases.perform({
    decisions: groupOf([decisionAt(3)]),
    operations: [{ name: "decisions.putFeatureSet", args: [{ id: "f", names: "[]" }] }],
  });
  expect(committed).toEqual([3]);
  expect(outcomes).toEqual([{ result: undefined }]);
  const events = openDatabase(join(folder, "events.db"));
  const rows = events.query("SELECT seq, id FROM decisions ORDER BY seq").values();
  events.close();
  expect(rows).toEqual([1, 2, 3].map((n) => [n, `dec_${n}`]));
});

test("a decision that the database refuses harms no other of its group", () => {
  const [first, second, third] = perform(decisionAt(1), decisionAt(1), decisionAt(2));
  expect([first, third]).toEqual([1, 2]);
  expect(second).toContain("UNIQUE constraint failed");
});

test("an idempotency key in use stores nothing; one that is too old does not count", () => {
  expect(perform(decisionAt(1, use("dec_1", 100)), decisionAt(2, use("dec_2", 110)))).toEqual([
    1, 0,
  ]);
  expect(perform(decisionAt(3, use("dec_3", 111)))).toEqual([2]);
});

test("an outcome that is known is stored with its decision", () => {
  const outcome = {
    projectId: "prj_1",
    decisionId: "dec_1",
    outcome: "fraud",
    reportedAt: 5,
    requestId: "r",
    occurredAt: null,
    keyId: null,
    note: null,
  };
  perform(decisionAt(1, { outcome }), decisionAt(2));
  const events = openDatabase(join(folder, "events.db"));
  const rows = events.query("SELECT decision_id, outcome, reported_at FROM outcomes").values();
  events.close();
  expect(rows).toEqual([["dec_1", "fraud", 5]]);
});

/** Some eight pages of the log. */
function largeDecisionAt(at: number): NewDecision {
  const one = decisionAt(at);
  return { ...one, decision: { ...one.decision, evidence: "-".repeat(20_000) } };
}

test("the log is copied into the file in portions, and begins again", () => {
  const pages = walPages(folder, "events");
  let longest = 0;
  for (let at = 1; at <= 300; at++) {
    perform(largeDecisionAt(at));
    longest = Math.max(longest, pages());
    databases.checkpoint();
  }
  expect(longest).toBeGreaterThan(portionPages);
  expect(longest).toBeLessThan(portionPages + 20);
});

test("a reader that keeps the log from being copied delays nothing, and loses nothing", () => {
  const pages = walPages(folder, "events");
  perform(decisionAt(1));
  const reader = openDatabase(join(folder, "events.db"));
  reader.run("BEGIN");
  const count = () => reader.query("SELECT count(*) FROM decisions").values()[0]![0];
  expect(count()).toBe(1);
  for (let at = 2; at <= 300; at++) {
    perform(largeDecisionAt(at));
    databases.checkpoint();
  }
  expect(pages()).toBeGreaterThan(2 * portionPages);
  expect(count()).toBe(1);
  reader.run("COMMIT");
  expect(count()).toBe(300);
  reader.close();
  for (let at = 301; at <= 500; at++) {
    perform(largeDecisionAt(at));
    databases.checkpoint();
  }
  expect(pages()).toBeLessThan(portionPages + 20);
});

test("a long log that another thread copies begins again, once the rest of it is short", () => {
  const pages = walPages(folder, "events");
  const copied = walCopiedPages(folder, "events");
  const [reader, checkpointer] = [0, 1].map(() => openDatabase(join(folder, "events.db")));
  let at = 0;
  const writeTo = (wanted: number) => {
    while (pages() < wanted) {
      perform(largeDecisionAt(++at));
      databases.checkpoint();
    }
  };
  /** Copies all but the newest decision, as while a writer works. */
  const copy = () => {
    reader!.run("BEGIN");
    reader!.query("SELECT count(*) FROM decisions").get();
    perform(largeDecisionAt(++at));
    checkpointer!.run("PRAGMA wal_checkpoint(PASSIVE)");
    reader!.run("COMMIT");
  };
  writeTo(portionPages - 200);
  copy();
  databases.checkpoint();
  expect(pages()).toBeGreaterThan(copied()); // The log is not long enough.
  for (let wanted = portionPages; wanted <= longLogPages; wanted += portionPages / 2) {
    writeTo(wanted);
    copy();
  }
  expect(pages() - copied()).toBeGreaterThan(0);
  expect(pages() - copied()).toBeLessThanOrEqual(shortRestPages);
  databases.checkpoint();
  expect(pages()).toBe(copied());
  perform(largeDecisionAt(++at));
  expect(pages()).toBeLessThanOrEqual(shortRestPages);
  for (const database of [reader, checkpointer]) database!.close();
});
