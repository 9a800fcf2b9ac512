import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { readRiskRequest } from "../attempt/request/risk-request.ts";
import { pastCollectionFacts } from "../attempt/telemetry/summary.ts";
import { dayMs } from "../base/durations.ts";
import { scoreEvidence } from "../evaluation/money/score-evidence.ts";
import { rangeOf } from "../http/dashboard-api/overview/range.ts";
import { attemptDecider } from "../risk/decide.ts";
import { decisionOrders } from "../risk/decision.ts";
import { reportOutcome } from "../risk/outcome.ts";
import { sumOf } from "../risk/outcomes/fraud-rate.ts";
import type { ReportingDelay } from "../risk/outcomes/reporting-delay.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { csvOf } from "./csv.ts";
import { type Decisions, decisionsOf, InvalidCursor } from "./decisions.ts";
import { hotelsOf } from "./hotels.ts";
import { overviewOf } from "./overview.ts";
import { settingsPreview } from "./settings-preview.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-decisions-"));
const start = Date.UTC(2027, 2, 1, 12);
const now = () => start + 40 * dayMs;
const project = (id: string): ProjectRecord => ({
  id,
  name: id,
  riskSetting: "balanced",
  createdAt: 1,
  archivedAt: null,
  baseRate: null,
});
let store: Store;
let decisions: Decisions;
let made: DecisionRecord[] = [];
let foreign: DecisionRecord;

/** Booking n of a project: guest n of ten, who phones from Portugal, at one of three hotels. */
function bodyOf(n: number) {
  const guest = n % 10;
  return {
    booker: {
      referenceId: `user-${guest}`,
      firstName: "Ada",
      lastName: `Lovelace ${guest}`,
      email: `Ada.${guest}@Example.com`,
      phone: `+35191234567${guest}`,
    },
    billing: { country: n % 2 === 0 ? "PT" : "DE" },
    hotel: [
      { referenceId: "ours-1", giataId: "1001", name: "Hôtel Ritz", country: "PT" },
      { referenceId: "ours-2", name: "=cmd|' /C calc'!A0", country: "DE" },
      { name: "The Ritz", country: "US" },
    ][n % 3],
    booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
    payment: { method: "card", instrumentId: `fp_${guest}` },
    requestId: `checkout_${n}%`,
  };
}

async function bring(projectId: string, count: number): Promise<DecisionRecord[]> {
  let n = 0;
  const scores = [0.01, 0.05, 0.12, 0.4];
  const model = {
    name: "m",
    version: "1.0.0",
    sha256: "0",
    baseRate: null,
    score: async () => scores[n % scores.length]!,
  };
  const decide = attemptDecider({ store, network: () => ({ ...nothing, country: "ES" }) });
  const orders = decisionOrders(() => start + n * 0.5 * dayMs);
  const all: DecisionRecord[] = [];
  for (; n < count; n++) {
    const reading = readRiskRequest(bodyOf(n));
    if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
    const collection =
      n % 5 === 4
        ? null
        : pastCollectionFacts({ deviceId: `dev_${n % 10}`, ip: `203.0.113.${n % 10}` });
    all.push(
      await decide({
        project: project(projectId),
        model,
        order: orders(),
        collection,
        outcome: null,
        request: reading.request,
        source: "api",
      }),
    );
  }
  return all;
}
const nothing = { country: null, timeZone: null, asn: null, kind: null, anonymous: null };

