import { describe, expect, test } from "bun:test";
import type { Known } from "../../../decisions/known-by-score.ts";
import { exampleTerms } from "../../../decisions/money-terms.ts";
import { deniedBy, evaluateCutoffs } from "./evaluate-cutoffs.ts";
import { formatDifference, moneyNumbers } from "./format-money.ts";

const none = () => new Array<number>(100).fill(0);
function makeKnown(fraud: Record<number, number>, other: Record<number, number>): Known {
  return {
    fraud: Object.assign(none(), fraud),
    other: Object.assign(none(), other),
    outcomes: { fraud: 0, legitimate: 0, quiet: 0, unknown: 0 },
    denied: { decisions: 0, known: 0 },
  };
}

describe("an evaluation", () => {
  const known = makeKnown({ 90: 5, 70: 2, 10: 1 }, { 5: 40, 70: 3, 80: 1 });

  test("counts and prices the decisions that each setting denies", () => {
    const { settings, neverDeny, fraud, good } = evaluateCutoffs(known, exampleTerms);
    expect([fraud, good]).toEqual([8, 44]);
    const rows = [
      settings.maximizeProtection,
      settings.balanced,
      settings.maximizeRevenue,
      neverDeny,
    ];
    expect(rows.map(({ denyFrom }) => denyFrom)).toEqual([65, 75, 85, 100]);
    expect(rows.map((row) => deniedBy(row, fraud))).toEqual([11, 6, 5, 0]);
    expect(rows.map(({ refused }) => refused.count)).toEqual([4, 1, 0, 0]);
    expect(rows.map(({ missed }) => missed.count)).toEqual([1, 3, 3, 8]);
    // A good guest earns 45, and a fraud costs 325.
    expect(rows.map(({ net }) => net)).toEqual([
      40 * 45 - 325,
      43 * 45 - 3 * 325,
      44 * 45 - 3 * 325,
      44 * 45 - 8 * 325,
    ]);
  });

  test("has a best cutoff with an interval, the same each time", () => {
    const { best, all } = evaluateCutoffs(known, exampleTerms);
    expect(best!.net).toBe(Math.max(...all.map(({ net }) => net)));
    expect(best!.interval.low).toBeLessThanOrEqual(best!.denyFrom);
    expect(best!.interval.high).toBeGreaterThanOrEqual(best!.denyFrom);
    expect(evaluateCutoffs(known, exampleTerms).best).toEqual(best);
  });

  test("has no best cutoff unless fraud and good bookings are known", () => {
    expect(evaluateCutoffs(makeKnown({}, { 5: 9 }), exampleTerms).best).toBeNull();
    expect(evaluateCutoffs(makeKnown({ 90: 1 }, {}), exampleTerms).best).toBeNull();
    expect(evaluateCutoffs(makeKnown({}, {}), exampleTerms).best).toBeNull();
  });
});

describe("amounts", () => {
  test("are formatted in their currency, large ones in whole units", () => {
    expect(moneyNumbers("EUR", 999).format(12.5)).toBe("€12.50");
    expect(moneyNumbers("EUR", 1000).format(1234.4)).toBe("€1,234");
    expect(moneyNumbers("JPY", 10).format(1234.4)).toBe("¥1,234");
    expect(moneyNumbers("USD", 1e6).axis(-1_250_000)).toBe("−$1.3M");
  });

  test("that are differences have a sign", () => {
    const numbers = moneyNumbers("EUR", 1);
    expect([5, -5, 0].map((value) => formatDifference(value, numbers))).toEqual([
      "+€5.00",
      "−€5.00",
      "€0.00",
    ]);
  });
});
