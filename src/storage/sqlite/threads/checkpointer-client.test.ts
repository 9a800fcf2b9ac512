import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture, groupOf } from "../../../../test/fixtures/storage/decision.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { walCopiedPages, walPages } from "../wal-pages.ts";
import type { ToCheckpointer } from "./checkpointer.ts";
import { askedFromPages, CheckpointerClient } from "./checkpointer-client.ts";
import { longLogPages, portionPages, shortRestPages } from "./log-pages.ts";
import { Databases } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-checkpointer-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Some eight pages of the log. */
function largeDecisionAt(at: number) {
  const one = decisionFixture("prj_1", `dec_${at}`, at, { email: 7 });
  return { ...one, decision: { ...one.decision, evidence: "-".repeat(20_000) } };
}

/** A thread that answers on demand. */
class FakeWorker {
  readonly asked: string[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  terminated = false;
  postMessage(message: ToCheckpointer): void {
    this.asked.push(...Object.keys(message));
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(closed = false): void {
    this.onmessage?.({ data: { closed } });
  }
}

test("a checkpoint is asked for by the portion, and not while one is under way", async () => {
  const databases = new Databases(folder, new OwnDecisions());
  const pages = walPages(folder, "events");
  const worker = new FakeWorker();
  const client = new CheckpointerClient(folder, worker as unknown as Worker);
  worker.answer();
  let at = 0;
  const writeTo = (wanted: number) => {
    while (pages() < wanted) {
      databases.perform({ decisions: groupOf([largeDecisionAt(++at)]), operations: [] });
      client.committed();
    }
  };
  writeTo(askedFromPages - 20);
  expect(worker.asked).toEqual(["folder"]);
  writeTo(askedFromPages + 100);
  expect(worker.asked).toEqual(["folder", "checkpoint"]);
  writeTo(2 * askedFromPages + 100);
  expect(worker.asked).toEqual(["folder", "checkpoint"]); // It is busy.
  worker.answer(); // A reader has kept it from copying anything.
  client.committed();
  client.committed();
  expect(worker.asked).toEqual(["folder", "checkpoint", "checkpoint"]);
  worker.answer();
  client.committed();
  expect(worker.asked).toEqual(["folder", "checkpoint", "checkpoint"]); // Not for the same pages.
  client.committed();
  const closing = client.close();
  worker.answer();
  expect(worker.terminated).toBe(false);
  worker.answer(true);
  await closing;
  expect(worker.terminated).toBe(true);
  databases.close();
});

test("of a long log, what was added during a checkpoint is asked for as soon as that has ended", () => {
  const databases = new Databases(folder, new OwnDecisions());
  const pages = walPages(folder, "events");
  const worker = new FakeWorker();
  const client = new CheckpointerClient(folder, worker as unknown as Worker);
  worker.answer();
  let at = 0;
  const writeTo = (wanted: number) => {
    while (pages() < wanted) {
      databases.perform({ decisions: groupOf([largeDecisionAt(++at)]), operations: [] });
    }
  };
  writeTo(longLogPages + 10);
  client.committed();
  expect(worker.asked).toEqual(["folder", "checkpoint"]);
  writeTo(longLogPages + shortRestPages);
  worker.answer();
  client.committed();
  expect(worker.asked).toEqual(["folder", "checkpoint"]); // The writer copies so short a rest.
  writeTo(longLogPages + 10 + shortRestPages + 10);
  client.committed();
  expect(worker.asked).toEqual(["folder", "checkpoint", "checkpoint"]);
  databases.close();
});

test("closing waits for the checkpoint under way, and not for a thread that has stopped", async () => {
  const worker = new FakeWorker();
  new Databases(folder, new OwnDecisions()).close();
  const databases = new Databases(folder, new OwnDecisions());
  const client = new CheckpointerClient(folder, worker as unknown as Worker);
  worker.onerror?.({ message: "out of memory" });
  client.committed();
  expect(worker.asked).toEqual(["folder"]);
  await client.close();
  expect(worker.terminated).toBe(true);
  databases.close();
});

test("the log of a service is copied while it is written to, and begins again", async () => {
  const store = await openSqliteStore(folder, { indexing: true });
  const pages = walPages(folder, "events");
  const copied = walCopiedPages(folder, "events");
  let at = 0;
  let [longest, begun, wasCopied] = [0, 0, 0];
  // Where a copy takes less than a commit, most of them end between two looks.
  for (let last = 0; begun < 2 || wasCopied === 0; last = pages()) {
    await store.decisions.commit(largeDecisionAt(++at));
    longest = Math.max(longest, pages());
    wasCopied = Math.max(wasCopied, copied());
    if (pages() < last) begun += 1;
  }
  expect(longest).toBeLessThan(longLogPages + 4 * portionPages);
  await store.close();
  const again = await openSqliteStore(folder);
  expect((await again.decisions.after("prj_1", "", at + 1)).length).toBe(at);
  await again.close();
});
