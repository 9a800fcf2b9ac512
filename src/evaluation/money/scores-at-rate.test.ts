import { expect, test } from "bun:test";
import { onScale } from "../../risk/base-rate.ts";
import { amountBits } from "../../risk/velocity/amounts.ts";
import type { ScoreTally } from "../../storage/port/search.ts";
import { searchAtRate } from "./scores-at-rate.ts";

const hourMs = 60 * 60 * 1000;
const changedAt = 100 * hourMs + 17 * 60_000;
const kind = { modelName: "m", modelVersion: "1", outcome: null };

interface Made {
  at: number;
  own: number;
  riskScore: number;
}

const served = (at: number, own: number): Made => {
  const baseRate = at < changedAt ? null : 0.004;
  return { at, own, riskScore: onScale(own, { baseRate }, { baseRate: 0.022 }).riskScore };
};
const euros = amountBits({ value: 45_600, currency: "EUR" })!;
const dollars = amountBits({ value: 50_000, currency: "USD" })!;

/** One decision every ten minutes, of before and of after the change. */
const made = Array.from({ length: 1200 }, (_, i) => {
  const own = 0.001 + ((i * 37) % 600) / 1000;
  return served(i * 10 * 60_000, own);
});

function depsOf(isChanged: boolean, baseRate: number | null = 0.004) {
  const search = {
    byScore: async (_: string, from: number, to: number) =>
      made
        .filter(({ at }) => at >= Math.floor(from / hourMs) * hourMs && at < to)
        .map(({ riskScore }) => ({ kind, riskScore, count: 1 })),
    modelProbabilities: async (_: string, { from, to }: { from: number; to: number }) => {
      const found = made.filter(({ at }) => at >= from && at < to);
      return [
        {
          kind,
          modelProbabilities: Float64Array.from(found, ({ own }) => own),
          // 456 euros each hour, and 500 dollars at its other bookings.
          amountBits: Int32Array.from(found, ({ at }) => (at % hourMs === 0 ? euros : dollars)),
        },
      ];
    },
  };
  const entries = isChanged ? [{ action: "project.base-rate", at: changedAt }] : [];
  const store = {
    search,
    projects: { find: async () => ({ baseRate }) },
    audit: { about: async () => [{ action: "project.rename", at: changedAt + 1 }, ...entries] },
  };
  return { store, modelRate: async () => 0.022 } as never;
}

/** Decisions by score, all together. */
function counts(tallies: readonly Pick<ScoreTally, "riskScore" | "count">[]): number[] {
  const all = new Array<number>(100).fill(0);
  for (const { riskScore, count } of tallies) all[riskScore]! += count;
  return all;
}
const expected = (from: number, to: number, baseRate: number | null) =>
  counts(
    made
      .filter(({ at }) => at >= from && at < to)
      .map(({ own }) => ({ ...onScale(own, { baseRate }, { baseRate: 0.022 }), count: 1 })),
  );

test.each([
  ["across the change", 0, 200],
  ["before it", 3, 90],
  ["after it", 120, 180],
  ["from within its hour", 100, 150],
])("decisions %s are counted at the rate of today, each once", async (_, from, to) => {
  const search = await searchAtRate("prj_1", depsOf(true));
  const found = await search.byScore("prj_1", from * hourMs, to * hourMs);
  expect(counts(found)).toEqual(expected(from * hourMs, to * hourMs, 0.004));
});

test("decisions before it have their amounts in the currency asked for", async () => {
  const search = await searchAtRate("prj_1", depsOf(true));
  const all = await search.byScore("prj_1", 0, 90 * hourMs, "EUR");
  const sum = (of: (amounts: NonNullable<ScoreTally["amounts"]>) => number) =>
    all.reduce((total, { amounts }) => total + of(amounts!), 0);
  expect(sum(({ known }) => known)).toBe(90);
  // In minor units, to a step of the index.
  expect(sum((one) => one.sum) / 90 / 45_600).toBeCloseTo(1, 3);
  expect(sum(({ squares }) => squares) / 90 / 45_600 ** 2).toBeCloseTo(1, 3);
});

test("a rate that was unset again is no rate", async () => {
  const search = await searchAtRate("prj_1", depsOf(true, null));
  const found = await search.byScore("prj_1", 0, 101 * hourMs);
  expect(counts(found)).toEqual(expected(0, 101 * hourMs, null));
});

test("where the rate was never changed, the counts are the index's own", async () => {
  const search = await searchAtRate("prj_1", depsOf(false));
  const found = await search.byScore("prj_1", 0, 50 * hourMs);
  expect(found).toHaveLength(300);
});
