import { expect, test } from "bun:test";
import fc from "fast-check";
import { distributions } from "./shadow-results.ts";

test("scores are counted by tens, and differences by how far they go", () => {
  const { scores, differences } = distributions([
    { served: 9, shadow: 10, count: 3 },
    { served: 99, shadow: 79, count: 2 },
    { served: 50, shadow: 50, count: 1 },
  ]);
  expect(scores.served).toEqual([3, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
  expect(scores.shadow).toEqual([0, 3, 0, 0, 0, 1, 0, 2, 0, 0]);
  expect(differences.filter(({ count }) => count > 0)).toEqual([
    { from: -99, to: -20, count: 2 },
    { from: 0, to: 0, count: 1 },
    { from: 1, to: 4, count: 3 },
  ]);
});

test("every pair of scores that there can be has its place", () => {
  const score = fc.integer({ min: 0, max: 99 });
  const pair = fc.record({ served: score, shadow: score, count: fc.integer({ min: 1, max: 1e6 }) });
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const all = pairs.reduce((sum, { count }) => sum + count, 0);
      const { scores, differences } = distributions(pairs);
      const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0);
      expect(sum(scores.served)).toBe(all);
      expect(sum(scores.shadow)).toBe(all);
      expect(sum(differences.map(({ count }) => count))).toBe(all);
    }),
  );
});
