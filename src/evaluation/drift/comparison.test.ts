import { describe, expect, test } from "bun:test";
import { Comparison } from "./comparison.ts";

const numbers = Array.from({ length: 100 }, (_, i) => i + 1);
const missing = new Array<number>(25).fill(Number.NaN);
const rows = (values: readonly number[], weight = 1) => values.map((value) => ({ value, weight }));

const compared = (past: readonly number[][], now: readonly number[], weight = 1) => {
  const comparison = new Comparison(
    past.map((values) => rows(values)),
    ({ value }) => value,
  );
  for (const value of now) comparison.add(value, weight);
  return comparison.shift();
};
const usual = Array.from({ length: 20 }, () => [...numbers, ...missing]).flat();

describe("a shift", () => {
  test("is none for the same values", () => {
    const same = compared([usual, usual], usual);
    expect(same.stability).toBeCloseTo(0, 12);
    expect(same).toMatchObject({ level: "stable", missing: 0.2, missingExpected: 0.2, usual: 0 });
  });

  test("is one too where values come no more", () => {
    const gone = compared([usual, usual], new Array(1000).fill(Number.NaN));
    expect(gone).toMatchObject({ level: "warning", missing: 1, moved: 0.8 });
  });

  test("is none where an earlier period differed from the others as much", () => {
    const high = usual.map((value) => value + 30);
    expect(compared([usual, usual, usual], high).level).toBe("warning");
    const before = compared([usual, usual, high], high);
    expect(before.usual!).toBeGreaterThan(0.25);
    expect(before.level).toBe("stable");
  });

  test("is not known without rows", () => {
    expect(compared([usual, usual], [])).toMatchObject({ stability: null, level: "stable" });
    expect(compared([usual, usual], []).missing).toBeNull();
  });
});

test("rows of little weight move little, and are as few as their weights say", () => {
  const series = new Array<number>(500).fill(1);
  const moved = (weight: number) => {
    const comparison = new Comparison([rows(usual), rows(usual)], ({ value }) => value);
    for (const value of usual) comparison.add(value, 1);
    for (const value of series) comparison.add(value, weight);
    return comparison.shift();
  };
  expect(moved(1).stability!).toBeGreaterThan(0.1);
  expect(moved(0.01).stability!).toBeLessThan(0.001);
});
