import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import { nextTurn } from "../../test/fixtures/turns.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import { StorageUnavailable, type Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { checkoutDecider, type DecideCheckout } from "./decide.ts";
import { decodeVector, featureNames } from "./features/index.ts";
import type { Scorer } from "./features/scorer.ts";
import { IdempotencyConflict, idempotencyMs, withIdempotency } from "./idempotency.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-idempotency-"));
let store: Store;
let project: ProjectRecord;
let other: ProjectRecord;
let clock: number;
let scored: number;
let failure: Error | null;

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = Date.UTC(2027, 3, 1, 12);
  scored = 0;
  failure = null;
  [project, other] = (await Promise.all([newProject(), newProject()])) as [
    ProjectRecord,
    ProjectRecord,
  ];
});

const newProject = () => projectFixture(store);

const attempts = featureNames.indexOf("email_attempts_24h");
const scorer: Scorer = {
  name: "counting",
  version: "1.0.0",
  sha256: "00",
  baseRate: null,
  async score(features) {
    scored += 1;
    if (failure) throw failure;
    return 0.05 + features[attempts]! / 1000;
  },
};

const request = booking({ requestId: "r-1" });

/** A server of its own on the shared store. */
function server(of: Partial<Parameters<typeof withIdempotency>[0]> = {}) {
  const now = () => clock;
  const decide = checkoutDecider({
    store,
    withModel: (_, work) => work(scorer),
    network: () => null,
    now,
    settled: () => undefined,
  });
  return withIdempotency({ store, now, decide, ...of });
}
const use = (key: string, body: unknown = request) => ({ key, body });
const seenBefore = (record: DecisionRecord) => decodeVector(record.features)[attempts]!;

describe("the same key with the same body", () => {
  test("gets the first answer again, and counts once", async () => {
    const decide = server();
    const first = await decide({ project, request }, use("k"));
    clock += 60_000;
    const again = await decide({ project, request }, use("k"));
    expect(first.replayed).toBe(false);
    expect(again).toEqual({ record: first.record, replayed: true });
    expect(scored).toBe(1);
    const next = await decide({ project, request }, null);
    expect(seenBefore(next.record)).toBe(1);
  });

  test("also on another server", async () => {
    const first = await server()({ project, request }, use("k"));
    expect(await server()({ project, request }, use("k"))).toEqual({
      record: first.record,
      replayed: true,
    });
  });

  test("also with the members of the body in another order", async () => {
    const decide = server();
    const { booker, ...rest } = request;
    await decide({ project, request }, use("k", request));
    const again = await decide({ project, request }, use("k", { ...rest, booker }));
    expect(again.replayed).toBe(true);
  });

  test("at the same time is decided once", async () => {
    const decide = server();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => decide({ project, request }, use("k"))),
    );
    expect(scored).toBe(1);
    expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  test("at the same time on two servers counts once", async () => {
    const [one, two] = [server(), server()];
    const answers = await Promise.all(
      [one, two, one, two, one, two].map((decide) => decide({ project, request }, use("k"))),
    );
    expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const next = await one({ project, request }, null);
    expect(seenBefore(next.record)).toBe(1);
  });

  test("is decided again after 24 hours, not before", async () => {
    const decide = server();
    const first = await decide({ project, request }, use("k"));
    clock += idempotencyMs;
    expect(await decide({ project, request }, use("k"))).toMatchObject({
      record: { id: first.record.id },
      replayed: true,
    });
    clock += 1;
    const anew = await decide({ project, request }, use("k"));
    expect(anew.replayed).toBe(false);
    expect(anew.record.id).not.toBe(first.record.id);
    expect(await decide({ project, request }, use("k"))).toMatchObject({
      record: { id: anew.record.id },
      replayed: true,
    });
  });
});

test("the window is 24 hours", () => {
  expect(idempotencyMs).toBe(86_400_000);
});

describe("the same key with another body", () => {
  const changed = { ...request, requestId: "r-2" };

  test("is a conflict, and is not decided", async () => {
    const decide = server();
    await decide({ project, request }, use("k"));
    const conflict = decide({ project, request: changed }, use("k", changed));
    expect(await rejection(conflict)).toBeInstanceOf(IdempotencyConflict);
    expect(scored).toBe(1);
  });

  test("is a conflict while the first is being decided", async () => {
    const decide = server();
    const first = decide({ project, request }, use("k"));
    const conflict = decide({ project, request: changed }, use("k", changed));
    expect(await rejection(conflict)).toBeInstanceOf(IdempotencyConflict);
    expect((await first).replayed).toBe(false);
  });

  test("is accepted after 24 hours", async () => {
    const decide = server();
    await decide({ project, request }, use("k"));
    clock += idempotencyMs + 1;
    const answer = await decide({ project, request: changed }, use("k", changed));
    expect(answer.replayed).toBe(false);
  });

  test("an unknown field makes it another body", async () => {
    const decide = server();
    await decide({ project, request }, use("k"));
    const conflict = decide({ project, request }, use("k", { ...request, extra: 1 }));
    expect(await rejection(conflict)).toBeInstanceOf(IdempotencyConflict);
  });
});

