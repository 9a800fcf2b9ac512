import { expect, test } from "bun:test";
import type { GroupReason, Reasons } from "../../../model/reasons/reasons.ts";
import { buildWaterfall } from "./waterfall-bars.ts";

function reasonsOf(base: number, points: number[], riskScore: number): Reasons {
  const own = points.reduce((sum, one) => sum + one, base);
  return {
    schema: 3,
    decisionId: "dec_",
    model: { name: "m", version: "1", sha256: "" },
    riskScore,
    summary: { sentence: "", top: [] },
    unread: [],
    steps: [],
    base,
    background: { kind: "background", rows: 32 },
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

test("the rounded numbers add up to all points", () => {
  for (let seed = 1; seed < 300; seed++) {
    const noise = (i: number) => Math.sin(seed * 12.9898 + i * 78.233) * 9;
    const points = Array.from({ length: 12 }, (_, i) => noise(i) * (i % 4 === 3 ? 0.003 : 1));
    const own = points.reduce((sum, one) => sum + one, 27);
    const rows = shown(reasonsOf(27, points, Math.min(99, Math.max(0, Math.round(own)))));
    const sum = rows.slice(0, -1).reduce((all, [, tenths]) => all + tenths, 0);
    expect(sum).toBeCloseTo(Math.round(own * 10) / 10, 9);
  }
});

test("a group without an effect has no bar", () => {
  const { bars, noEffect } = buildWaterfall(reasonsOf(40, [10, 0.04, -0.04, 0.03], 50), null);
  expect(bars.map(({ key }) => key)).toEqual(["base", "g0", "score"]);
  expect(noEffect).toEqual(["Group 1", "Group 2", "Group 3"]);
  const many = buildWaterfall(reasonsOf(40, [10, 0.04, 0.04, 0.04], 50), null);
  expect(many.bars.map(({ key, tenths }) => [key, tenths])).toContainEqual(["rest", 1]);
});

test("a constant step, such as the project's fraud rate, has a bar of its own after the groups", () => {
  const step = { kind: "base_rate", points: -24.86, title: "Your fraud rate" };
  const reasons = { ...reasonsOf(30, [40], 45), steps: [step], points: 70 + step.points };
  const rows = shown(reasons);
  expect(rows.map(([key]) => key)).toEqual(["base", "g0", "base_rate", "score"]);
  expect(rows[2]).toEqual(["base_rate", -24.9]);
});

test("what is beyond the scale is said in a sentence, and the chart's range covers it", () => {
  const { bars, low, high, ending } = buildWaterfall(reasonsOf(-12, [130, 4], 99), 75);
  for (const { to } of bars) {
    expect(to).toBeGreaterThan(low);
    expect(to).toBeLessThan(high);
  }
  expect(ending).toBe("The points add up to 122.0; 99 is the highest score.");
  expect(buildWaterfall(reasonsOf(-12, [-3], 0), 75).ending).toBe(
    "The points add up to −15.0; 0 is the lowest score.",
  );
  expect(buildWaterfall(reasonsOf(40, [10.4], 50), null).ending).toBe("The points add up to 50.4.");
});
