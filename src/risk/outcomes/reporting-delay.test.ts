import { describe, expect, test } from "bun:test";
import { normalQuantile } from "../../base/confidence-interval.ts";
import type { FraudReport, ReportHistory } from "../../storage/port/outcomes.ts";
import { addDecisions, fraudRate, noEvidence, poissonInterval } from "./fraud-rate.ts";
import { hasOutcome } from "./observed.ts";
import { dayMs, observedUntil, reportingDelay } from "./reporting-delay.ts";

const now = Date.UTC(2026, 10, 22);

/** The minimal standard generator (Park, Miller 1988). */
function randomOf(seed: number): () => number {
  let state = seed * 48_271 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Shop {
  decisions: number[];
  frauds: FraudReport[];
}

/** Decisions at random times of some days; those that are fraud are reported with a delay. */
function shop(days: number, delay: (random: () => number) => number, seed: number): Shop {
  const random = randomOf(seed);
  const [decisions, frauds]: [number[], FraudReport[]] = [[], []];
  for (let i = 0; i < 6000; i++) {
    const decidedAt = now - random() * days * dayMs;
    decisions.push(decidedAt);
    const reportedAt = decidedAt + delay(random) * dayMs;
    if (random() < 0.04 && reportedAt <= now) frauds.push({ decidedAt, reportedAt });
  }
  return { decisions, frauds };
}

function historyOf(frauds: readonly FraudReport[]): ReportHistory {
  const times = frauds.map(({ reportedAt }) => reportedAt).sort((a, b) => a - b);
  const reportDays = new Set(times.map((time) => Math.floor(time / dayMs))).size;
  const [firstReportedAt, lastReportedAt] = [times[0] ?? null, times.at(-1) ?? null];
  return { frauds, reportDays, firstReportedAt, lastReportedAt };
}

const exponential = (mean: number) => (random: () => number) => -mean * Math.log(1 - random());
/** Nothing for three weeks, then evenly for five: as with monthly statements. */
const late = (random: () => number) => 21 + 35 * random();

const estimate = (days: number, { frauds }: Shop) =>
  reportingDelay(historyOf(frauds), { now, firstDecidedAt: now - days * dayMs });

describe("the reporting delay", () => {
  test("is estimated although recent frauds are not reported yet", () => {
    const delay = estimate(365, shop(365, exponential(40), 7));
    if ("missing" in delay) throw new Error(delay.missing);
    for (const days of [10, 30, 60, 120]) {
      const { share, error } = delay.knownWithin(days * dayMs);
      expect(Math.abs(share - (1 - Math.exp(-days / 40)))).toBeLessThan(0.02 + 2 * error * share);
    }
    expect(delay.medianDays).toBeCloseTo(40 * Math.LN2, -1);
    expect(delay.knownWithin(-1)).toEqual({ share: 0, error: 0 });
  });

  test("gives the true rate, on all decisions and on the recent ones alone", () => {
    for (const [kind, law] of Object.entries({ exponential: exponential(40), late })) {
      let covered = 0;
      for (let seed = 1; seed <= 40; seed++) {
        const one = shop(300, law, seed);
        const delay = estimate(300, one);
        if ("missing" in delay) throw new Error(`${kind} ${seed} ${delay.missing}`);
        const from = seed % 2 === 0 ? 0 : now - 60 * dayMs;
        const evidence = noEvidence();
        for (const decidedAt of one.decisions) {
          const one = { decidedAt, count: 1, isFraud: false };
          if (decidedAt >= from) addDecisions(evidence, one, delay);
        }
        evidence.frauds = one.frauds.filter(({ decidedAt }) => decidedAt >= from).length;
        const { low, high } = fraudRate(evidence, normalQuantile[0.95])!;
        if (low <= 0.04 && 0.04 <= high) covered += 1;
      }
      expect(covered, kind).toBeGreaterThanOrEqual(37);
    }
  });

  test("is not told from too few frauds, nor by a project that is younger than its reports", () => {
    const { frauds } = shop(365, exponential(40), 3);
    const few = reportingDelay(historyOf(frauds.slice(0, 19)), { now, firstDecidedAt: 0 });
    expect(few).toEqual({ missing: "frauds", have: 19, need: 20 });
    for (let seed = 1; seed <= 20; seed++) {
      expect(estimate(45, shop(45, exponential(60), seed))).toMatchObject({
        missing: "history",
        have: 45,
      });
    }
  });

  test("is not told where one import has the time of the import for all frauds", () => {
    const frauds = shop(365, exponential(40), 3).frauds.map((one, i) =>
      i % 3 === 0 ? one : { ...one, reportedAt: now - 1 },
    );
    const delay = reportingDelay(historyOf(frauds), { now, firstDecidedAt: now - 365 * dayMs });
    expect(delay).toMatchObject({ missing: "report-times" });
  });

  test("counts ages up to the last report where reports have stopped", () => {
    const { frauds } = shop(365, exponential(40), 3);
    const history = historyOf(frauds);
    expect(observedUntil(history, now)).toBe(now);
    const later = now + 60 * dayMs;
    expect(observedUntil(history, later)).toBe(history.lastReportedAt!);
    const none = { frauds: [], reportDays: 0, firstReportedAt: null, lastReportedAt: null };
    expect(observedUntil(none, later)).toBe(later);
    const delay = reportingDelay(history, { now: later, firstDecidedAt: now - 365 * dayMs });
    expect(delay).toMatchObject({ observedUntil: history.lastReportedAt });
  });
});

test("the interval of a count is the exact one, within some percent", () => {
  // Garwood, "Fiducial limits for the Poisson distribution", 1936.
  const exact = [
    [1, 0.0253, 5.572],
    [5, 1.623, 11.668],
    [20, 12.217, 30.888],
    [100, 81.36, 121.63],
  ] as const;
  for (const [count, low, high] of exact) {
    const interval = poissonInterval(count, 1.96);
    expect(Math.abs(interval.low - low)).toBeLessThan(0.013 * count);
    expect(Math.abs(interval.high / high - 1)).toBeLessThan(0.01);
  }
  expect(poissonInterval(0, 1.96).low).toBe(0);
  expect(fraudRate(noEvidence(), 1.96)).toBeNull();
});

test("a decision has an outcome unless the service advised to deny it", () => {
  expect(hasOutcome({ source: "api", suggestedAction: "deny" })).toBe(false);
  expect(hasOutcome({ source: "api", suggestedAction: "allow" })).toBe(true);
  expect(hasOutcome({ source: "import", suggestedAction: "deny" })).toBe(true);
});
