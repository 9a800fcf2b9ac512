import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newKey } from "../projects/key-format.ts";
import { createKey } from "../projects/keys.ts";
import { createProject } from "../projects/projects.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import type { Store } from "../storage/store.ts";
import { intake, intakeLimits } from "../telemetry/intake.ts";
import { telemetryLimits } from "../telemetry/protocol.ts";
import { createAuthenticator } from "./authenticate.ts";
import { rateLimiter } from "./rate-limit.ts";
import { refusalLog } from "./refusals.ts";
import { telemetryHandler } from "./telemetry.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-telemetry-"));
let store: Store;
let projectId: string;
let key: string;
let collections = 0;

beforeAll(async () => {
  store = await openSqliteStore(folder);
});
beforeEach(async () => {
  const at = 1_800_000_000_000;
  ({ projectId } = await createProject(
    { store, now: () => at },
    { name: "test" },
    { name: "P", riskSetting: "balanced" },
  ));
  key = await publishableKey();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function publishableKey(): Promise<string> {
  const made = await createKey(
    { store, now: () => 0 },
    { name: "test" },
    { projectId, kind: "publishable" },
  );
  return made!.key;
}

const newId = () => `col_http${String(collections++).padStart(8, "0")}`;
const batchOf = (collectionId = newId(), sequence = 0, by = key) => ({
  ...{ key: by, collectionId, sequence, startedAt: 0, sentAt: 0, sdkVersion: "1", events: [] },
});

/** The endpoint with its own clock. Each request comes from its own address unless one is given. */
function endpoint(limits: { address?: number; collection?: number; key?: number }, from = store) {
  let clock = 1_800_000_000_000;
  let addresses = 0;
  const now = () => clock;
  const handle = telemetryHandler({
    take: intake(from).take,
    authenticator: createAuthenticator(from, now),
    refusals: refusalLog(now),
    limits: {
      address: rateLimiter(limits.address ?? 0, now, "address"),
      collection: rateLimiter(limits.collection ?? 0, now, "collection"),
      key: rateLimiter(limits.key ?? 0, now, "key"),
    },
    verifySignature: async () => null,
    now,
    metrics: { batchTaken() {} },
  });
  const ownAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`;
  const answer = (body: unknown, address = ownAddress()) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return handle(
      new Request("http://localhost/sdk/batch", { method: "POST", body: text }),
      address,
    );
  };
  return {
    answer,
    /** The status of each response, or the limit that refused it. */
    async outcomes(bodies: unknown[], address?: string): Promise<(number | string)[]> {
      const answers = await Promise.all(bodies.map((body) => answer(body, address)));
      return answers.map(({ status, headers }) =>
        status === 429 ? headers.get("ratelimit-policy")!.split('"')[1]! : status,
      );
    },
    wait: (ms: number) => {
      clock += ms;
    },
  };
}
const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const tally = (outcomes: (number | string)[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]),
  );

describe("limits", () => {
  test("of a collection, from any addresses; a second later batches are accepted again", async () => {
    const { outcomes, wait } = endpoint({ collection: 5 });
    const id = newId();
    expect(tally(await outcomes(times(12, (i) => batchOf(id, i))))).toEqual({
      204: 5,
      collection: 7,
    });
    expect(await store.collections.batches(projectId, id)).toHaveLength(5);
    expect(await outcomes([batchOf()])).toEqual([204]);
    wait(1000);
    expect(tally(await outcomes(times(12, (i) => batchOf(id, 12 + i))))).toEqual({
      204: 5,
      collection: 7,
    });
  });

  test("of a collection: one of another project with the same ID has its own limit", async () => {
    const { outcomes } = endpoint({ collection: 1 });
    const id = newId();
    expect(await outcomes([batchOf(id, 0), batchOf(id, 1)])).toEqual([204, "collection"]);
    const at = 0;
    ({ projectId } = await createProject(
      { store, now: () => at },
      { name: "test" },
      { name: "Q", riskSetting: "balanced" },
    ));
    expect(await outcomes([batchOf(id, 0, await publishableKey())])).toEqual([204]);
  });

  test("of an address, whatever it sends, before its key is checked", async () => {
    let lookUps = 0;
    const keys: Store["keys"] = {
      ...store.keys,
      findOwner(hash) {
        lookUps += 1;
        return store.keys.findOwner(hash);
      },
    };
    const { outcomes } = endpoint({ address: 10 }, { ...store, keys });
    const unknown = batchOf(newId(), 0, newKey("publishable"));
    const sent = ["no JSON", batchOf(), unknown, batchOf("col_1")];
    const hostile = await outcomes(
      times(40, (i) => sent[i % 4]),
      "192.0.2.1",
    );
    expect(tally(hostile)).toEqual({ 400: 3, 204: 3, 401: 2, 422: 2, address: 30 });
    expect(lookUps).toBe(7);
    expect(await outcomes([batchOf()], "192.0.2.2")).toEqual([204]);
  });

  test("of an address: an IPv6 network is one caller", async () => {
    const { outcomes } = endpoint({ address: 2 });
    expect(await outcomes([batchOf()], "2001:db8:0:7::1")).toEqual([204]);
    expect(await outcomes([batchOf()], "2001:db8:0:7:ffff::2")).toEqual([204]);
    expect(await outcomes([batchOf()], "2001:db8:0:7::3")).toEqual(["address"]);
    expect(await outcomes([batchOf()], "2001:db8:0:8::1")).toEqual([204]);
  });

  test("of a key; batches refused for another reason do not count", async () => {
    const limits = { key: 30, address: 20, collection: 5 };
    const { outcomes } = endpoint(limits);
    await outcomes(times(100, () => batchOf("col_1"))); // Malformed, each from its own address.
    await outcomes(times(100, () => batchOf(newId(), 0, newKey("publishable"))));
    await outcomes(times(100, () => "no JSON"));
    const hammered = newId();
    expect(tally(await outcomes(times(100, (i) => batchOf(hammered, i))))).toEqual({
      204: 5,
      collection: 95,
    });
    const flood = await outcomes(
      times(100, () => batchOf()),
      "192.0.2.9",
    );
    expect(tally(flood)).toEqual({ 204: 20, address: 80 });
    // Five and twenty of thirty were taken in; the last five are the honest visitors'.
    expect(await outcomes(times(6, () => batchOf()))).toEqual([204, 204, 204, 204, 204, "key"]);
    const another = await publishableKey();
    expect(await outcomes([batchOf(newId(), 0, another)])).toEqual([204]);
  });
});

test("hostile bodies are refused, and the next valid one is accepted", async () => {
  const { answer, outcomes } = endpoint({});
  const bodies: [body: string, status: number][] = [
    ["", 400],
    ["null", 400],
    ["[]", 400],
    ["{".repeat(30_000), 400],
    [`{"a":${"[".repeat(15_000)}${"]".repeat(15_000)}}`, 401],
    [`{"key":"${key}","events":${"[".repeat(15_000)}${"]".repeat(15_000)}}`, 422],
    [`{"key":${JSON.stringify([key])}}`, 401],
    ['{"key":"pk_\\u0000"}', 401],
    [`{"key":"${key}"}`, 422],
    [`{"key":"${key}","events":[${Array(3000).fill("{}").join()}]}`, 422],
    ["x".repeat(telemetryLimits.batchBytes + 1), 413],
  ];
  for (const [body, status] of bodies) {
    const answered = await answer(body);
    expect([body.slice(0, 40), answered.status]).toEqual([body.slice(0, 40), status]);
    expect(answered.headers.get("access-control-allow-origin")).toBe("*");
    expect(answered.headers.get("content-type")).toBe("application/problem+json");
  }
  expect(await outcomes([batchOf()])).toEqual([204]);
});

test("the number of batches that wait for the disk is bounded", async () => {
  let write = () => {};
  const disk = new Promise<void>((resolve) => {
    write = resolve;
  });
  const append: Store["collections"]["append"] = (...args) =>
    disk.then(() => store.collections.append(...args));
  const slow = { ...store, collections: { ...store.collections, append } };
  const { answer, outcomes } = endpoint({}, slow);
  const held = outcomes(times(intakeLimits.inFlight, () => batchOf()));
  const refused = await answer(batchOf());
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  write();
  expect(tally(await held)).toEqual({ 204: intakeLimits.inFlight });
  expect(await outcomes([batchOf()])).toEqual([204]);
}, 60_000);
