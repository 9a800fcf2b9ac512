import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../../test/fixtures/booking.ts";
import { projectFixture } from "../../../test/fixtures/project.ts";
import { putFeatureSet } from "../../risk/feature-sets.ts";
import { featureNames } from "../../risk/features/index.ts";
import { historyImporter } from "../../risk/import-history.ts";
import { type PastAttempt, readPastAttempt } from "../../risk/past-attempt.ts";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { firstDecisions, projectReference } from "./references.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-drift-"));
const start = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
let store: Store;
let projectId: string;

/** 30 attempts a day for ten days; each is scored by the day's number. */
beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
  projectId = (await projectFixture(store)).id;
  const attempts = Array.from({ length: 300 }, (_, i): PastAttempt => {
    const read = readPastAttempt(
      JSON.stringify({
        decidedAt: new Date(start + (i * dayMs) / 30).toISOString(),
        request: booking({ booker: { email: `ada${i}@example.com` }, requestId: `r-${i}` }),
      }),
      start + 20 * dayMs,
    );
    return (read as { attempt: PastAttempt }).attempt;
  });
  const model = {
    name: "m",
    version: "1",
    sha256: "ab".repeat(32),
    baseRate: null,
    score: async () => 0.02,
  };
  const project = (await store.projects.find(projectId))!;
  await historyImporter(project, model, { store, network: () => null })(attempts);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("the first days are seven, each decision once and in order", async () => {
  const ids: string[] = [];
  for await (const { id } of firstDecisions(projectId, store)) ids.push(id);
  expect(ids).toHaveLength(7 * 30);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test("a reference of one's own has every feature, and says how much was seen", async () => {
  const reference = (await projectReference(projectId, store))!;
  expect(reference.rows).toBe(210);
  expect(Object.keys(reference.features)).toEqual([...featureNames]);
  expect(reference.telemetry).toBe(0);
  expect(reference.features.nights).toEqual({ edges: [], shares: [1], missing: 0 });
  expect(await projectReference("prj_none", store)).toBeNull();
});
