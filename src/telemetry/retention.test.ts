import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import type { Store } from "../storage/store.ts";
import { intake } from "./intake.ts";
import { retention } from "./retention.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-retention-"));
const dayMs = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;
const project = "prj_1";
let store: Store;
let other: Store;

beforeAll(async () => {
  [store, other] = await Promise.all([openSqliteStore(folder), openSqliteStore(folder)]);
});
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

const swept = (days: number, from = store, stopped = () => false) =>
  retention(from, { days, now: () => now, stopped })();
const take = (id: string, sequence: number, daysAgo: number, projectId = project) =>
  intake(store).take(
    projectId,
    {
      ...{ key: "pk_", collectionId: id, sequence, startedAt: 0, sentAt: 0, sdkVersion: "1" },
      events: [],
    },
    { receivedAt: now - daysAgo * dayMs, ip: "192.0.2.1", userAgent: "UA" } as never,
  );
const kept = async (id: string, projectId = project) => ({
  collection: (await store.collections.find(projectId, id)) !== null,
  batches: (await store.collections.batches(projectId, id)).map(({ sequence }) => sequence),
});

test("what is older goes, what is younger stays, a collection ends with its last batch", async () => {
  await take("col_old00001", 0, 40);
  await take("col_old00001", 1, 39.5);
  await take("col_between1", 0, 30.4);
  await take("col_between1", 1, 29.6);
  await take("col_young001", 0, 29);
  await take("col_old00001", 0, 1, "prj_2");
  await take("col_exactly1", 0, 30);
  expect(await swept(30)).toEqual({ batches: 3, collections: 1 });
  expect(await kept("col_old00001")).toEqual({ collection: false, batches: [] });
  expect(await kept("col_between1")).toEqual({ collection: true, batches: [1] });
  expect(await kept("col_young001")).toEqual({ collection: true, batches: [0] });
  expect(await kept("col_exactly1")).toEqual({ collection: true, batches: [0] });
  expect(await kept("col_old00001", "prj_2")).toEqual({ collection: true, batches: [0] });
  expect(await swept(30)).toEqual({ batches: 0, collections: 0 });
  expect(await swept(29.5)).toEqual({ batches: 2, collections: 2 });
});

test("0 days keep everything for ever", async () => {
  await take("col_ancient1", 0, 10_000);
  expect(await swept(0)).toEqual({ batches: 0, collections: 0 });
  expect(await kept("col_ancient1")).toEqual({ collection: true, batches: [0] });
  expect(await swept(9000)).toEqual({ batches: 1, collections: 1 });
});

test("one with a time that lies ahead holds up no other", async () => {
  await take("col_ahead001", 0, -10_000);
  await take("col_behind01", 0, 100);
  expect(await swept(90)).toEqual({ batches: 1, collections: 1 });
  expect(await kept("col_ahead001")).toEqual({ collection: true, batches: [0] });
});

test("two services on one folder delete all of it once, while batches come in", async () => {
  await Promise.all(Array.from({ length: 2000 }, (_, i) => take(`col_many${i}`, 0, 91)));
  const [first, second, ...fresh] = await Promise.all([
    swept(90),
    swept(90, other),
    ...Array.from({ length: 200 }, (_, i) => take(`col_new0${i}`, 0, 1)),
  ]);
  expect(first.batches + second.batches).toBe(2000);
  expect(first.collections + second.collections).toBe(2000);
  expect(fresh).toHaveLength(200);
  expect(await kept("col_new0199")).toEqual({ collection: true, batches: [0] });
}, 60_000);

test("it ends where the service does", async () => {
  await take("col_left0001", 0, 100);
  expect(await swept(90, store, () => true)).toEqual({ batches: 0, collections: 0 });
  expect(await swept(90)).toEqual({ batches: 1, collections: 1 });
});

test("a collection whose telemetry is gone may be begun anew", async () => {
  await take("col_again001", 0, 100);
  await swept(90);
  await take("col_again001", 7, 0);
  expect(await kept("col_again001")).toEqual({ collection: true, batches: [7] });
});
