import { expect, test } from "bun:test";
import type { Attempt, Outcome } from "../../../models/training/simulator/kind.ts";
import { merchantsOf } from "../../../models/training/simulator/merchants.ts";
import { type Ended, outcomeOf } from "../../../models/training/simulator/outcomes.ts";
import { randomOf } from "../../../models/training/simulator/random.ts";
import { defaultOptions, simulate } from "../../../models/training/simulator/simulate.ts";

const dayMs = 86_400_000;
const options = { ...defaultOptions, attempts: 25_000, fraudRate: 0.3 };
const season = [...simulate(options)];
const honest = season.filter(({ fraud }) => !fraud);
const fraud = season.filter((attempt) => attempt.fraud);
const reports = new Map(
  merchantsOf(options.seed).map((merchant) => [merchant.project, merchant.reports]),
);

const is = (what: Outcome["outcome"] | undefined) => (one: Attempt) =>
  one.outcome?.outcome === what;
const days = (of: readonly Attempt[]) =>
  of.map(({ at, outcome }) => (outcome!.reportedAt - at) / dayMs).sort((a, b) => a - b);
const median = (sorted: readonly number[]) => sorted[sorted.length >> 1]!;
const share = (of: readonly Attempt[], which: (one: Attempt) => boolean) =>
  of.filter(which).length / of.length;

test("every outcome is reported after its attempt, in whole milliseconds", () => {
  for (const { at, outcome } of season) {
    if (!outcome) continue;
    expect(outcome.reportedAt).toBeGreaterThan(at);
    expect(Number.isInteger(outcome.reportedAt)).toBe(true);
  }
});

test("chargebacks take weeks, some of them months", () => {
  const delays = days(season.filter(is("chargeback")));
  expect(delays[0]).toBeGreaterThanOrEqual(3);
  expect(delays.at(-1)).toBeLessThanOrEqual(110);
  expect(median(delays)).toBeWithin(21, 30);
  expect(
    share(season, (one) => is("chargeback")(one) && one.outcome!.reportedAt - one.at > 45 * dayMs),
  ).toBeGreaterThan(0.02);
});

test("the merchant's staff finds a minority within hours to days", () => {
  const found = fraud.filter(is("fraud"));
  const delays = days(found);
  expect(delays.at(-1)).toBeLessThan(6.1);
  expect(median(delays)).toBeWithin(0.4, 1.5);
  expect(found.length / fraud.length).toBeWithin(0.1, 0.35);
});

test("little fraud goes undetected, and few legitimate bookings are disputed", () => {
  const unnoticed = (one: Attempt) => one.outcome === null || is("legitimate")(one);
  expect(share(fraud, unnoticed)).toBeWithin(0.025, 0.055);
  const accused = (one: Attempt) => is("chargeback")(one) || is("fraud")(one);
  expect(share(honest, accused)).toBeWithin(0.0003, 0.003);
});

test("only merchants that report all outcomes report legitimate ones, a day after the stay", () => {
  for (const one of season.filter(is("legitimate"))) {
    expect(reports.get(one.project)).toBe("all");
    const after = one.outcome!.reportedAt - Date.parse(one.request.booking.checkOut);
    expect(after).toBeWithin(0, 15 * dayMs);
  }
  const theirs = honest.filter(({ project }) => reports.get(project) === "all");
  expect(share(theirs, is("legitimate"))).toBeGreaterThan(0.9);
  expect(fraud.some(is("legitimate"))).toBe(true);
  expect(theirs.length / honest.length).toBeWithin(0.25, 0.5);
});

test("without noise, reported outcomes equal the truth", () => {
  const noise = { unreported: 0, wronglyReported: 0 };
  const random = randomOf("outcomes");
  const ended: Ended = {
    at: Date.UTC(2026, 1, 1),
    fraud: true,
    booking: { checkIn: "2026-02-10", checkOut: "2026-02-12" },
    reports: "fraud",
    reporting: undefined,
  };
  for (let i = 0; i < 200; i++) {
    expect(outcomeOf(random, ended, noise)).not.toBeNull();
    expect(outcomeOf(random, { ...ended, fraud: false }, noise)).toBeNull();
  }
});

test("chargeback abusers dispute after the stay", () => {
  for (const one of season.filter(
    ({ kind, tries }) => kind === "chargeback-abuser" && tries === 0,
  )) {
    if (!is("chargeback")(one)) continue;
    expect(one.outcome!.reportedAt).toBeGreaterThan(Date.parse(one.request.booking.checkOut));
  }
});
