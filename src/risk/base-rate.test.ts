import { describe, expect, test } from "bun:test";
import {
  atBaseRate,
  type BaseRates,
  baseRatesOf,
  isShifted,
  modelProbabilityOf,
  modelScoreOf,
  onScale,
  shiftPoints,
} from "./base-rate.ts";
import { riskScoreOf, scorePointsOf } from "./score.ts";

const rates = (projectBaseRate: number | null, modelBaseRate: number | null): BaseRates => ({
  projectBaseRate,
  modelBaseRate,
});
const logit = (p: number) => Math.log(p / (1 - p));
const probabilities = [1e-9, 1e-4, 0.0022, 0.022, 0.1, 1 / 6, 0.5, 0.9, 0.999, 1 - 1e-9];

describe("a probability at a project's rate", () => {
  test.each([
    // Elkan 2001, theorem 2: p' = b' (p - p b) / (b - p b + b' p - b b').
    [0.004, 0.022],
    [0.0022, 0.022],
    [0.1, 0.022],
    [0.0001, 0.2],
  ])("%p instead of %p is that of the published formulas", (project, model) => {
    for (const p of probabilities) {
      const [b, b2] = [model, project];
      const elkan = (b2 * (p - p * b)) / (b - p * b + b2 * p - b * b2);
      const shifted = atBaseRate(p, rates(project, model));
      expect(Math.abs(shifted / elkan - 1)).toBeLessThan(1e-6);
      expect(logit(shifted)).toBeCloseTo(logit(p) + logit(project) - logit(model), 6);
    }
  });

  test("moves every score by the same points", () => {
    const both = rates(0.004, 0.022);
    expect(shiftPoints(both)).toBeCloseTo(-24.857, 3);
    for (const p of probabilities) {
      const moved = scorePointsOf(atBaseRate(p, both)) - scorePointsOf(p);
      expect(moved).toBeCloseTo(shiftPoints(both), 5);
    }
  });

  test("a tenth of the model's odds is some 33 points less", () => {
    expect(shiftPoints(rates(0.0022, 0.022))).toBeCloseTo(-33.5, 1);
  });

  test("rises with the model's probability, and with the project's rate", () => {
    for (const [i, p] of probabilities.slice(1).entries()) {
      const both = rates(0.004, 0.022);
      expect(atBaseRate(p, both)).toBeGreaterThan(atBaseRate(probabilities[i]!, both));
      expect(atBaseRate(p, rates(0.005, 0.022))).toBeGreaterThan(atBaseRate(p, both));
    }
  });

  test("never leaves 0 to 1, and certainty stays what it is", () => {
    for (const both of [rates(0.0001, 0.2), rates(0.2, 0.0001)]) {
      expect(atBaseRate(0, both)).toBe(0);
      expect(atBaseRate(1, both)).toBe(1);
      for (const p of [Number.MIN_VALUE, 1 - 2 ** -53]) {
        expect(riskScoreOf(atBaseRate(p, both))).toBeWithin(0, 100);
      }
    }
  });

  test("is the model's, bit for bit, where the rates are equal or one is unknown", () => {
    for (const both of [rates(0.022, 0.022), rates(null, 0.022), rates(0.022, null)]) {
      for (const p of probabilities) expect(atBaseRate(p, both)).toBe(p);
      expect(shiftPoints(both)).toBe(0);
    }
  });
});

test("a decision records the model's rate only where the project has one", () => {
  expect(baseRatesOf({ baseRate: null }, { baseRate: 0.022 })).toEqual(rates(null, null));
  expect(baseRatesOf({ baseRate: 0.004 }, { baseRate: null })).toEqual(rates(0.004, null));
  expect(baseRatesOf({ baseRate: 0.004 }, { baseRate: 0.022 })).toEqual(rates(0.004, 0.022));
  expect([rates(null, null), rates(0.004, null), rates(0.004, 0.022)].map(isShifted)).toEqual([
    false,
    false,
    true,
  ]);
});

test("the model's own probability is the stored one, or where none is stored the served one", () => {
  expect(modelProbabilityOf({ probability: 0.1, modelProbability: 0.4 })).toBe(0.4);
  expect(modelProbabilityOf({ probability: 0.1, modelProbability: null })).toBe(0.1);
});

test("the model's own score is that of its own probability, and stays when the rate changes", () => {
  expect(modelScoreOf({ riskScore: 50, modelProbability: 1 / 6 })).toBe(75);
  expect(modelScoreOf({ riskScore: 50, modelProbability: null })).toBe(50);
});

test("two models with rates of their own are on one scale", () => {
  // The same attempt: odds of 1 to 5 at 2.2 %, and the same odds ratio at 10 %.
  const [project, own, other] = [0.004, 0.022, 0.1].map((baseRate) => ({ baseRate }));
  const p = 1 / 6;
  const odds = (0.2 * (0.1 / 0.9)) / (0.022 / 0.978);
  expect(onScale(p, project!, own!).probability).toBeCloseTo(
    onScale(odds / (1 + odds), project!, other!).probability,
    12,
  );
  expect(onScale(p, project!, own!).riskScore).toBe(50);
  expect(onScale(p, { baseRate: null }, own!)).toEqual({ probability: p, riskScore: 75 });
});
