import { expect, test } from "bun:test";
import { isBefore, noTraits, sightingOf, toSighting } from "./sighting.ts";

test("a sighting has every kind; what is absent is null", () => {
  const shared = { city: 2 ** 33 + 5, look: 2 ** 40 - 3, surname: 2 ** 34 + 9 };
  const traits = { ...shared, checkIn: 20_000, checkOut: 20_003 };
  expect(sightingOf({ email: 7, ip: 0 }, traits, { at: 1000, tie: 3 })).toEqual({
    at: 1000,
    tie: 3,
    checkIn: 20_000,
    checkOut: 20_003,
    linked: {
      email: 7,
      phone: null,
      booker: null,
      name: null,
      device: null,
      ip: 0,
      network: null,
      domain: null,
      hotel: null,
      collection: null,
      city: 5,
      look: -3,
      surname: 9,
    },
    card: null,
    amount: null,
    score: null,
  });
  const paid = { ...traits, amount: -7 };
  const { card, amount } = sightingOf({ card: 2 ** 40 + 11 }, paid, { at: 1000, tie: 3 });
  expect([card, amount]).toEqual([11, -7]);
});

test("what was stored without a score has none", () => {
  const values = Array.from({ length: 17 }, (_, i) => i);
  expect(toSighting(values)).toMatchObject({ at: 0, linked: { surname: 16 }, score: null });
  expect(toSighting([...values, null]).score).toBeNull();
  expect(toSighting([...values, 0]).score).toBe(0);
  expect(toSighting([...values, 99]).score).toBe(99);
  expect(toSighting([...values, 99])).toMatchObject({ card: null, amount: null });
});

test("a card and an amount are before the score", () => {
  const values = Array.from({ length: 17 }, (_, i) => i);
  const paid = { card: 17, amount: null, score: null };
  expect(toSighting([...values, 17, null])).toMatchObject(paid);
  expect(toSighting([...values, 17, null, 80])).toMatchObject({ ...paid, score: 80 });
  expect(toSighting([...values, null, 18, null])).toMatchObject({
    card: null,
    amount: 18,
    score: null,
  });
});

test("an identity is stored in 32 bits, so that equal ones stay equal and others differ", () => {
  const large = 2 ** 51 + 2 ** 31 + 5;
  const linked = (email: number) => sightingOf({ email }, noTraits, { at: 0, tie: 0 }).linked.email;
  expect(linked(large)).toBe(linked(large));
  expect(linked(large)).not.toBe(linked(large + 1));
  expect(Number.isInteger(linked(large))).toBe(true);
  expect(Math.abs(linked(large)!)).toBeLessThanOrEqual(2 ** 31);
});

test.each([
  [{ at: 1, tie: 9 }, { at: 2, tie: 0 }, true],
  [{ at: 2, tie: 0 }, { at: 1, tie: 9 }, false],
  [{ at: 1, tie: 0 }, { at: 1, tie: 1 }, true],
  [{ at: 1, tie: 1 }, { at: 1, tie: 0 }, false],
  [{ at: 1, tie: 1 }, { at: 1, tie: 1 }, false],
])("%j is before %j: %p", (a, b, before) => {
  expect(isBefore(a, b)).toBe(before);
});
