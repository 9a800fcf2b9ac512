/** The dashboard's endpoints of money and of retention: what is counted, saved, refused and would be deleted. */
import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { changeStored } from "../../../fixtures/stored.ts";
import { bookingOf, bookWithOutcomes, type Decided, delayOf } from "../money-bookings.ts";

const dayMs = 24 * 60 * 60 * 1000;

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const { projectId, secret, publishable } = await installation.project("Hotel");
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

let decided: Decided[] = [];
const money = async (period: string) =>
  (await owner.get(`/projects/${projectId}/money?period=${period}`)).body;
const countOf = (fits: (one: Decided) => boolean) => decided.filter(fits).length;
/** An attempt that was denied has no booking that could turn out to be fraud; past ones were booked. */
const observed = (one: Decided) => one.imported || one.action !== "deny";
const isFraud = ({ outcome }: Decided) => outcome === "fraud" || outcome === "chargeback";

beforeAll(async () => {
  decided = await bookWithOutcomes(installation, url, { projectId, secret });
  await waitUntil(
    "all decisions",
    async () => (await money("all")).counts.decisions === decided.length,
  );
});

const terms = {
  currency: "USD",
  bookingValue: 412.5,
  marginPercent: 12,
  chargebackFee: 30,
  fraudLossPercent: 80,
  lifetimeValue: 95,
};
const invalid = ["NaN", "-1", "1e9", "9".repeat(13), "7".repeat(400), "ten", "<b>1</b>", ""];

