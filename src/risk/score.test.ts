import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  bandOf,
  bands,
  denyFrom,
  probabilityOf,
  riskLevelOf,
  riskScoreOf,
  scorePointsOf,
  suggestedActionOf,
} from "./score.ts";
import { deniedScore } from "./velocity/facts.ts";

describe("riskScoreOf", () => {
  test.each([
    [0, 0],
    [1, 99],
    [1 / 6, 75], // odds of 1 to 5
    [2 / 7, 85], // twice the odds, ten points more
    [1 / 11, 65], // half the odds, ten points less
    [0.5, 98],
    [0.005, 22],
    [1e-12, 0],
    [1 - 1e-12, 99],
  ])("probability %p is score %p", (probability, score) => {
    expect(riskScoreOf(probability)).toBe(score);
  });

  test("never falls as the probability rises, and is always a whole number from 0 to 99", () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const score = riskScoreOf(low);
        expect(Number.isInteger(score) && score >= 0 && score <= 99).toBe(true);
        expect(score).toBeLessThanOrEqual(riskScoreOf(high));
      }),
    );
  });

  test.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])("refuses %p", (value) => {
    expect(() => riskScoreOf(value)).toThrow(RangeError);
  });
});

test("a point of the scale is a probability, and back", () => {
  for (const points of [-20, 0, 65, 75, 98.5, 140]) {
    expect(scorePointsOf(probabilityOf(points))).toBeCloseTo(points, 9);
  }
  expect(probabilityOf(75)).toBeCloseTo(1 / 6, 12);
  expect(probabilityOf(98.5)).toBeCloseTo(0.505, 3);
});

test.each([
  [0, "low"],
  [64, "low"],
  [65, "medium"],
  [74, "medium"],
  [75, "high"],
  [99, "high"],
] as const)("score %p is level %p", (score, level) => {
  expect(riskLevelOf(score)).toBe(level);
});

test.each([
  ["maximizeProtection", 64, "allow"],
  ["maximizeProtection", 65, "deny"],
  ["balanced", 74, "allow"],
  ["balanced", 75, "deny"],
  ["maximizeRevenue", 84, "allow"],
  ["maximizeRevenue", 85, "deny"],
] as const)("setting %p at %p: %p", (setting, score, action) => {
  expect(suggestedActionOf(score, setting)).toBe(action);
});

test("each score is in one band, which none of the settings divides", () => {
  const scores = Array.from({ length: 100 }, (_, score) => score);
  expect(bands.flatMap(([first, last]) => scores.slice(first, last + 1))).toEqual(scores);
  for (const score of scores) {
    const [first, last] = bands[bandOf(score)]!;
    expect(score).toBeWithin(first, last + 1);
    expect(riskLevelOf(first)).toBe(riskLevelOf(last));
    for (const setting of Object.keys(denyFrom) as (keyof typeof denyFrom)[]) {
      expect(suggestedActionOf(first, setting)).toBe(suggestedActionOf(last, setting));
    }
  }
});

test("an attempt is remembered as denied from the score that the balanced setting denies", () => {
  expect(deniedScore).toBe(denyFrom.balanced);
});
