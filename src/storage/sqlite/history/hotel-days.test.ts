/** What a folder of a version before days were counted has of them once it is opened. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import migration from "../migrations/history/0010_hotel-days.sql" with { type: "text" };
import { openSqliteStore } from "../sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-hotel-days-"));
afterAll(() => rmSync(folder, { recursive: true }));
const dayMs = 86_400_000;

test("the days of an older folder are those that are counted one by one", async () => {
  const store = await openSqliteStore(folder, { indexing: true });
  const outcomes = ["fraud", "legitimate", "fraud", "withdrawn"];
  for (let i = 0; i < 40; i++) {
    const at = (100 + (i % 7)) * dayMs + i;
    const project = `prj_${i % 2}`;
    const one = decisionFixture(project, `dec_${i}`, at, { email: i, hotel: 500 + (i % 3) });
    await store.decisions.commit(one);
    for (const [n, outcome] of outcomes.slice(0, i % 5).entries()) {
      await store.outcomes.report({
        projectId: project,
        decisionId: `dec_${i}`,
        outcome,
        reportedAt: at + n * 3 * dayMs,
        occurredAt: null,
        note: null,
        requestId: "r",
        keyId: null,
      });
    }
  }
  await store.guests.index(); // Of search too, by which the hotels are known.
  await store.close();
  const file = new Database(join(folder, "history.db"));
  file.run("PRAGMA busy_timeout = 5000"); // The store's own connection ends a little later.
  const rows = () =>
    file.query("SELECT * FROM hotel_days WHERE attempts <> 0 OR frauds <> 0").values();
  const counted = rows();
  expect(counted.length).toBeGreaterThan(20);
  file.run("DROP TABLE hotel_days");
  file.run(migration);
  expect(rows()).toEqual(counted);
  file.close();
});
