import { describe, expect, test } from "bun:test";
import { binned, binOf, readReference } from "./reference.ts";

const numbers = Array.from({ length: 100 }, (_, i) => i + 1);

describe("bins", () => {
  test("are deciles, a value that is an edge in the one that it closes", () => {
    const found = binned(numbers);
    expect(found.edges).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(found.shares).toEqual(new Array(10).fill(0.1));
    expect([binOf(found, -5), binOf(found, 10), binOf(found, 10.5), binOf(found, 1000)]).toEqual([
      0, 0, 1, 9,
    ]);
  });

  test("of few values are those values; of one or none there is one bin", () => {
    const flags = numbers.map((n) => (n <= 70 ? 0 : 1));
    expect(binned(flags)).toMatchObject({ edges: [0], shares: [0.7, 0.3], missing: 0 });
    expect(binned([3, 3])).toEqual({ edges: [], shares: [1], missing: 0 });
    expect(binned([Number.NaN])).toEqual({ edges: [], shares: [0], missing: 1 });
  });

  test("compare as float32, in which models are trained", () => {
    const edge = Math.fround(0.7); // Less than 0.7.
    expect(binOf({ edges: [edge] }, 0.7)).toBe(0);
  });
});

describe("a manifest's reference", () => {
  const score = { edges: [10, 20], shares: [0.3, 0.3, 0.4], missing: 0 };
  const good = { rows: 10, features: { nights: score }, score };

  test("is taken as it is", () => {
    expect(readReference(good)).toEqual(good);
    expect(readReference({ ...good, telemetry: 0.8 })).toMatchObject({ telemetry: 0.8 });
  });

  test("is none where it is absent or of another form", () => {
    for (const bad of [
      undefined,
      null,
      {},
      { ...good, rows: 0 },
      { ...good, score: { ...score, edges: [20, 10] } },
      { ...good, score: { ...score, shares: [1] } },
      { ...good, features: { nights: { edges: [1] } } },
    ]) {
      expect(readReference(bad)).toBeNull();
    }
  });
});
