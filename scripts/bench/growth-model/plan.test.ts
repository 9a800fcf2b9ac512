import { expect, test } from "bun:test";
import { ceilingOf, simulate } from "./grouped-queue.ts";
import { defaults, planOf } from "./plan.ts";

const always = (value: number) => () => value;
const queue = { groupMax: 10, slots: 1, groupMs: (n: number) => 1 + n };

test("who comes alone waits for a group of one, and groups grow to their bound", () => {
  // One arrival each 693 ms: the median of the gaps at 1 a second.
  expect(simulate({ ...queue, rate: 1 }, 10, always(0.5))).toEqual({ p50: 2, p99: 2, served: 1 });
  expect(ceilingOf(queue)).toBeCloseTo(10_000 / 11);
  // Twice what it can serve: half is served, and waiting grows with the time.
  const over = simulate({ ...queue, rate: (2 * 10_000) / 11 }, 10, always(0.5));
  expect(over.served).toBeLessThan(0.8);
  expect(over.p99).toBeGreaterThan(1000);
});

test("one seed gives one plan", () => {
  expect(planOf(1000, defaults, "a")).toEqual(planOf(1000, defaults, "a"));
});

test("more decisions need more, and every plan serves what comes", () => {
  const [small, large] = [planOf(100, defaults, "1"), planOf(10_000, defaults, "1")];
  expect(small.copies).toBe(2);
  expect(large.copies).toBeGreaterThan(small.copies);
  expect(large.shards).toBeGreaterThan(small.shards);
  for (const { opening, committing } of [small, large]) {
    // The last groups of the time are counted, those that arrive after them are not.
    expect(Math.min(opening.served, committing.served)).toBeGreaterThan(0.98);
  }
});

test("the first bottleneck is the order of one huge project, and the database's cores with many small ones", () => {
  const one = planOf(10_000, defaults, "1");
  expect(one.bottleneck).toBe("the largest project's order");
  expect(one.bottleneckAt).toBeLessThan(10_000);
  const many = planOf(10_000, { ...defaults, "largest-project": 0.01 }, "1");
  expect(many.bottleneck).toBe("the database's cores");
  expect(many.shards).toBe(1);
});

test("what is stored is divided among databases of the size that one can have", () => {
  const { databases, storedGb } = planOf(100, { ...defaults, "database-gb": 100 }, "1");
  expect(databases).toBe(Math.ceil(storedGb / 100));
});
