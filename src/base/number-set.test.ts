import { expect, test } from "bun:test";
import { NumberMap, NumberSet } from "./number-set.ts";

/** Of 52 bits, reproducibly: as parts of hashes are. */
const numbers = Array.from({ length: 10_000 }, (_, i) =>
  Number(Bun.hash.xxHash64(String(i)) >> 12n),
);

test("a set has the numbers that were added, each once, and no other", () => {
  const set = new NumberSet();
  expect([set.has(numbers[0]!), set.has(0), set.size]).toEqual([false, false, 0]);
  const [added, others] = [numbers.slice(0, 5000), numbers.slice(5000)];
  for (const one of [0, ...added, ...added]) set.add(one);
  expect([set.has(0), set.size]).toEqual([true, 5001]);
  expect(added.every((one) => set.has(one))).toBeTrue();
  expect(others.some((one) => set.has(one))).toBeFalse();
});

test("numbers whose last bits are the same are told apart", () => {
  const set = new NumberSet();
  const alike = Array.from({ length: 1000 }, (_, i) => (i + 1) * 2 ** 32 + 7);
  for (const one of alike.slice(0, 500)) set.add(one);
  expect(alike.filter((one) => set.has(one))).toEqual(alike.slice(0, 500));
});

test("a map keeps the last value of each number, however it grows", () => {
  const map = new NumberMap();
  for (const [i, one] of numbers.entries()) map.set(one, i);
  for (const [i, one] of numbers.slice(0, 100).entries()) map.set(one, -i);
  expect(map.size).toBe(numbers.length);
  const expected = numbers.map((_, i) => (i < 100 ? -i : i));
  expect(numbers.map((one) => map.get(one))).toEqual(expected);
  expect(map.get(2 ** 52 + 1)).toBeUndefined();
});
