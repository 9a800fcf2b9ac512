import { describe, expect, test } from "bun:test";
import { populationStability, rowsNeeded, shiftLevelOf } from "./population-stability.ts";

describe("the population stability index", () => {
  test("is what the formula says", () => {
    // (0.3 - 0.5) ln(0.3 / 0.5) + (0.7 - 0.5) ln(0.7 / 0.5)
    expect(populationStability([50, 50], [30, 70])).toBeCloseTo(0.1694596, 6);
    expect(populationStability([0.5, 0.5], [3, 7])).toBeCloseTo(0.1694596, 6);
  });

  test("is 0 for the same shares, alike both ways, and finite where a bin is empty", () => {
    expect(populationStability([1, 2, 3], [10, 20, 30])).toBe(0);
    const [a, b] = [
      [5, 20, 75],
      [25, 25, 50],
    ];
    expect(populationStability(a!, b!)).toBeCloseTo(populationStability(b!, a!), 12);
    expect(populationStability([0, 100], [50, 50])).toBeGreaterThan(1);
    expect(populationStability([0, 100], [50, 50])).toBeLessThan(10);
  });

  test("is no number where one side has nothing", () => {
    expect(populationStability([0, 0], [1, 1])).toBeNaN();
    expect(populationStability([1, 1], [0, 0])).toBeNaN();
    expect(shiftLevelOf(Number.NaN, { bins: 2, rows: [5, 0] })).toBe("stable");
  });
});

test("fewer decisions than chance needs are not compared", () => {
  expect(rowsNeeded).toBe(298);
});

describe("its level", () => {
  const many: [number, number] = [100_000, 100_000];
  test("follows the rule of thumb where there are many rows", () => {
    expect(shiftLevelOf(0.0999, { bins: 10, rows: many })).toBe("stable");
    expect(shiftLevelOf(0.1, { bins: 10, rows: many })).toBe("notice");
    expect(shiftLevelOf(0.25, { bins: 10, rows: many })).toBe("warning");
  });

  test("is stable for what chance does with few", () => {
    expect(shiftLevelOf(0.3, { bins: 10, rows: [50, 100_000] })).toBe("stable");
    expect(shiftLevelOf(0.9, { bins: 10, rows: [50, 100_000] })).toBe("warning");
  });

  test("is stable for what the past has shown, too", () => {
    const of = { bins: 10, rows: many };
    expect(shiftLevelOf(0.3, { ...of, usual: 0.21 })).toBe("stable");
    expect(shiftLevelOf(0.3, { ...of, usual: 0.19 })).toBe("warning");
    expect(shiftLevelOf(0.3, { ...of, usual: null })).toBe("warning");
  });

  test("is rarely wrong: of samples of 100 from one distribution, next to none is noticed", () => {
    let state = 1;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    let noticed = 0;
    for (let sample = 0; sample < 2000; sample++) {
      const counts = new Array<number>(10).fill(0);
      for (let i = 0; i < 100; i++) counts[Math.floor(random() * 10)]! += 1;
      const index = populationStability(new Array(10).fill(100), counts);
      if (shiftLevelOf(index, { bins: 10, rows: [1000, 100] }) !== "stable") noticed += 1;
    }
    expect(noticed).toBeLessThan(20);
  });
});
