import { describe, expect, test } from "bun:test";
import { BookingValues } from "./booking-values.ts";
import { addToCalibration, calibrationError, emptyCalibration } from "./calibration.ts";
import { knownAsOf } from "./outcome-known.ts";
import { addRank, rankHistogram, rankingOf } from "./rank-histogram.ts";
import { distributionOf } from "./score-distribution.ts";
import { unknownSegments } from "./segment.ts";
import { addExample, type Example } from "./setting-tally.ts";

describe("the ranking", () => {
  const rows = Array.from({ length: 3000 }, (_, i) => {
    const fraud = (i * 7919) % 13 === 0;
    const p = 1 / (1 + Math.exp(4 - (fraud ? 2 : 0) - 3 * Math.sin(i * 1.7)));
    return { fraud, p };
  });

  test("of fine bins is that of every pair and every threshold, to the fourth digit", () => {
    const histogram = rankHistogram();
    for (const { fraud, p } of rows) addRank(histogram, p, fraud);
    const { auc, averagePrecision } = rankingOf(histogram);
    expect(auc).toBeCloseTo(exactAuc(rows), 4);
    expect(averagePrecision).toBeCloseTo(exactPrecision(rows), 3);
  });

  test("of equal probabilities is chance; of 0 and 1 it is perfect", () => {
    const ties = rankHistogram();
    for (const fraud of [true, false, false]) addRank(ties, 0.3, fraud);
    expect(rankingOf(ties)).toEqual({ auc: 0.5, averagePrecision: 1 / 3 });
    const perfect = rankHistogram();
    addRank(perfect, 1, true);
    addRank(perfect, 0, false);
    expect(rankingOf(perfect)).toEqual({ auc: 1, averagePrecision: 1 });
  });

  test("without both kinds is not known", () => {
    const one = rankHistogram();
    addRank(one, 0.5, true);
    expect(rankingOf(one)).toEqual({ auc: null, averagePrecision: null });
  });
});

type Row = { fraud: boolean; p: number };

function exactAuc(rows: readonly Row[]): number {
  const [frauds, others] = [rows.filter(({ fraud }) => fraud), rows.filter(({ fraud }) => !fraud)];
  let above = 0;
  for (const { p } of frauds) {
    for (const other of others) above += p > other.p ? 1 : p === other.p ? 0.5 : 0;
  }
  return above / (frauds.length * others.length);
}

function exactPrecision(rows: readonly Row[]): number {
  const sorted = rows.toSorted((a, b) => b.p - a.p);
  let [frauds, sum] = [0, 0];
  for (const [i, { fraud }] of sorted.entries()) if (fraud) sum += ++frauds / (i + 1);
  return sum / frauds;
}

test("the calibration error is the mean distance of told and found, by band", () => {
  const calibration = emptyCalibration();
  expect(calibrationError(calibration)).toBeNull();
  for (const fraud of [true, false]) {
    addToCalibration(calibration, { riskScore: 90, probability: 0.8, fraud }); // 0.3 off
    addToCalibration(calibration, { riskScore: 10, probability: 0.4, fraud }); // 0.1 off
  }
  expect(calibrationError(calibration)).toBeCloseTo(0.2, 12);
});

test("percentiles are values that somebody has", () => {
  const counts = new Array(100).fill(0);
  counts[10] = 90;
  counts[80] = 10;
  const { mean, percentiles } = distributionOf(counts);
  expect(mean).toBe(17);
  expect(percentiles).toMatchObject({ p1: 10, p50: 10, p90: 10, p95: 80, p99: 80 });
  expect(distributionOf([2, 0, 0], -1)).toMatchObject({ mean: -1, percentiles: { p50: -1 } });
  expect(distributionOf([0])).toMatchObject({ mean: null, percentiles: { p50: null } });
});

test("examples are the largest moves, the earlier first", () => {
  const examples: Example[] = [];
  for (let i = 0; i < 50; i++) {
    const after = { riskScore: 50 + (i % 10), probability: 0 };
    const before = { riskScore: 50, probability: 0 };
    const one = {
      decidedBy: "",
      source: "api",
      fraud: null,
      outcome: null,
      knownAs: "unknown",
      letThrough: false,
      unseen: { before: null, after: null },
      segments: unknownSegments,
    } as const;
    addExample(examples, { ...one, decisionId: `${i}`, decidedAt: i, before, after });
  }
  expect(examples.map(({ decisionId }) => decisionId)).toEqual([
    "9",
    "19",
    "29",
    "39",
    "49",
    "8",
    "18",
    "28",
  ]);
});

describe("what is known of a decision", () => {
  const dayMs = 86_400_000;
  const asOf = 100 * dayMs;
  const decided = (days: number, more: object = {}) =>
    ({ decidedAt: asOf - days * dayMs, source: "api", suggestedAction: "allow", ...more }) as never;
  const report = (outcome: string) => ({ outcome }) as never;
  const known = (decision: never, reported?: never, matureDays: number | null = 60) =>
    knownAsOf(decision, reported, { asOf, matureDays });

  test("is what was reported", () => {
    expect(known(decided(1), report("chargeback"))).toBe("fraud");
    expect(known(decided(1), report("fraud"))).toBe("fraud");
    expect(known(decided(1), report("legitimate"))).toBe("legitimate");
  });

  test("is that nothing was heard in time, of what was let through", () => {
    expect(known(decided(59))).toBe("unknown");
    expect(known(decided(60))).toBe("quiet");
    expect(known(decided(60, { suggestedAction: "deny" }))).toBe("unknown");
    expect(known(decided(60, { suggestedAction: "deny", source: "import" }))).toBe("quiet");
    expect(known(decided(99), undefined, null)).toBe("unknown");
  });
});

test("booking values are found again, however many", () => {
  const values = new BookingValues();
  const id = (i: number) => `dec_${(i * 2654435761).toString(16).padStart(32, "0")}`;
  const valueAt = (i: number) => values.of({ id: id(i), requestId: `req-${i}` });
  for (let i = 1; i <= 50_000; i++) values.set(id(i), i);
  values.set(id(7), 0.5);
  expect(values.size).toBe(50_000);
  expect(valueAt(7)).toBe(0.5);
  for (let i = 8; i <= 50_000; i += 997) expect(valueAt(i)).toBe(i);
  expect(valueAt(50_001)).toBeUndefined();
});
