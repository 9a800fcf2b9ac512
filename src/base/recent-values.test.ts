import { expect, test } from "bun:test";
import { RecentValues } from "./recent-values.ts";

const filled = (max: number, names: number) => {
  const cache = new RecentValues<number>(max);
  for (let i = 0; i < names; i++) cache.set(`n${i}`, i);
  return cache;
};

test("the last value set for a name is found", () => {
  const cache = filled(100, 3);
  cache.set("n1", 11);
  expect([cache.get("n0"), cache.get("n1"), cache.get("n3")]).toEqual([0, 11, undefined]);
  expect(cache.size).toBe(3);
});

test("the limit is never exceeded, whatever is set", () => {
  const cache = new RecentValues<number>(100);
  let most = 0;
  for (let i = 0; i < 10_000; i++) {
    cache.set(`n${(i * 7919) % 5000}`, i);
    cache.get(`n${(i * 31) % 5000}`);
    most = Math.max(most, cache.size);
  }
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThanOrEqual(100);
});

test("a value used again before half as many others stays, one that is not is evicted", () => {
  const cache = filled(100, 1);
  for (let i = 0; i < 5000; i++) {
    cache.set(`other ${i}`, i);
    if (i % 49 === 0) expect(cache.get("n0")).toBe(0);
  }
  for (let i = 0; i < 100; i++) cache.set(`more ${i}`, i);
  expect(cache.get("n0")).toBeUndefined();
});

test("heavy values count by their weight", () => {
  const cache = new RecentValues<number>(100);
  for (let i = 0; i < 50; i++) cache.set(`n${i}`, i, 10);
  expect(cache.size).toBeLessThanOrEqual(10);
  expect(cache.get("n49")).toBe(49);
  cache.set("too heavy", 1, 1000); // Takes a generation of its own, and is gone with the next.
  for (let i = 0; i < 50; i++) cache.set(`n${i}`, i, 10);
  expect(cache.get("too heavy")).toBeUndefined();
});

test("one name set repeatedly counts once", () => {
  const cache = filled(100, 20);
  for (let i = 0; i < 1000; i++) cache.set("again", i, 5);
  expect(cache.size).toBe(21);
  expect(cache.get("n0")).toBe(0);
});

test("a deleted value is gone from either generation, and its weight is free", () => {
  const cache = filled(20, 12);
  for (const name of ["n0", "n11", "none"]) cache.delete(name);
  expect([cache.get("n0"), cache.get("n11")]).toEqual([undefined, undefined]);
  expect(cache.size).toBe(10);
});
