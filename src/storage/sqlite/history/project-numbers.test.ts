import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { openSqliteStore } from "../sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-numbers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two project IDs of which the SHA-256 begins with the same 32 bits. */
function collidingProjects(): [string, string] {
  const seen = new Map<string, string>();
  for (let n = 0; ; n++) {
    const id = `prj_${n}`;
    const start = createHash("sha256").update(id).digest("hex").slice(0, 8);
    const other = seen.get(start);
    if (other) return [other, id];
    seen.set(start, id);
  }
}

test("two projects whose hashes begin alike share no attempt, outcome or search result", async () => {
  const [one, other] = collidingProjects();
  const identities = { email: 7, device: 8 };
  const first = await openSqliteStore(folder, { indexing: true });
  await first.decisions.commit(decisionFixture(one, "dec_1", 10, identities));
  await first.outcomes.report({
    projectId: one,
    decisionId: "dec_1",
    outcome: "fraud",
    occurredAt: null,
    keyId: null,
    note: null,
    requestId: "r",
    reportedAt: 20,
  });
  await first.decisions.commit(decisionFixture(other, "dec_2", 11, { email: 9 }));
  await first.close();

  // Opened again, everything is read from the file: the indexer has caught up before it answers.
  const store = await openSqliteStore(folder, { indexing: true });
  const asOf = (project: string) => store.velocity.asOf(project, identities, 0, { at: 99, tie: 0 });
  expect((await asOf(one)).sightings.email).toHaveLength(1);
  expect((await asOf(one)).outcomes).toMatchObject({ email: { fraud: 1 } });
  expect((await asOf(one)).firstSeen).toEqual({ email: 10, device: 10 });
  expect(await asOf(other)).toEqual({ sightings: {}, firstSeen: {}, outcomes: null, days: null });
  await waitUntil("the search index", async () => (await store.search.backlog()) === 0);
  const found = (project: string) => store.search.list(project, { identities: [[7]] }, null, 10);
  expect(await found(one)).toHaveLength(1);
  expect(await found(other)).toEqual([]);
  expect((await store.search.linked(other, "dec_2", 1000))?.counts).toEqual([
    { kind: "email", within: 0, ever: 0 },
  ]);
  await store.close();
});
