import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { intake } from "./intake.ts";
import { keptSince, readRetentionDays, retention } from "./retention.ts";

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

const sweptOf = (days: number, from = store, stopped = () => false, at = now) =>
  retention(from, { days, now: () => at, stopped })();
/** Of all projects together. */
async function swept(...asked: Parameters<typeof sweptOf>) {
  const sum = { batches: 0, collections: 0 };
  for (const { batches, collections } of await sweptOf(...asked)) {
    sum.batches += batches;
    sum.collections += collections;
  }
  return sum;
}
const take = (id: string, sequence: number, daysAgo: number, projectId = project) =>
  intake(store).take(
    projectId,
    {
      key: "pk_",
      collectionId: id,
      sequence,
      startedAt: 0,
      sentAt: 0,
      sdkVersion: "1",
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
});

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

describe("a project's own retention", () => {
  const add = (id: string) =>
    store.projects.create({
      id,
      name: id,
      riskSetting: "balanced",
      createdAt: 1,
      archivedAt: null,
      baseRate: null,
    });
  /** Of each test; those of the last one have nothing left that another test would delete. */
  let ids: string[] = [];
  let [short, usual, long, ever] = ["", "", "", ""];
  let tests = 0;
  const ages = [0.5, 6.9, 7.1, 89, 91, 364, 366, 5000];
  const collectionOf = (age: number) => `col_aged${String(age).replace(".", "_")}`;
  const left = async (id: string) => {
    const there = await Promise.all(ages.map((age) => kept(collectionOf(age), id)));
    return ages.filter((_, i) => there[i]!.collection);
  };

  beforeEach(async () => {
    const number = tests++;
    ids = ["short", "usual", "long", "ever"].map((name) => `prj_${name}_${number}`);
    [short, usual, long, ever] = ids as [string, string, string, string];
    await Promise.all(ids.map(add));
    await Promise.all(ids.flatMap((id) => ages.map((age) => take(collectionOf(age), 0, age, id))));
    await store.projects.setTelemetryRetention(short, 7);
    await store.projects.setTelemetryRetention(long, 365);
    await store.projects.setTelemetryRetention(ever, 0);
  });
  afterEach(async () => {
    for (const id of ids) await store.projects.setTelemetryRetention(id, 1);
    await sweptOf(90);
  });

  test("tells what it would delete before it does", async () => {
    const before = (id: string, days: number) =>
      store.search.telemetryBefore(id, keptSince(days, now)!);
    const oldestAt = now - 5000 * dayMs;
    expect(await before(short, 7)).toEqual({ batches: 6, oldestAt });
    expect(await before(short, 365)).toEqual({ batches: 2, oldestAt });
    expect(await before(short, 6000)).toEqual({ batches: 0, oldestAt: null });
    expect(await before("prj_nobody", 7)).toEqual({ batches: 0, oldestAt: null });
  });

  test("holds for it alone; of who does not say the service's does", async () => {
    const deleted = await sweptOf(90);
    expect(deleted.filter(({ projectId }) => ids.includes(projectId))).toEqual([
      { projectId: long, days: 365, batches: 2, collections: 2 },
      { projectId: short, days: 7, batches: 6, collections: 6 },
      { projectId: usual, days: 90, batches: 4, collections: 4 },
    ]);
    expect(await left(short)).toEqual([0.5, 6.9]);
    expect(await left(usual)).toEqual([0.5, 6.9, 7.1, 89]);
    expect(await left(long)).toEqual([0.5, 6.9, 7.1, 89, 91, 364]);
    expect(await left(ever)).toEqual(ages);
    expect(await sweptOf(90)).toEqual([]);
  });

  test("goes on with the clock", async () => {
    await sweptOf(90, store, () => false, now + 0.2 * dayMs);
    expect(await left(short)).toEqual([0.5]);
    expect(await left(usual)).toEqual([0.5, 6.9, 7.1, 89]);
  });

  test("holds where the service keeps everything for ever", async () => {
    await store.projects.setTelemetryRetention(long, 100);
    await sweptOf(0);
    expect(await left(long)).toEqual([0.5, 6.9, 7.1, 89, 91]);
    expect(await left(usual)).toEqual(ages);
  });

  test("holds for every process from the next deletion on, and is gone when it is taken back", async () => {
    await other.projects.setTelemetryRetention(ever, 1);
    await sweptOf(90);
    expect(await left(ever)).toEqual([0.5]);
    await other.projects.setTelemetryRetention(long, null);
    await sweptOf(90);
    expect(await left(long)).toEqual([0.5, 6.9, 7.1, 89]);
  });

  test("made longer while a deletion is under way saves what is left", async () => {
    await add("prj_saved");
    await store.projects.setTelemetryRetention("prj_saved", 1);
    for (let i = 0; i < 40; i++) await take(`col_saved0${i}`, 0, 10, "prj_saved");
    let steps = 0;
    const slow: Store = {
      ...store,
      collections: {
        ...store.collections,
        async deleteBefore(projectId, before) {
          if (projectId !== "prj_saved") return store.collections.deleteBefore(projectId, before);
          if (steps++ === 0) {
            await store.projects.setTelemetryRetention("prj_saved", 30);
            return { batches: 0, collections: 0, more: true };
          }
          return store.collections.deleteBefore(projectId, before);
        },
      },
    };
    await sweptOf(90, slow);
    expect(steps).toBe(2);
    expect((await store.search.telemetryBefore("prj_saved", now)).batches).toBe(40);
  });

  test("is a whole number of days within the bounds", () => {
    for (const good of [0, 1, 90, 36_500, "0", "7"]) {
      expect(readRetentionDays(good)).toBe(Number(good));
    }
    for (const bad of [
      -1,
      0.5,
      36_501,
      1e300,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      true,
      [],
      "",
      " 7",
      "-7",
      "7.5",
      "1e2",
      "ten",
      "9".repeat(400),
      "٧",
    ]) {
      expect({ bad, read: readRetentionDays(bad) }).toEqual({ bad, read: null });
    }
  });

  test("of a project that there is not is not set", async () => {
    expect(await store.projects.setTelemetryRetention("prj_none", 7)).toBe(false);
    expect(await store.projects.choices("prj_none")).toBeNull();
  });
});