test("other keys, no key, and other projects are each decided", async () => {
  const decide = server();
  const answers = [
    await decide({ project, request }, use("k")),
    await decide({ project, request }, use("K")),
    await decide({ project, request }, null),
    await decide({ project, request }, null), // The same requestId makes nothing idempotent.
    await decide({ project: other, request }, use("k")),
  ];
  expect(answers.every(({ replayed }) => !replayed)).toBe(true);
  expect(new Set(answers.map(({ record }) => record.id)).size).toBe(5);
  expect(answers.map(({ record }) => seenBefore(record))).toEqual([0, 1, 2, 3, 0]);
});

describe("where deciding fails", () => {
  test("nothing is stored: the next call with the key is decided", async () => {
    const decide = server();
    failure = new Error("model");
    const calls = [1, 2].map(() => decide({ project, request }, use("k")));
    const results = await Promise.allSettled(calls);
    expect(results).toEqual(calls.map(() => ({ status: "rejected", reason: failure })) as never);
    expect(await store.decisions.findIdempotent(project.id, hashOf("k"), 0)).toBeNull();
    failure = null;
    const answer = await decide({ project, request }, use("k"));
    expect(answer.replayed).toBe(false);
    expect(seenBefore(answer.record)).toBe(0);
  });
});

describe("where another server was first", () => {
  /** Loses against another server, with a pause in which more callers can arrive. */
  function losing() {
    const lost = Promise.withResolvers<void>();
    let calls = 0;
    let lookedUp = 0;
    const findIdempotent: Store["decisions"]["findIdempotent"] = async (...args) => {
      const found = await store.decisions.findIdempotent(...args);
      lookedUp += 1;
      return found;
    };
    const decide = server({
      store: { ...store, decisions: { ...store.decisions, findIdempotent } },
      decide: (async () => {
        calls += 1;
        await lost.promise;
        await server()({ project, request }, use("k"));
        return null;
      }) as unknown as DecideCheckout,
    });
    return { decide, lose: lost.resolve, calls: () => calls, lookedUp: () => lookedUp };
  }

  test("its answer stands", async () => {
    const { decide, lose } = losing();
    lose();
    const answer = await decide({ project, request }, use("k"));
    expect(answer.replayed).toBe(true);
    expect(await server()({ project, request }, use("k"))).toEqual(answer);
  });

  test("it also stands for callers that wait here for the same key", async () => {
    const { decide, lose, calls, lookedUp } = losing();
    const waiting = [1, 2, 3].map(() => decide({ project, request }, use("k")));
    await waitUntil("all to have looked into the store", () => lookedUp() === waiting.length);
    await nextTurn(); // And now they wait for the first.
    expect(calls()).toBe(1);
    lose();
    const answers = await Promise.allSettled(waiting);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  });
});

test("the key itself is not stored", async () => {
  await server()({ project, request }, use("order 4711 of ada@example.com"));
  const keyHash = hashOf("order 4711 of ada@example.com");
  const stored = await store.decisions.findIdempotent(project.id, keyHash, 0);
  expect(stored?.keyHash).toBe(keyHash);
});

test("a decision that is erased between the look-ups can be sent again; one that is missing is a fault", async () => {
  await server()({ project, request }, use("k"));
  let isErased = true;
  let lookUps = 0;
  const decisions: Store["decisions"] = {
    ...store.decisions,
    find: async () => null,
    findIdempotent: async (...of) =>
      lookUps++ > 0 && isErased ? null : store.decisions.findIdempotent(...of),
  };
  const again = () =>
    rejection(server({ store: { ...store, decisions } })({ project, request }, use("k")));
  expect(await again()).toBeInstanceOf(StorageUnavailable);
  isErased = false;
  const fault = await again();
  expect(fault).toBeInstanceOf(Error);
  expect(fault).not.toBeInstanceOf(StorageUnavailable);
});

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** What a promise is rejected with. Bun's own `.rejects` holds up the database thread's answers. */
function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );
}