beforeAll(async () => {
  store = await openSqliteStore(folder, { indexing: true });
  made = await bring("prj_1", 60);
  [foreign] = (await bring("prj_2", 1)) as [DecisionRecord];
  for (const [n, outcome] of [
    [3, "fraud"],
    [7, "chargeback"],
    [8, "legitimate"],
  ] as const) {
    const report = { outcome, requestId: "o" };
    const deps = { store, now: () => start + 35 * dayMs };
    await reportOutcome(deps, { projectId: "prj_1", decisionId: made[n]!.id, report });
  }
  await waitUntil("the search index", async () => (await store.search.backlog()) === 0);
  decisions = decisionsOf(store, now);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const idsWhere = (fits: (n: number) => boolean) =>
  made.flatMap((record, n) => (fits(n) ? [record.id] : [])).reverse();
async function listed(
  by:
    | "email"
    | "phone"
    | "hotel"
    | "booker"
    | "device"
    | "address"
    | "name"
    | "request"
    | "decision"
    | "collection"
    | "card",
  text: string,
) {
  const { rows } = await decisions.page(
    "prj_1",
    { view: { find: { by, text } }, limit: 100 },
    false,
  );
  return rows.map(({ decisionId }) => decisionId);
}

describe("a decision is found by", () => {
  test("everything that a person may know of it", async () => {
    const ofGuest3 = idsWhere((n) => n % 10 === 3);
    expect(await listed("decision", made[4]!.id)).toEqual([made[4]!.id]);
    expect(await listed("request", "checkout_17%")).toEqual([made[17]!.id]);
    expect(await listed("email", "ADA.3@example.COM")).toEqual(ofGuest3);
    expect(await listed("phone", "00351 912 345 673")).toEqual(ofGuest3);
    expect(await listed("phone", "912 345 673")).toEqual(ofGuest3);
    expect(await listed("booker", "user-3")).toEqual(ofGuest3);
    expect(await listed("name", "ADA  lovelace-3")).toEqual(ofGuest3);
    expect(await listed("device", "dev_3")).toEqual(ofGuest3);
    expect(await listed("card", "fp_3")).toEqual(ofGuest3);
    expect(await listed("address", "::ffff:203.0.113.3")).toEqual(ofGuest3);
    const atFirst = idsWhere((n) => n % 3 === 0);
    expect(await listed("hotel", "1001")).toEqual(atFirst);
    expect(await listed("hotel", "ours-1")).toEqual(atFirst);
    expect(await listed("hotel", "hotel ritz")).toEqual(atFirst);
    expect(await listed("hotel", "the RITZ")).toEqual(idsWhere((n) => n % 3 === 2));
  });

  test("nothing that only looks like it", async () => {
    const kinds = [
      ...(["email", "phone", "hotel", "booker", "device", "name", "request", "card"] as const),
    ];
    const hostile = [
      "%",
      "_",
      "checkout_1",
      "checkout__17",
      "user-%",
      "' OR 1=1 --",
      "ada.3@example.co",
    ];
    for (const by of kinds) {
      for (const text of hostile) expect(await listed(by, text)).toEqual([]);
    }
  });

  test("nobody of another project", async () => {
    expect(await listed("decision", foreign.id)).toEqual([]);
    expect(await decisions.linked("prj_1", foreign.id, true)).toBeNull();
    const { rows } = await decisions.page("prj_2", { view: {}, limit: 10 }, false);
    expect(rows.map(({ decisionId }) => decisionId)).toEqual([foreign.id]);
    expect(await decisions.find("prj_3", "ada.0@example.com", true)).toEqual([]);
  });

  test("a text of which nobody said what it is", async () => {
    const found = await decisions.find("prj_1", " ada.3@example.com ", true);
    expect(found.map(({ by, more }) => [by, more])).toEqual([["email", true]]);
    expect(found[0]!.newest.guest).toMatchObject({
      phone: "+351912345673",
      name: "Ada Lovelace 3",
    });
    const hotel = await decisions.find("prj_1", "ours-1", false);
    expect(hotel.map(({ by }) => by)).toEqual(["hotel"]);
    expect(hotel[0]!.newest.guest).toBeNull();
    expect((await decisions.find("prj_1", made[9]!.id, false)).map(({ by }) => by)).toEqual([
      "decision",
    ]);
    expect(await decisions.find("prj_1", "x".repeat(10_000), false)).toEqual([]);
  });
});

describe("a list", () => {
  const all = async (view: Parameters<Decisions["all"]>[1]) =>
    (await Array.fromAsync(decisions.all("prj_1", view, false)))
      .flat()
      .map((row) => row.decisionId);

  test("goes on from page to page to its end", async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await decisions.page("prj_1", { view: {}, cursor, limit: 7 }, false);
      ids.push(...page.rows.map(({ decisionId }) => decisionId));
      cursor = page.next;
    } while (cursor);
    expect(ids).toEqual(idsWhere(() => true));
  });

  test("takes no cursor of another list", async () => {
    const { next } = await decisions.page("prj_1", { view: {}, limit: 7 }, false);
    const other = decisions.page(
      "prj_1",
      { view: { level: "high" }, cursor: next, limit: 7 },
      false,
    );
    expect(await other.catch((error) => error)).toBeInstanceOf(InvalidCursor);
    const strange = decisions.page("prj_2", { view: {}, cursor: next, limit: 7 }, false);
    expect(await strange.catch((error) => error)).toBeInstanceOf(InvalidCursor);
  });

  test("fits every part of the view", async () => {
    const isHigh = (n: number) => made[n]!.riskLevel === "high";
    expect(await all({ level: "high" })).toEqual(idsWhere(isHigh));
    expect(await all({ action: "deny", hotel: "ours-1" })).toEqual(
      idsWhere((n) => made[n]!.suggestedAction === "deny" && n % 3 === 0),
    );
    expect(await all({ outcome: ["fraud", "chargeback"] })).toEqual([made[7]!.id, made[3]!.id]);
    expect(await all({ outcome: ["none"] })).toHaveLength(57);
    expect(await all({ telemetry: "unseen" })).toEqual(idsWhere((n) => n % 5 === 4));
    expect(await all({ model: "m@1.0.0" })).toHaveLength(60);
    expect(await all({ model: "m" })).toHaveLength(60);
    expect(await all({ model: "m@2" })).toEqual([]);
    expect(
      await all({ find: { by: "email", text: "ada.3@example.com" }, hotel: "ours-1" }),
    ).toEqual(idsWhere((n) => n % 10 === 3 && n % 3 === 0));
    const { decidedAt } = made[30]!;
    expect(await all({ from: decidedAt })).toEqual(idsWhere((n) => n >= 30));
    expect(await all({ to: decidedAt, setting: "balanced", source: "api" })).toEqual(
      idsWhere((n) => n < 30),
    );
    expect(await all({ last: "30d" })).toEqual(
      idsWhere((n) => made[n]!.decidedAt >= start - 0.5 * dayMs + 11 * dayMs),
    );
    expect(await all({ hotel: "no such" })).toEqual([]);
  });

  test("exported is one line a decision, without guests or formulas", async () => {
    const file = (
      await Array.fromAsync(csvOf(decisions.all("prj_1", {}, false), false, async () => new Map()))
    ).join("");
    expect(file.trimEnd().split("\r\n")).toHaveLength(61);
    expect(file).not.toMatch(/Ada|Lovelace|\+351/);
    expect(file).toContain("'=cmd|");
    expect(file).not.toMatch(/(^|,|")=cmd/m);
  });
});

test("linked decisions are told with what they share, near and far", async () => {
  const linked = (await decisions.linked("prj_1", made[3]!.id, true))!;
  expect(linked.decisions.map(({ decisionId }) => decisionId)).toEqual(
    idsWhere((n) => n % 10 === 3 && n !== 3).reverse(),
  );
  expect(linked.decisions[0]!.shares).toEqual([
    ...(["device", "email", "phone", "ip", "name", "booker", "card"] as const),
  ]);
  expect(linked.decisions.map(({ days }) => days)).toEqual([5, 10, 15, 20, 25]);
  expect(linked.counts.map(({ within, ever }) => [within, ever])).toEqual(Array(7).fill([5, 5]));
});

describe("an overview", () => {
  const range = { from: start, to: start + 30 * dayMs, step: "day" } as const;

  test("counts what there is", async () => {
    const found = await overviewOf("prj_1", range, { store, hotels: hotelsOf(store, now) });
    const denied = made.filter(({ suggestedAction }) => suggestedAction === "deny").length;
    expect(found.total).toMatchObject({ decisions: 60, denied, seen: 48, fraud: 2, legitimate: 1 });
    expect(found.scores.reduce((sum, one) => sum + one, 0)).toBe(60);
    expect(found.steps).toHaveLength(31);
    expect(found.steps.map(({ decisions }) => decisions)).toEqual([1, ...Array(29).fill(2), 1]);
    expect(found.bands.reduce((sum, band) => sum + band.fraud, 0)).toBe(2);
    expect(found.hotels.map(({ place, decisions }) => [place, decisions]).sort()).toEqual([
      ["=cmd|' /C calc'!A0", 20],
      ["Hôtel Ritz", 20],
      ["The Ritz", 20],
    ]);
    expect(found.countries.phone).toMatchObject([{ place: "PT", decisions: 60, denied }]);
    expect(found.countries.network).toMatchObject([{ place: "ES", decisions: 48 }]);
    expect(found.countries.billing.map(({ place }) => place).sort()).toEqual(["DE", "PT"]);
    for (const [setting, { denyFrom, denied }] of Object.entries(found.settings)) {
      expect([setting, denied]).toEqual([
        setting,
        made.filter(({ riskScore }) => riskScore >= denyFrom).length,
      ]);
    }
  });

  test("of nothing is empty, and of too much is refused", async () => {
    const empty = await overviewOf("prj_9", range, { store, hotels: hotelsOf(store, now) });
    expect(empty.total.decisions).toBe(0);
    expect(empty.settings.balanced.denyRate).toBeNull();
    const bad = [
      { ...range, to: range.from },
      { ...range, from: -1 },
      { ...range, from: 0 },
      { ...range, to: Number.NaN },
    ];
    for (const one of bad) {
      const asked = overviewOf("prj_1", one, { store, hotels: hotelsOf(store, now) });
      expect(await asked.catch((error) => error)).toBeInstanceOf(RangeError);
    }
  });
});

test("evidence counts each decision by how likely its fraud is reported by now", async () => {
  const settledAfter = 20 * dayMs;
  const delay: ReportingDelay = {
    observedUntil: now(),
    frauds: 20,
    medianDays: 10,
    settledDays: 20,
    tail: 0,
    steps: [0, settledAfter],
    knownWithin: (ageMs) => ({
      share: ageMs >= settledAfter ? 1 : ageMs < 0 ? 0 : 0.25,
      error: 0.1,
    }),
  };
  const range = { from: start, to: start + 30 * dayMs, currency: null };
  const found = await scoreEvidence("prj_1", range, delay, store);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(found.decisions)).toBe(60);
  const allowed = made.filter(({ suggestedAction }) => suggestedAction === "allow");
  expect(sum(found.observed)).toBe(allowed.length);
  const exposure = allowed.map(({ decidedAt }) => (now() - decidedAt > settledAfter ? 1 : 0.25));
  const all = sumOf(found.evidence);
  expect(all.exposure).toBeCloseTo(sum(exposure));
  expect(all.exposureError).toBeCloseTo(sum(exposure) * 0.1);
  const frauds = [3, 7].filter((n) => made[n]!.suggestedAction === "allow");
  expect(all.frauds).toBe(frauds.length);
  const stopped = { ...delay, observedUntil: start + 10 * dayMs };
  const before = await scoreEvidence("prj_1", range, stopped, store);
  expect(sum(before.decisions)).toBe(20);
});

test("a preview of each risk setting is what a plain count of its 30 days says", async () => {
  const to = start + 20 * dayMs;
  const preview = await settingsPreview("prj_1", to, store);
  // The days are whole, today included; `to` is at noon.
  const from = to - 29.5 * dayMs;
  const within = made.filter(({ decidedAt }) => decidedAt >= from && decidedAt < to);
  expect(preview).toMatchObject({ from, to, decisions: within.length });
  const reports = await Promise.all(within.map(({ id }) => store.outcomes.list("prj_1", id)));
  const outcomes = reports.map((all) => all.at(-1)?.outcome ?? null);
  for (const [setting, denyFrom] of [
    ["maximizeProtection", 65],
    ["balanced", 75],
    ["maximizeRevenue", 85],
  ] as const) {
    const denied = within.flatMap(({ riskScore }, i) =>
      riskScore >= denyFrom ? [outcomes[i]!] : [],
    );
    expect(preview.settings[setting]).toEqual({
      denyFrom,
      denied: denied.length,
      denyRate: denied.length / within.length,
      reported: {
        fraud: denied.filter((one) => one === "fraud" || one === "chargeback").length,
        legitimate: denied.filter((one) => one === "legitimate").length,
      },
    });
  }
  const overview = await overviewOf("prj_1", rangeOf({ last: "30d" }, to - 1), {
    store,
    hotels: hotelsOf(store, now),
  });
  expect(overview.total.decisions).toBe(preview.decisions);
  expect((await settingsPreview("prj_nobody", to, store)).settings.balanced).toEqual({
    denyFrom: 75,
    denied: 0,
    denyRate: null,
    reported: { fraud: 0, legitimate: 0 },
  });
});
