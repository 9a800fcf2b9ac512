import { describe, expect, test } from "bun:test";
import type { Known } from "../../../decisions/known-by-score.ts";
import { exampleTerms } from "../../../decisions/money-terms.ts";
import { deniedAt, weigh } from "./evaluate-cutoffs.ts";
import { difference, moneyNumbers } from "./format-money.ts";

const none = () => new Array<number>(100).fill(0);
function knownOf(fraud: Record<number, number>, other: Record<number, number>): Known {
  return {
    fraud: Object.assign(none(), fraud),
    other: Object.assign(none(), other),
    outcomes: { fraud: 0, legitimate: 0, quiet: 0, unknown: 0 },
    denied: { decisions: 0, known: 0 },
  };
}

describe("counts under prices", () => {
  const known = knownOf({ 90: 5, 70: 2, 10: 1 }, { 5: 40, 70: 3, 80: 1 });

  test("are a row for each setting, from the score on that it denies", () => {
    const { settings, open, fraud, other } = weigh(known, exampleTerms);
    expect([fraud, other]).toEqual([8, 44]);
    const rows = [settings.maximizeProtection, settings.balanced, settings.maximizeRevenue, open];
    expect(rows.map(({ denyFrom }) => denyFrom)).toEqual([65, 75, 85, 100]);
    expect(rows.map((row) => deniedAt(row, fraud))).toEqual([11, 6, 5, 0]);
    expect(rows.map(({ refused }) => refused.count)).toEqual([4, 1, 0, 0]);
    expect(rows.map(({ missed }) => missed.count)).toEqual([1, 3, 3, 8]);
    // 45 is earned with a good guest, and 325 lost with a fraud.
    expect(rows.map(({ net }) => net)).toEqual([
      40 * 45 - 325,
      43 * 45 - 3 * 325,
      44 * 45 - 3 * 325,
      44 * 45 - 8 * 325,
    ]);
  });

  test("have a best cut-off with an interval around it, the same one each time", () => {
    const { best, all } = weigh(known, exampleTerms);
    expect(best!.net).toBe(Math.max(...all.map(({ net }) => net)));
    expect(best!.interval.low).toBeLessThanOrEqual(best!.denyFrom);
    expect(best!.interval.high).toBeGreaterThanOrEqual(best!.denyFrom);
    expect(weigh(known, exampleTerms).best).toEqual(best);
  });

  test("have no best cut-off where there is nothing to weigh against", () => {
    expect(weigh(knownOf({}, { 5: 9 }), exampleTerms).best).toBeNull();
    expect(weigh(knownOf({ 90: 1 }, {}), exampleTerms).best).toBeNull();
    expect(weigh(knownOf({}, {}), exampleTerms).best).toBeNull();
  });
});

describe("amounts", () => {
  test("are written as their currency is, whole where they are large", () => {
    expect(moneyNumbers("EUR", 999).format(12.5)).toBe("€12.50");
    expect(moneyNumbers("EUR", 1000).format(1234.4)).toBe("€1,234");
    expect(moneyNumbers("JPY", 10).format(1234.4)).toBe("¥1,234");
    expect(moneyNumbers("USD", 1e6).axis(-1_250_000)).toBe("-$1.3M");
  });

  test("of a difference have their sign", () => {
    const numbers = moneyNumbers("EUR", 1);
    expect([5, -5, 0].map((value) => difference(value, numbers))).toEqual([
      "+€5.00",
      "-€5.00",
      "€0.00",
    ]);
  });
});
