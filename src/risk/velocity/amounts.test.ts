import { describe, expect, test } from "bun:test";
import { noTraits, sightingOf } from "../../storage/port/sighting.ts";
import type { Identities } from "../../storage/port/velocity.ts";
import { amountBits, amountFacts } from "./amounts.ts";

const own: Identities = { hotel: 1, email: 2, card: 3 };

/** An attempt that pays this many cents for so many nights. */
function attempt(value: number, nights: number | null, currency = "EUR", at = 0) {
  const amount = amountBits({ value, currency });
  const stay = { checkIn: 20_000, checkOut: nights === null ? null : 20_000 + nights };
  return sightingOf(own, { ...noTraits, ...stay, amount }, { at, tie: 0 });
}

const atHotel = (current: ReturnType<typeof attempt>, ...hotel: ReturnType<typeof attempt>[]) =>
  amountFacts(current, { hotel }).hotel;

describe("an amount", () => {
  test("of nothing, or none, is not compared", () => {
    expect(amountBits(undefined)).toBeNull();
    expect(amountBits({ value: 0, currency: "EUR" })).toBeNull();
  });

  test("has 32 bits that differ by currency and size, to 0.03 %", () => {
    const bits = [1, 2, 9999, 10_004, 999_999_999_999].flatMap((value) =>
      ["EUR", "USD", "AAA", "ZZZ"].map((currency) => amountBits({ value, currency })!),
    );
    expect(new Set(bits).size).toBe(bits.length);
    for (const one of bits) expect(one).toBe(one | 0);
  });
});

describe("the amount for a night", () => {
  test("is a ratio to the geometric mean of the others", () => {
    const found = atHotel(attempt(400_00, 2), attempt(50_00, 1), attempt(800_00, 4));
    expect(found).toMatchObject({ attempts: 2, deviations: null });
    expect(found!.ratio).toBeCloseTo(2, 3);
    expect(atHotel(attempt(10_00, 40), attempt(10_00, 40))!.ratio).toBe(1);
  });

  test("is so many deviations from them, where there are three or more", () => {
    // By doublings, 0, 1 and 2 above 100: mean 1, deviation 1; the attempt is at 4.
    const others = [100_00, 200_00, 400_00].map((value) => attempt(value, 1));
    const found = atHotel(attempt(1600_00, 1), ...others)!;
    expect(found.attempts).toBe(3);
    expect(found.deviations).toBeCloseTo(3, 3);
    expect(found.ratio).toBeCloseTo(8, 3);
  });

  test("among amounts that are all the same is measured in 9 %", () => {
    const same = [1, 2, 3].map(() => attempt(100_00, 1));
    expect(atHotel(attempt(100_00, 1), ...same)).toEqual({ attempts: 3, ratio: 1, deviations: 0 });
    expect(atHotel(attempt(200_00, 1), ...same)!.deviations).toBeCloseTo(8, 3);
  });

  test("is compared with attempts of the same currency, with an amount and with nights", () => {
    const others = [
      attempt(100_00, 1, "USD"),
      attempt(100_00, null),
      attempt(100_00, 0),
      sightingOf(own, { ...noTraits, checkIn: 20_000, checkOut: 20_001 }, { at: 0, tie: 0 }),
    ];
    expect(atHotel(attempt(100_00, 1), ...others)).toBeNull();
    expect(atHotel(attempt(100_00, null), attempt(100_00, 1))).toBeNull();
    expect(atHotel(attempt(100_00, 1))).toBeNull();
  });

  test("is compared by hotel, e-mail address, account and card, each by itself", () => {
    const [hotel, email, card] = [1, 2, 4].map((times) => [attempt(times * 100_00, 1)]);
    const found = amountFacts(attempt(400_00, 1), { hotel: hotel!, email: email!, card: card! });
    expect(Object.values(found).map((one) => one && Math.round(one.ratio))).toEqual([
      4,
      2,
      null,
      1,
    ]);
  });
});
