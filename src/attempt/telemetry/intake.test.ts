import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../test/fixtures/storage/decision.ts";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import type { Arrival } from "./fold.ts";
import { intake, intakeLimits } from "./intake.ts";
import { type TelemetryBatch, telemetryLimits } from "./protocol.ts";
import type { CollectionSummary } from "./summary.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-intake-"));
let store: Store;
let collections = 0;

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const project = "prj_1";
const arrival: Arrival = { receivedAt: 1_800_000_000_000, ip: "192.0.2.1", userAgent: "UA" };
const newId = () => `col_test${String(collections++).padStart(8, "0")}`;

const batchOf = (collectionId: string, sequence: number): TelemetryBatch => ({
  key: "pk_not_to_be_kept",
  collectionId,
  sequence,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1.0.0",
  events: [{ kind: "scroll", at: sequence, page: 0, scrolls: 1, depth: 0.5 }],
});

async function summaryOf(id: string, projectId = project): Promise<CollectionSummary | null> {
  const record = await store.collections.find(projectId, id);
  return record && JSON.parse(record.summary);
}

test("a batch is on disk when it is answered, as it came but for the key", async () => {
  const id = newId();
  await intake(store).take(project, batchOf(id, 0), arrival);
  expect(await summaryOf(id)).toMatchObject({
    batches: 1,
    scrolls: 1,
    firstAt: arrival.receivedAt,
  });
  const [kept, ...others] = await store.collections.batches(project, id);
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ sequence: 0, ...arrival });
  const { key: _, collectionId: __, ...body } = batchOf(id, 0);
  expect(JSON.parse(kept!.body)).toEqual(body);
});

test("what else the browser said of itself is kept with the batch", async () => {
  const id = newId();
  const headers = {
    origin: "https://hotel.example",
    fetchMode: "cors",
    language: "pt-PT",
    brands: null,
    platform: null,
  };
  await intake(store).take(project, batchOf(id, 0), { ...arrival, headers });
  await intake(store).take(project, batchOf(id, 1), arrival);
  const batches = await store.collections.batches(project, id);
  expect(batches.map((one) => one.headers)).toEqual([JSON.stringify(headers), null]);
});

test("batches at the same time are all counted", async () => {
  const id = newId();
  const { take } = intake(store);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => take(project, batchOf(id, 19 - i), arrival)),
  );
  expect(await summaryOf(id)).toMatchObject({ batches: 20, scrolls: 20, missing: [] });
  expect(await store.collections.batches(project, id)).toHaveLength(20);
});

test("two servers that take one collection's batches at the same time count both", async () => {
  const id = newId();
  const [one, other] = [intake(store).take, intake(store).take];
  await Promise.all(
    [0, 1, 2, 3].map((n) => (n % 2 ? one : other)(project, batchOf(id, n), arrival)),
  );
  expect(await summaryOf(id)).toMatchObject({ batches: 4, scrolls: 4, missing: [] });
});

test("a batch that is sent again counts once, also at the same time", async () => {
  const id = newId();
  const { take } = intake(store);
  await Promise.all([0, 0, 0].map((n) => take(project, batchOf(id, n), arrival)));
  await take(project, batchOf(id, 0), { ...arrival, receivedAt: arrival.receivedAt + 5000 });
  const summary = await summaryOf(id);
  expect(summary).toMatchObject({ batches: 1, scrolls: 1, lastAt: arrival.receivedAt });
  expect(await store.collections.batches(project, id)).toHaveLength(1);
});

test("projects have collections of their own, whatever the id", async () => {
  const id = newId();
  const { take } = intake(store);
  await Promise.all([
    take(project, batchOf(id, 0), arrival),
    take("prj_2", batchOf(id, 0), arrival),
    take("prj_2", batchOf(id, 1), arrival),
  ]);
  expect(await summaryOf(id)).toMatchObject({ batches: 1 });
  expect(await summaryOf(id, "prj_2")).toMatchObject({ batches: 2 });
  expect(await summaryOf(id, "prj_3")).toBeNull();
});

