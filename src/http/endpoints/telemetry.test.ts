import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { intake, intakeLimits } from "../../attempt/telemetry/intake.ts";
import { telemetryLimits as protocolLimits } from "../../attempt/telemetry/protocol.ts";
import { newKey } from "../../projects/key-format.ts";
import { createKey } from "../../projects/keys.ts";
import { createProject } from "../../projects/projects.ts";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { createAuthenticator } from "../admission/authenticate.ts";
import { refusalLog } from "../admission/refusals.ts";
import { reserve, spaceGuard, telemetryLimits } from "../admission/telemetry-limits.ts";
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
  key: by,
  collectionId,
  sequence,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1",
  events: [],
});

interface Limits {
  /** Batches a second. */
  address?: number;
  collection?: number;
  key?: number;
  /** MiB a day. */
  addressMib?: number;
  keyMib?: number;
  projectMib?: number;
  assertSpace?: () => void;
}

/** The endpoint with its own clock. Each request comes from its own address unless one is given. */
function endpoint(limits: Limits, from = store) {
  let clock = 1_800_000_000_000;
  let addresses = 0;
  const now = () => clock;
  const handle = telemetryHandler({
    take: intake(from).take,
    authenticator: createAuthenticator(from, now),
    refusals: refusalLog(now),
    limits: telemetryLimits(
      {
        telemetryAddressLimit: limits.address ?? 0,
        telemetryCollectionLimit: limits.collection ?? 0,
        telemetryRateLimit: limits.key ?? 0,
        telemetryAddressQuotaMib: limits.addressMib ?? 0,
        telemetryKeyQuotaMib: limits.keyMib ?? 0,
        telemetryProjectQuotaMib: limits.projectMib ?? 0,
      },
      now,
      limits.assertSpace,
    ),
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

describe("bytes a day", () => {
  /** A valid batch of 30,000 bytes. */
  const large = (by = key) => JSON.stringify(batchOf(newId(), 0, by)).padEnd(30_000);
  const perMib = Math.floor(1024 ** 2 / 30_000);

  test("of an address, while others go on", async () => {
    const { outcomes } = endpoint({ addressMib: 1 });
    const flood = times(perMib + 5, () => large());
    expect(tally(await outcomes(flood, "192.0.2.1"))).toEqual({ 204: perMib, "address-day": 5 });
    expect(await outcomes([large()], "192.0.2.2")).toEqual([204]);
  });

  test("of a key, while the project's other keys go on", async () => {
    const { outcomes } = endpoint({ keyMib: 1 });
    const flood = times(perMib + 5, () => large());
    expect(tally(await outcomes(flood))).toEqual({ 204: perMib, "key-day": 5 });
    const other = await publishableKey();
    expect(await outcomes([large(other)])).toEqual([204]);
  });

  test("of a project, over all its keys; they come back over a day", async () => {
    const { answer, outcomes, wait } = endpoint({ projectMib: 1 });
    const other = await publishableKey();
    const flood = times(perMib + 5, (i) => large(i % 2 === 0 ? key : other));
    expect(tally(await outcomes(flood))).toEqual({ 204: perMib, "project-day": 5 });
    const refused = await answer(large());
    expect(refused.headers.get("ratelimit-policy")).toBe(
      '"project-day";q=1048576;qu="content-bytes";w=86400',
    );
    wait(Number(refused.headers.get("retry-after")) * 1000);
    expect(await outcomes([large(), large()])).toEqual([204, "project-day"]);
    wait(24 * 60 * 60 * 1000);
    expect(tally(await outcomes(flood))).toEqual({ 204: perMib, "project-day": 5 });
  });
});

describe("visits under way keep a reserve of the key's limit", () => {
  test("which flooding addresses with new collections cannot use", async () => {
    const { outcomes, wait } = endpoint({ key: 100 });
    const visits = times(25, () => newId());
    expect(tally(await outcomes(visits.map((id) => batchOf(id))))).toEqual({ 204: 25 });
    wait(reserve.afterMs);
    const flood = () => outcomes(times(300, () => batchOf()));
    expect(tally(await flood())).toEqual({ 204: 100, key: 200 });
    expect(tally(await outcomes(visits.map((id) => batchOf(id, 1))))).toEqual({ 204: 25 });
    expect(tally(await flood())).toEqual({ key: 300 });
  });

  test("of which one address has a part", async () => {
    const { outcomes, wait } = endpoint({ key: 100 });
    const prepared = times(50, () => newId());
    await outcomes(prepared.map((id) => batchOf(id)));
    wait(reserve.afterMs);
    await outcomes(times(100, () => batchOf()));
    const flood = prepared.map((id) => batchOf(id, 1));
    expect(tally(await outcomes(flood, "192.0.2.1"))).toEqual({
      204: reserve.perAddress,
      address: 50 - reserve.perAddress,
    });
    expect(await outcomes([batchOf(prepared[49], 2)])).toEqual([204]);
  });
});

test("below the floor of free space telemetry is refused, until there is space again", async () => {
  let free = 2 * 1024 ** 2;
  let clock = 0;
  const spaceOf = async () => ({ free, size: 1024 ** 3 });
  const { answer, outcomes } = endpoint({ assertSpace: spaceGuard("/", 1, () => clock, spaceOf) });
  const look = async () => {
    clock += 1000;
    await answer(batchOf()); // It is looked at in the background.
    await nextTurn();
  };
  await look();
  expect(await outcomes([batchOf()])).toEqual([204]);
  free = 1024 ** 2 - 1;
  await look();
  const refused = await answer(batchOf());
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  free = 1024 ** 2;
  await look();
  expect(await outcomes([batchOf()])).toEqual([204]);
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
    ["x".repeat(protocolLimits.batchBytes + 1), 413],
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
});
