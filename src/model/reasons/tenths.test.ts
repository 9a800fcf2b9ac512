import { expect, test } from "bun:test";
import { seededRandom } from "./seeded-random.ts";
import { tenthsOf, tenthsWithin } from "./tenths.ts";

test("the part that lost most by rounding down gets the tenth that is missing", () => {
  expect(tenthsOf([1.03, 2.04, 3.05], 6.12)).toEqual([1, 2, 3.1]);
  expect(tenthsOf([22.44, 0.06, -3.01], 19.49)).toEqual([22.4, 0.1, -3]);
  expect(tenthsOf([], 0)).toEqual([]);
});

test("parts add up to a total that was itself rounded up or down before", () => {
  expect(tenthsOf([1, 1], 2.1)).toEqual([1.1, 1]);
  expect(tenthsOf([1, 1], 1.9)).toEqual([1, 0.9]);
  expect(tenthsOf([1], 0.8)).toEqual([0.8]);
});

test("a group's features and its others add up to the group as shown", () => {
  const features = [{ points: 3.05 }, { points: 1.04 }];
  expect(tenthsWithin({ features, others: { points: 0.03 } }, 4.2)).toEqual([3.1, 1.1, 0]);
  expect(tenthsWithin({ features, others: null }, 3.9)).toEqual([3, 0.9]);
});

test("thirteen parts add up to their total, and each is within a tenth of its own", () => {
  const random = seededRandom("tenths");
  for (let trial = 0; trial < 500; trial++) {
    const parts = Array.from({ length: 13 }, () => (random() - 0.4) * 40);
    const total = parts.reduce((sum, one) => sum + one, 0);
    const shown = tenthsOf(parts, total);
    const tenths = shown.map((one) => Math.round(one * 10));
    expect(tenths.reduce((sum, one) => sum + one, 0)).toBe(Math.round(total * 10));
    for (const [i, one] of shown.entries()) expect(Math.abs(one - parts[i]!)).toBeLessThan(0.1);
  }
});