describe("a collection in use is kept in memory", () => {
  /** A store that counts the look-ups of collections. */
  function counting() {
    const state = { reads: 0 };
    const find: Store["collections"]["find"] = (...args) => {
      state.reads += 1;
      return store.collections.find(...args);
    };
    const { take } = intake({ ...store, collections: { ...store.collections, find } });
    return { state, take };
  }

  test("so that it is read once", async () => {
    const id = newId();
    const { state, take } = counting();
    for (const n of [0, 1, 2, 2]) await take(project, batchOf(id, n), arrival);
    expect(state.reads).toBe(1);
    expect(await summaryOf(id)).toMatchObject({ batches: 3 });
  });

  test("and read again where another server added to it", async () => {
    const id = newId();
    const { state, take } = counting();
    const other = intake(store);
    await take(project, batchOf(id, 0), arrival);
    await other.take(project, batchOf(id, 1), arrival);
    await take(project, batchOf(id, 1), arrival); // Was counted there.
    await take(project, batchOf(id, 2), arrival);
    await other.take(project, batchOf(id, 3), arrival);
    await take(project, batchOf(id, 4), arrival);
    expect(await summaryOf(id)).toMatchObject({ batches: 5, scrolls: 5, missing: [] });
    expect(await store.collections.batches(project, id)).toHaveLength(5);
    expect(state.reads).toBe(3);
  });

  test("and what did not reach the disk is not remembered", async () => {
    const id = newId();
    let broken = false;
    const { take } = intake({
      ...store,
      collections: {
        ...store.collections,
        append: (...args) =>
          broken ? Promise.reject(new Error("full")) : store.collections.append(...args),
      },
    });
    await take(project, batchOf(id, 0), arrival);
    broken = true;
    expect(await rejection(take(project, batchOf(id, 1), arrival))).toBeInstanceOf(Error);
    broken = false;
    await take(project, batchOf(id, 1), arrival);
    expect(await summaryOf(id)).toMatchObject({ batches: 2, scrolls: 2, missing: [] });
  });
});

describe("what a collection takes no more is dropped without a word", () => {
  test(`batches after the first ${telemetryLimits.collectionBatches}`, async () => {
    const id = newId();
    const { take } = intake(store);
    const count = telemetryLimits.collectionBatches + 3;
    await Promise.all(
      Array.from({ length: count }, (_, n) => take(project, batchOf(id, n), arrival)),
    );
    const summary = await summaryOf(id);
    expect(summary).toMatchObject({ batches: 500, scrolls: 500, lastEventAt: 499 });
    expect(await store.collections.batches(project, id)).toHaveLength(500);
  });

  test("batches more than 24 hours after the first", async () => {
    const id = newId();
    const { take } = intake(store);
    const later = (ms: number) => ({ ...arrival, receivedAt: arrival.receivedAt + ms });
    await take(project, batchOf(id, 0), arrival);
    await take(project, batchOf(id, 1), later(24 * 60 * 60 * 1000));
    await take(project, batchOf(id, 2), later(24 * 60 * 60 * 1000 + 1));
    expect(await summaryOf(id)).toMatchObject({ batches: 2, nextSequence: 2 });
  });
});

test("a store that cannot answer is told, and the next batch is taken", async () => {
  const id = newId();
  let broken = true;
  const { take } = intake({
    ...store,
    collections: {
      ...store.collections,
      append: (...args) =>
        broken ? Promise.reject(new Error("full")) : store.collections.append(...args),
    },
  });
  const first = take(project, batchOf(id, 0), arrival);
  const second = take(project, batchOf(id, 1), arrival);
  for (const { status } of await Promise.allSettled([first, second])) {
    expect(status).toBe("rejected");
  }
  broken = false;
  await take(project, batchOf(id, 0), arrival);
  expect(await summaryOf(id)).toMatchObject({ batches: 1 });
});

describe("settled", () => {
  test("is nothing to wait for where no batch is under way", async () => {
    const id = newId();
    const { take, settled } = intake(store);
    expect(settled(project, id)).toBeUndefined();
    await take(project, batchOf(id, 0), arrival);
    expect(settled(project, id)).toBeUndefined();
  });

  test("resolves once all that have arrived are on disk", async () => {
    const id = newId();
    const { take, settled } = intake(store);
    for (const n of [0, 1, 2]) void take(project, batchOf(id, n), arrival);
    expect(settled("prj_2", id)).toBeUndefined();
    await settled(project, id);
    expect(await summaryOf(id)).toMatchObject({ batches: 3 });
  });

  test("resolves also where the store refuses", async () => {
    const append = () => Promise.reject(new Error("full"));
    const { take, settled } = intake({
      ...store,
      collections: { ...store.collections, append },
    });
    const id = newId();
    const taken = take(project, batchOf(id, 0), arrival);
    const waited = settled(project, id);
    expect(await rejection(taken)).toHaveProperty("message", "full");
    expect(await waited).toBeUndefined();
  });
});

