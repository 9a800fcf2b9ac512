import { afterAll, afterEach, beforeAll, expect, jest, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { booking } from "../../../../test/fixtures/booking.ts";
import { nextTurn } from "../../../../test/fixtures/turns.ts";
import { readRiskRequest } from "../../../attempt/request/risk-request.ts";
import { decisionsOf, pageMax } from "../../../decisions/decisions.ts";
import { eraseGuest } from "../../../decisions/privacy/erase.ts";
import { readGuest } from "../../../decisions/privacy/guest.ts";
import { attemptDecider } from "../../../risk/decide.ts";
import { decisionOrders } from "../../../risk/decision.ts";
import type { UserRecord } from "../../../storage/port/accounts.ts";
import type { Role } from "../../../storage/port/roles.ts";
import type { Store } from "../../../storage/port/store.ts";
import { openSqliteStore } from "../../../storage/sqlite/sqlite-store.ts";
import { streamOf } from "../download.ts";
import { exportLimits, exportPlaces } from "../export-places.ts";
import { exportDecisions } from "./export.ts";
import { exportOrders } from "./orders.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-export-"));
const projectId = "prj_1";
const count = 2 * pageMax + 100;
const now = () => Date.UTC(2027, 2, 1, 12);
const nowhere = { country: null, timeZone: null, asn: null, kind: null, anonymous: null };
let store: Store;

beforeAll(async () => {
  store = await openSqliteStore(folder, { indexing: true });
  const project = {
    id: projectId,
    name: "",
    riskSetting: "balanced",
    createdAt: 1,
    archivedAt: null,
    baseRate: null,
  };
  const model = {
    name: "m",
    version: "1.0.0",
    sha256: "0",
    baseRate: null,
    score: async () => 0.01,
  };
  const decide = attemptDecider({ store, network: () => nowhere });
  const orders = decisionOrders(now);
  const reading = readRiskRequest(booking({ hotel: { name: "Hôtel Ritz" } }));
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  const { request } = reading;
  const asked = { project, model, request, collection: null, outcome: null };
  for (let done = 0; done < count; done += 100) {
    const together = Array.from({ length: 100 }, () =>
      decide({ ...asked, order: orders(), source: "api" }),
    );
    await Promise.all(together);
  }
  await waitUntil("the search index", async () => (await store.search.backlog()) === 0);
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function depsWith() {
  return {
    store,
    now,
    decisions: decisionsOf(store, now),
    orders: exportOrders(now, exportPlaces()),
  };
}

function callerOf(role: Role) {
  return {
    user: { id: "u1" } as UserRecord,
    grants: [{ userId: "u1", projectId, role, grantedAt: 0 }],
    actor: { name: `${role}@example.com` },
  };
}

type Deps = ReturnType<typeof depsWith>;

function start(deps: Deps, role: Role = "analyst"): Promise<Response> {
  const orderId = deps.orders.add({ userId: "u1", projectId, view: {} });
  return exportDecisions(deps, callerOf(role), { projectId, orderId });
}

const newest = async () => {
  const [line] = await store.audit.list(1);
  const { action, detail } = line!;
  return { action, detail: JSON.parse(detail) };
};

test("every row is exported, and the audit log has an entry before the first and after the last", async () => {
  const answer = await start(depsWith());
  const text = await answer.text();
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + count);
  expect(text).toContain("Hôtel Ritz");
  expect(text).toContain("ada@example.com");
  const [ended, begun] = await store.audit.list(2);
  expect(begun).toMatchObject({ action: "decision.export", actor: "analyst@example.com" });
  expect(JSON.parse(begun!.detail)).toEqual({ view: {}, guests: true });
  expect(JSON.parse(ended!.detail)).toEqual({ rows: count, whole: true });
});

test("guests' data is not in the file without the permission to see it", async () => {
  const text = await (await start(depsWith(), "viewer")).text();
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + count);
  expect(/Ada|ada@|\+351/.test(text)).toBe(false);
});

test("a download that is cancelled ends the reading, and frees its place", async () => {
  const deps = depsWith();
  for (let i = 0; i < 2 * exportLimits.inFlight; i++) {
    const reader = (await start(deps)).body!.getReader();
    await reader.read();
    await reader.cancel();
    const { action, detail } = await newest();
    expect([action, detail.whole]).toEqual(["decision.exported", false]);
    expect(detail.rows).toBeLessThan(count);
  }
  for (let i = 0; i < 2 * exportLimits.inFlight; i++) await (await start(deps)).body!.cancel();
  expect((await (await start(deps)).text()).length).toBeGreaterThan(1000);
});

test("a download that stalls, or is too slow on average, is cut and frees its place", async () => {
  jest.useFakeTimers();
  const limits = { stallMs: 40, graceMs: 60, bytesPerSecondMin: 1000 };
  async function* texts() {
    for (;;) yield "x".repeat(10);
  }
  const ended: string[] = [];
  const stalled = streamOf(texts(), () => void ended.push("stalled"), limits).getReader();
  await stalled.read();
  await nextTurn(); // It reads on.
  jest.advanceTimersByTime(39);
  await nextTurn();
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  await nextTurn();
  expect(ended).toEqual(["stalled"]);
  // Nothing is lost of what was sent, and then it is an error, not a file that seems whole.
  expect(readAll(stalled)).rejects.toThrow("too slowly");

  const slow = streamOf(texts(), () => void ended.push("slow"), limits).getReader();
  const reading = (async () => {
    for (let i = 0; i < 20; i++) {
      await slow.read();
      await nextTurn();
      jest.advanceTimersByTime(15);
    }
  })();
  expect(await reading.catch((error: Error) => error.message)).toContain("too slowly");
  expect(ended).toContain("slow");
});

test("an export that ends in time is not cut afterwards", async () => {
  jest.useFakeTimers();
  let ends = 0;
  async function* texts() {
    yield "a";
  }
  const limits = { stallMs: 20, graceMs: 10_000, bytesPerSecondMin: 1 };
  const stream = streamOf(texts(), () => void ends++, limits);
  expect(await new Response(stream).text()).toBe("a");
  jest.advanceTimersByTime(50);
  await nextTurn();
  expect(ends).toBe(0);
});

async function readAll(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  for (;;) if ((await reader.read()).done) return;
}

test("a download that is running when a guest is erased ends with an error", async () => {
  const project = { id: projectId, name: "P", riskSetting: "balanced", createdAt: 0 };
  await store.projects.create({ ...project, archivedAt: null, baseRate: null });
  const deps = depsWith();
  const reader = (await start(deps)).body!.getReader();
  // The byte order mark, the header, and the first rows.
  for (let i = 0; i < 3; i++) await reader.read();
  const guest = readGuest(projectId, { kind: "email", value: "nobody@example.com" });
  await eraseGuest({ store, now }, { name: "owner@example.com" }, guest);
  const failed = await readAll(reader).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "erased_meanwhile" });
  await waitUntil("the entry of its end", async () => {
    const { action, detail } = await newest();
    return action === "decision.exported" && detail.whole === false && detail.rows < count;
  });
});
