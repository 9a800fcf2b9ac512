import { describe, expect, test } from "bun:test";
import { binned } from "../../../evaluation/drift/reference.ts";
import { usualRange } from "./usual-range.ts";

const number = { isFlag: false, typical: null };
const flag = { isFlag: true, typical: null };
const hundred = binned(Array.from({ length: 100 }, (_, i) => i + 1));

describe("of even numbers from 1 to 100", () => {
  test("the middle is above the first decile and up to the ninth", () => {
    const { over, upTo, missing } = usualRange(hundred, 50, number);
    expect([over, upTo, missing]).toEqual([10, 90, 0]);
  });

  test.each([
    [50, "usual"],
    [11, "usual"],
    [10, "edge"],
    [91, "edge"],
    [120, "edge"],
    [131, "far"],
    [-40, "far"],
  ] as const)("%d is %s", (value, mark) => {
    expect(usualRange(hundred, value, number).mark).toBe(mark);
  });

  test("a value's place is that of its bin's middle", () => {
    expect(usualRange(hundred, 55, number).place).toBeCloseTo(0.55);
    expect(usualRange(hundred, 1000, number).place).toBeCloseTo(0.95);
  });

  test("one that is missing where none was is far", () => {
    expect(usualRange(hundred, null, number)).toMatchObject({ mark: "far", place: null });
  });
});

test("a flag that one in a hundred has is far, and its share is told", () => {
  const rare = binned(Array.from({ length: 100 }, (_, i) => (i === 0 ? 1 : 0)));
  expect(usualRange(rare, 1, flag)).toMatchObject({ mark: "far", yes: 0.01, upTo: 0 });
  expect(usualRange(rare, 0, flag).mark).toBe("usual");
});

test("where nine in ten have the largest value, typical attempts tell which that is", () => {
  const mostly = binned(Array.from({ length: 100 }, (_, i) => (i < 3 ? 0 : 1)));
  expect(mostly.edges).toEqual([]);
  const typical = { value: 1, mean: 1, missing: 0 };
  expect(usualRange(mostly, 0, { isFlag: true, typical })).toMatchObject({ mark: "edge", most: 1 });
  expect(usualRange(mostly, 1, { isFlag: true, typical }).mark).toBe("usual");
  expect(usualRange(mostly, 0, flag)).toMatchObject({ mark: "usual", yes: null });
});

test("what is seldom known is noticeable where it is, and usual where it is not", () => {
  const seldom = binned(Array.from({ length: 100 }, (_, i) => (i < 5 ? i : Number.NaN)));
  expect(usualRange(seldom, 3, number)).toMatchObject({ mark: "edge", missing: 0.95 });
  expect(usualRange(seldom, null, number).mark).toBe("usual");
});

test("what is never known has no shares to divide by", () => {
  const never = binned([Number.NaN, Number.NaN]);
  expect(usualRange(never, null, number)).toMatchObject({ mark: "usual", missing: 1 });
});