describe("where batches arrive faster than they are written", () => {
  const arrived = 2000;
  /** Those that the store may have been asked for before, and while, what overtakes them is written. */
  const overtakenMax = 4 * intakeLimits.writing;

  /** Many collections with a batch each; the first is on disk, and most are waiting. */
  async function backlog() {
    const { take, settled } = intake(store);
    const ids = Array.from({ length: arrived }, newId);
    const state = { ids, settled, written: 0, all: Promise.resolve() as Promise<unknown> };
    const taken = ids.map((id) =>
      take(project, batchOf(id, 0), arrival).then(() => {
        state.written += 1;
      }),
    );
    state.all = Promise.all(taken);
    await taken[0];
    return state;
  }

  test("the commit of a decision overtakes them, and none is lost", async () => {
    const waiting = await backlog();
    await store.decisions.commit(decisionFixture(project, "dec_first", 1, {}));
    expect(waiting.written).toBeLessThanOrEqual(overtakenMax);
    await waiting.all;
    expect(waiting.written).toBe(arrived);
    for (const id of waiting.ids) expect(await summaryOf(id)).toMatchObject({ batches: 1 });
  });

  test("the collection that a decision waits for comes first", async () => {
    const waiting = await backlog();
    const last = waiting.ids.at(-1)!;
    expect(await summaryOf(last)).toBeNull();
    await waiting.settled(project, last);
    expect(waiting.written).toBeLessThanOrEqual(overtakenMax);
    expect(await summaryOf(last)).toMatchObject({ batches: 1 });
    await waiting.all;
  });

  test("the waiting batches of a collection share one write", async () => {
    const id = newId();
    const writes: number[] = [];
    const append: Store["collections"]["append"] = (collection, ...batches) => {
      writes.push(batches.length);
      return store.collections.append(collection, ...batches);
    };
    const { take } = intake({ ...store, collections: { ...store.collections, append } });
    await Promise.all([0, 1, 2, 2, 3].map((n) => take(project, batchOf(id, n), arrival)));
    expect(writes).toEqual([4]);
    expect(await summaryOf(id)).toMatchObject({ batches: 4, scrolls: 4, missing: [] });
    expect(await store.collections.batches(project, id)).toHaveLength(4);
  });

  test("a batch waits for others, unless a decision waits for it", async () => {
    const writtenAt: number[] = [];
    const append: Store["collections"]["append"] = (...args) => {
      writtenAt.push(performance.now());
      return store.collections.append(...args);
    };
    const { take, settled } = intake({ ...store, collections: { ...store.collections, append } });
    const start = performance.now();
    await Promise.all([0, 1].map(() => take(project, batchOf(newId(), 0), arrival)));
    expect(writtenAt).toHaveLength(2);
    expect(writtenAt[0]! - start).toBeGreaterThan(intakeLimits.gatherMs - 2);
    const id = newId();
    const taken = take(project, batchOf(id, 0), arrival);
    expect(writtenAt).toHaveLength(2);
    void settled(project, id);
    await nextTurn(); // It looks for the collection on file first.
    expect(writtenAt).toHaveLength(3);
    await taken;
  });

  test("one that the store refuses is told, and holds up no other", async () => {
    const refused = new Set<string>();
    const append: Store["collections"]["append"] = (collection, ...batches) =>
      refused.has(collection.id)
        ? Promise.reject(new Error("refused"))
        : store.collections.append(collection, ...batches);
    const { take } = intake({ ...store, collections: { ...store.collections, append } });
    const ids = Array.from({ length: 3 * intakeLimits.writing }, newId);
    ids.forEach((id, n) => {
      if (n % 2 === 0) refused.add(id);
    });
    const results = await Promise.allSettled(
      ids.map((id) => take(project, batchOf(id, 0), arrival)),
    );
    const rejected = ids.filter((_, n) => results[n]!.status === "rejected");
    expect(new Set(rejected)).toEqual(refused);
    for (const id of ids) expect((await summaryOf(id)) === null).toBe(refused.has(id));
  });
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What a promise is rejected with. Bun's own `.rejects` holds up the database thread's answers. */
function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );
}