describe("money", () => {
  test("counts decisions and frauds by score, and estimates how late frauds are reported", async () => {
    const { counts, evidence, delay } = await money("all");
    const outcomes = {
      fraud: countOf(isFraud),
      legitimate: countOf((one) => one.outcome === "legitimate"),
    };
    const denied = countOf(({ action }) => action === "deny");
    expect(counts).toEqual({ decisions: decided.length, denied, ...outcomes });
    const scores = Array.from({ length: 100 }, (_, score) => score);
    expect(evidence.decisions).toEqual(
      scores.map((score) => countOf((one) => one.score === score)),
    );
    expect(evidence.observed).toEqual(
      scores.map((score) => countOf((one) => one.score === score && observed(one))),
    );
    const frauds = (all: { frauds: number }[]) => all.map((one) => one.frauds);
    expect(frauds(evidence.evidence)).toEqual(
      scores.map((score) => countOf((one) => one.score === score && observed(one) && isFraud(one))),
    );
    expect(delay).toMatchObject({ frauds: countOf(isFraud) });
    expect(delay.medianDays).toBeGreaterThan(3);
  });

  test("gives the rate of fraud an estimate from the same outcomes", async () => {
    const { estimate, problem } = (await owner.get(`/projects/${projectId}/base-rate`)).body;
    expect(problem).toContain("is outside what can be set"); // Every third booking is fraud.
    expect(estimate.frauds).toBe(countOf((one) => observed(one) && isFraud(one)));
    expect(estimate.low).toBeLessThan(estimate.rate);
  });

  test("of the last 30 days leaves out older decisions", async () => {
    const { body } = await owner.get(`/projects/${projectId}/money?period=30`);
    const late = decided.filter(({ daysAgo }) => daysAgo < 29.5);
    const edge = decided.filter(({ daysAgo }) => daysAgo >= 28.5 && daysAgo < 30.5).length;
    expect(Math.abs(body.counts.decisions - late.length)).toBeLessThanOrEqual(edge);
  });

  test("keeps the terms that an owner saves", async () => {
    const path = `/projects/${projectId}/money/terms`;
    expect((await viewer.put(path, terms)).status).toBe(403);
    expect((await money("30")).terms).toBeNull();
    expect((await owner.put(path, terms)).status).toBe(200);
    expect((await money("30")).terms).toEqual({ ...terms, fraudValue: null });
  });

  test.each([...invalid, -1, 1e300, null, true, [], {}].map((value) => ({ value })))(
    "each term rejects: $value",
    async ({ value }) => {
      const good: Record<string, unknown> = { ...terms };
      for (const name of Object.keys(terms)) {
        const sent = { ...good, [name]: value };
        const { status, body } = await owner.put(`/projects/${projectId}/money/terms`, sent);
        const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
        expect([status, body.code, pointers]).toEqual([422, "validation_failed", [`/${name}`]]);
      }
    },
  );

  test("invalid periods and bodies are rejected", async () => {
    const path = `/projects/${projectId}/money`;
    expect((await owner.get(`${path}?period=7`)).status).toBe(422);
    for (const currency of ["eur", "EURO", "", "%00%00%00"]) {
      expect((await owner.get(`${path}?currency=${currency}`)).status).toBe(422);
    }
    for (const sent of ["[]", "{}", '"x"', "null"]) {
      expect((await owner.put(`${path}/terms`, sent)).status).toBe(422);
    }
    expect((await owner.put(`${path}/terms`, "{")).status).toBe(400);
  });

  test("has the amounts in the currency that is asked for, else in that of the assumptions", async () => {
    const { projectId: id, secret: own } = await installation.project("With amounts");
    for (const [n, currency] of ["EUR", "EUR", "USD"].entries()) {
      const { booking, ...request } = bookingOf(n);
      const totalAmount = { value: 10_000 * (n + 1), currency };
      const sent = { ...request, booking: { ...booking, totalAmount } };
      expect((await callRisk(url, own.key, sent)).status).toBe(200);
    }
    const past = Array.from({ length: 60 }, (_, n) => {
      const at = Date.now() - (200 - 3 * n) * dayMs;
      const { booking, ...request } = bookingOf(3 * n + 120);
      const totalAmount = { value: 45_600, currency: "EUR" };
      return {
        decidedAt: new Date(at).toISOString(),
        request: { ...request, collectionId: undefined, booking: { ...booking, totalAmount } },
        outcome: "chargeback",
        outcomeAt: new Date(at + delayOf(n) * dayMs).toISOString(),
      };
    }).filter(({ outcomeAt }) => Date.parse(outcomeAt) < Date.now());
    const file = join(installation.folder, "amounts.ndjson");
    writeFileSync(file, past.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await installation.json("history", "import", file, "--project", id);
    const amounts = async (query = "") => {
      const { body } = await owner.get(`/projects/${id}/money${query}`);
      type Amounts = { known: number; sum: number };
      const total = (of: keyof Amounts) =>
        body.evidence.amounts.reduce((sum: number, one: Amounts) => sum + one[of], 0);
      return [body.currency, total("known"), total("sum")];
    };
    const count = past.length;
    await waitUntil("the amounts", async () => (await amounts("?currency=EUR"))[1] === count + 2);
    const [, , euros] = await amounts("?currency=EUR");
    expect(euros / (100 + 200 + 456 * count)).toBeCloseTo(1, 3);
    expect((await amounts("?currency=USD"))[2]).toBeCloseTo(300, 0);
    expect(await amounts()).toEqual([null, 0, 0]);
    expect((await owner.put(`/projects/${id}/money/terms`, terms)).status).toBe(200);
    expect((await amounts())[0]).toBe("USD");
  });
});

describe("retention of telemetry", () => {
  const path = `/projects/${projectId}/retention`;

  test("says what a shorter one would delete, and keeps what is set", async () => {
    for (const [i, daysAgo] of [10, 9, 2].entries()) {
      const collectionId = `col_moneyretention0${i}`;
      const sent = await fetch(`${url}/sdk/batch`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          key: publishable.key,
          collectionId,
          sequence: 0,
          startedAt: 0,
          sentAt: 0,
          sdkVersion: "test",
          events: [],
        }),
      });
      expect(sent.status).toBe(204);
      const change = "UPDATE batches SET received_at = ? WHERE collection_id = ?";
      await changeStored(installation, "events.db", change, [
        Date.now() - daysAgo * dayMs,
        collectionId,
      ]);
    }
    const would = (await owner.get(`${path}/would-delete?days=7`)).body;
    expect(would.batches).toBe(2);
    expect(Math.round((Date.now() - Date.parse(would.oldestAt)) / dayMs)).toBe(10);
    expect((await owner.get(`${path}/would-delete?days=30`)).body).toEqual({
      batches: 0,
      oldestAt: null,
    });
    expect((await owner.put(path, { days: 30 })).body).toEqual({ days: 30, serviceDays: 90 });
    expect((await viewer.get(path)).body).toEqual({ days: 30, serviceDays: 90 });
  });

  test("can be read without the permission to set it, but not what a change would delete", async () => {
    const path = `/projects/${projectId}/retention`;
    expect((await viewer.get(path)).status).toBe(200);
    expect((await viewer.get(`${path}/would-delete?days=1`)).status).toBe(403);
    expect((await owner.get(`${path}/would-delete?days=default`)).status).toBe(200);
    for (const days of ["", "x", "-1", "1.5", "9".repeat(400), "36501"]) {
      expect((await owner.get(`${path}/would-delete?days=${days}`)).status).toBe(422);
      expect((await owner.put(path, { days })).status).toBe(422);
    }
    for (const days of [-1, 0.5, 36_501, 1e300, true, [], {}]) {
      expect((await owner.put(path, { days })).status).toBe(422);
    }
  });
});
