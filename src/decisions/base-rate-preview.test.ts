import { expect, test } from "bun:test";
import { onScale } from "../risk/base-rate.ts";
import { baseRatePreview } from "./base-rate-preview.ts";

const own = [0.001, 0.05, 0.16, 0.17, 0.4, 0.5, 0.6, 0.9];
const kind = { modelName: "m", modelVersion: "1" };

function deps(baseRate: number | null, modelRate: number | null) {
  const found = [{ kind, modelProbabilities: Float64Array.from(own) }];
  const project = { baseRate, riskSetting: "balanced" };
  const store = {
    projects: { find: async () => project },
    search: { modelProbabilities: async () => found },
  };
  return { store, now: () => 0, modelRate: async () => modelRate } as never;
}
const preview = (baseRate: number | null, modelRate: number | null, percent: string | null) =>
  baseRatePreview(deps(baseRate, modelRate), { projectId: "prj_1", percent });

/** Of the attempts above, those that score 75 or more. */
const denied = (baseRate: number | null) =>
  own.filter((p) => onScale(p, { baseRate }, { baseRate: 0.022 }).riskScore >= 75).length;

test("decisions are scored at no rate, at the project's and at the next one", async () => {
  const { decisions, withoutModelRate, denied: counts } = await preview(0.01, 0.022, "0.4");
  expect([decisions, withoutModelRate]).toEqual([8, 0]);
  expect(counts).toEqual({ unset: denied(null), current: denied(0.01), next: denied(0.004) });
  expect(counts.next).toBeLessThan(counts.current);
  expect(counts.current).toBeLessThan(counts.unset);
});

test("unsetting it gives what the model gives", async () => {
  const { denied: counts } = await preview(0.01, 0.022, null);
  expect(counts.next).toBe(counts.unset);
});

test("decisions of a model that states no rate do not change", async () => {
  const { withoutModelRate, denied: counts } = await preview(0.01, null, "0.4");
  expect(withoutModelRate).toBe(8);
  expect([counts.current, counts.next]).toEqual([counts.unset, counts.unset]);
});

test("a rate that cannot be set is refused", async () => {
  await expect(preview(null, 0.022, "50")).rejects.toThrow(/percentage/);
});
