import { expect, test } from "bun:test";
import { LatelyUsed } from "./lately-used.ts";

const filled = (max: number, names: number) => {
  const kept = new LatelyUsed<number>(max);
  for (let i = 0; i < names; i++) kept.set(`n${i}`, i);
  return kept;
};

test("what was set is found, the last value of a name", () => {
  const kept = filled(100, 3);
  kept.set("n1", 11);
  expect([kept.get("n0"), kept.get("n1"), kept.get("n3")]).toEqual([0, 11, undefined]);
  expect(kept.size).toBe(3);
});

test("there are never more than there is room for, whatever is set", () => {
  const kept = new LatelyUsed<number>(100);
  let most = 0;
  for (let i = 0; i < 10_000; i++) {
    kept.set(`n${(i * 7919) % 5000}`, i);
    kept.get(`n${(i * 31) % 5000}`);
    most = Math.max(most, kept.size);
  }
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThanOrEqual(100);
});

test("what is used again before half as many others is kept, what is not is forgotten", () => {
  const kept = filled(100, 1);
  for (let i = 0; i < 5000; i++) {
    kept.set(`other ${i}`, i);
    if (i % 49 === 0) expect(kept.get("n0")).toBe(0);
  }
  for (let i = 0; i < 100; i++) kept.set(`more ${i}`, i);
  expect(kept.get("n0")).toBeUndefined();
});

test("heavy ones leave room for fewer", () => {
  const kept = new LatelyUsed<number>(100);
  for (let i = 0; i < 50; i++) kept.set(`n${i}`, i, 10);
  expect(kept.size).toBeLessThanOrEqual(10);
  expect(kept.get("n49")).toBe(49);
  kept.set("too heavy", 1, 1000); // Takes a generation of its own, and is gone with the next.
  for (let i = 0; i < 50; i++) kept.set(`n${i}`, i, 10);
  expect(kept.get("too heavy")).toBeUndefined();
});

test("one name set again and again takes the room of one", () => {
  const kept = filled(100, 20);
  for (let i = 0; i < 1000; i++) kept.set("again", i, 5);
  expect(kept.size).toBe(21);
  expect(kept.get("n0")).toBe(0);
});

test("what was deleted is gone, young or old, and its room is free", () => {
  const kept = filled(20, 12);
  for (const name of ["n0", "n11", "none"]) kept.delete(name);
  expect([kept.get("n0"), kept.get("n11")]).toEqual([undefined, undefined]);
  expect(kept.size).toBe(10);
});
