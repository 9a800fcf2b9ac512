import { expect, test } from "bun:test";
import type { GroupReason, Reasons } from "../../../reasons/reasons.ts";
import { buildWaterfall } from "./waterfall-bars.ts";

function reasonsOf(base: number, points: number[], riskScore: number): Reasons {
  const own = points.reduce((sum, one) => sum + one, base);
  return {
    schema: 2,
    decisionId: "dec_",
    model: { name: "m", version: "1", sha256: "" },
    riskScore,
    base,
    background: { kind: "background", rows: 32 },
    baseRate: null,
    points: own,
    groups: points.map((one, i) => ({
      group: `g${i}`,
      title: `Group ${i}`,
      points: one,
      sentence: "",
      features: [],
      others: null,
    })) as unknown as GroupReason[],
    remainder: {
      kind: Math.abs(riskScore - own) <= 0.5 ? "rounding" : "limit",
      points: riskScore - own,
    },
  };
}

const shown = (reasons: Reasons) =>
  buildWaterfall(reasons, null).bars.map(({ key, tenths }) => [key, tenths / 10] as const);

test("the rounded numbers add up to the score", () => {
  for (let seed = 1; seed < 300; seed++) {
    const noise = (i: number) => Math.sin(seed * 12.9898 + i * 78.233) * 9;
    const points = Array.from({ length: 12 }, (_, i) => noise(i));
    const own = points.reduce((sum, one) => sum + one, 24.04);
    const score = Math.min(99, Math.max(0, Math.round(own)));
    const rows = shown(reasonsOf(24.04, points, score));
    const sum = rows.filter(([key]) => key !== "score").reduce((all, [, one]) => all + one, 0);
    expect(Math.round(sum * 10)).toBe(score * 10);
    expect(rows.at(-1)).toEqual(["score", score]);
  }
});

test("a group without an effect has no bar and counts toward the rest", () => {
  const { bars, noEffect } = buildWaterfall(reasonsOf(40, [10, 0.04, -0.04, 0.03], 50), null);
  expect(bars.map(({ key }) => key)).toEqual(["base", "g0", "rest", "score"]);
  expect(noEffect).toEqual(["Group 1", "Group 2", "Group 3"]);
});

test("the project's fraud rate has a bar of its own, after the groups", () => {
  const rate = { project: 0.004, model: 0.022, points: -24.86, title: "Your fraud rate" };
  const reasons = { ...reasonsOf(30, [40], 45), baseRate: rate };
  reasons.remainder = { kind: "rounding", points: 45 - (70 + rate.points) };
  const rows = shown(reasons);
  expect(rows.map(([key]) => key)).toEqual(["base", "g0", "rate", "rest", "score"]);
  expect(rows[2]).toEqual(["rate", -24.9]);
  expect(rows.slice(0, -1).reduce((sum, [, points]) => sum + points, 0)).toBeCloseTo(45, 9);
});

test("the chart's range covers every bar, also below 0 and above 99", () => {
  const { bars, low, high } = buildWaterfall(reasonsOf(-12, [130, 4], 99), 75);
  for (const { to } of bars) {
    expect(to).toBeGreaterThan(low);
    expect(to).toBeLessThan(high);
  }
  expect(bars.find(({ key }) => key === "rest")?.title).toBe("Limited to 0–99");
});
