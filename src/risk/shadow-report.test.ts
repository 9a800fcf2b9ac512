import { expect, test } from "bun:test";
import { shadowReport } from "./shadow-report.ts";

test("flips, levels and differences are counted from the pairs of scores", () => {
  const report = shadowReport([
    { served: 40, shadow: 42, count: 6 }, // The same for everybody.
    { served: 70, shadow: 80, count: 3 }, // Denied by "balanced" too.
    { served: 90, shadow: 60, count: 1 }, // Denied by nobody any more.
  ]);
  expect(report).toEqual({
    decisions: 10,
    settings: [
      { riskSetting: "maximizeProtection", agreement: 0.9, allowToDeny: 0, denyToAllow: 1 },
      { riskSetting: "balanced", agreement: 0.6, allowToDeny: 3, denyToAllow: 1 },
      { riskSetting: "maximizeRevenue", agreement: 0.9, allowToDeny: 0, denyToAllow: 1 },
    ],
    levels: {
      low: { served: 6, shadow: 7 },
      medium: { served: 3, shadow: 0 },
      high: { served: 1, shadow: 3 },
    },
    meanDifference: (6 * 2 + 3 * 10 - 30) / 10,
    meanAbsoluteDifference: (6 * 2 + 3 * 10 + 30) / 10,
  });
});

test("nothing to compare is no agreement", () => {
  const { decisions, settings, meanDifference } = shadowReport([]);
  expect([decisions, meanDifference]).toEqual([0, null]);
  for (const { agreement } of settings) expect(agreement).toBeNull();
});
