import { describe, expect, test } from "bun:test";
import { normalQuantile } from "../../base/confidence-interval.ts";
import { seededRandom } from "../../model/reasons/seeded-random.ts";
import { gainOf, lossesOf, sumOfIndependent } from "./gain.ts";
import { fraudCost, refusalCost } from "./prices.ts";
import { countBooking, noOutcomes, type OutcomeTally, type Silence } from "./silence.ts";

const prices = {
  currency: "EUR",
  value: 200,
  fraudValue: 500,
  margin: 0.15,
  chargebackCost: 20,
  fraudLoss: 0.8,
  lifetimeValue: 10,
};
const z = normalQuantile[0.95];
const dayMs = 86_400_000;
const asOf = 1000 * dayMs;
const fixed: Silence = { basis: "fixed", asOf, matureDays: 60 };

type Booking = Parameters<typeof countBooking>[1];
const booking = (more: Partial<Booking> = {}): Booking => ({
  decidedAt: asOf - 100 * dayMs,
  amount: null,
  reported: null,
  weight: 1,
  ...more,
});

function tallyOf(all: readonly Booking[], silence: Silence = fixed): OutcomeTally {
  const tally = noOutcomes();
  for (const one of all) countBooking(tally, one, silence);
  return tally;
}

/** Gaps of a Poisson process, by a seeded generator. */
function poisson(random: () => number): number {
  const limit = Math.exp(-1);
  let product = 1;
  for (let count = 0; ; count++) {
    product *= random();
    if (product <= limit) return count;
  }
}

describe("what bookings are worth", () => {
  test("is their amount, else what was entered for such bookings and for fraud", () => {
    const known = { count: 1, amounts: { known: 1, sum: 300, squares: 90_000 } };
    const unknown = { count: 1, amounts: { known: 0, sum: 0, squares: 0 } };
    expect(fraudCost(known, prices)).toBeCloseTo(300 * 0.8 + 20);
    expect(fraudCost(unknown, prices)).toBeCloseTo(500 * 0.8 + 20);
    expect(refusalCost(known, prices)).toBeCloseTo(300 * 0.15 + 10);
    expect(refusalCost(unknown, prices)).toBeCloseTo(200 * 0.15 + 10);
  });
});

describe("what silence means", () => {
  const estimated: Silence = {
    basis: "estimated",
    delay: {
      observedUntil: asOf,
      knownWithin: (ageMs) => ({ share: ageMs > 50 * dayMs ? 1 : 0.5, error: 0 }),
    },
  };
  const young = booking({ decidedAt: asOf - 10 * dayMs });

  test("follows from the project's own reports, where they tell", () => {
    const { bookings, evidence } = tallyOf([young, booking()], estimated);
    expect([bookings.count, evidence.exposure, evidence.frauds]).toEqual([2, 1.5, 0]);
    // Of a fraud that is reported early, one more is to come.
    const fraud = tallyOf([{ ...young, reported: "fraud" }], estimated);
    expect([fraud.evidence.frauds, fraud.evidence.exposure]).toEqual([1, 0.5]);
    const after = booking({ decidedAt: asOf + 1 });
    expect(tallyOf([after], estimated).bookings.count).toBe(0);
  });

  test("is a good booking after some days, and nothing before; or nothing at all", () => {
    const early = { ...young, reported: "fraud" } as const;
    const { bookings, evidence } = tallyOf([young, early, booking()]);
    expect([bookings.count, evidence.exposure, evidence.frauds]).toEqual([1, 1, 0]);
    const reported = tallyOf([young, early, booking()], { basis: "reportedOnly" });
    expect([reported.bookings.count, reported.evidence.frauds]).toEqual([1, 1]);
  });
});

describe("the gain of denying", () => {
  test("and what both mistakes lose are one sum", () => {
    const all = Array.from({ length: 400 }, (_, i) =>
      booking({
        amount: i % 3 === 0 ? null : 100 + i,
        reported: i % 7 === 0 ? "fraud" : null,
        decidedAt: asOf - (20 + i) * dayMs,
      }),
    );
    const tally = tallyOf(all);
    const { allowed, denied } = lossesOf(tally, prices);
    expect(gainOf(tally, prices, z)!.estimate).toBeCloseTo(allowed - denied, 6);
    const counted = all.filter(({ decidedAt }) => decidedAt <= asOf - 60 * dayMs);
    const sum = (of: (one: Booking) => number) =>
      counted.reduce((total, one) => total + of(one), 0);
    const truly = sum(({ amount, reported }) =>
      reported === "fraud" ? (amount ?? 500) * 0.8 + 20 : 0,
    );
    expect(allowed).toBeCloseTo(truly, 6);
    expect(lossesOf(noOutcomes(), prices)).toEqual({ allowed: 0, denied: 0 });
    expect(gainOf(noOutcomes(), prices, z)).toBeNull();
  });

  test("has an interval as wide as a Poisson bootstrap's", () => {
    const random = seededRandom("bootstrap");
    const amounts = Array.from({ length: 60 }, (_, i) => 50 + 10 * i);
    const frauds = amounts.map((amount) => booking({ amount, reported: "fraud" }));
    const good = Array.from({ length: 4000 }, (_, i) => booking({ amount: 50 + 10 * (i % 60) }));
    const { low, high } = gainOf(tallyOf([...frauds, ...good]), prices, z)!;
    const sums = Array.from({ length: 4000 }, () =>
      amounts.reduce((sum, amount) => sum + poisson(random) * (amount * 0.95 + 30), 0),
    );
    const mean = sums.reduce((total, one) => total + one, 0) / sums.length;
    const variance = sums.reduce((total, one) => total + (one - mean) ** 2, 0) / sums.length;
    expect((high - low) / 2 / (1.96 * Math.sqrt(variance))).toBeWithin(0.93, 1.12);
  });

  test("of bookings that the control group let through is that of all that were drawn", () => {
    const random = seededRandom("control group");
    const share = 0.05;
    let within = 0;
    const trials = 200;
    for (let trial = 0; trial < trials; trial++) {
      const truth = 0.2 + 0.5 * random();
      let truly = 0;
      const letThrough: Booking[] = [];
      for (let i = 0; i < 2000; i++) {
        const amount = 100 + 400 * random();
        truly += truth * (amount * 0.8 + 20) - (1 - truth) * (amount * 0.15 + 10);
        const reported = random() < truth ? "fraud" : null;
        if (random() < share) letThrough.push(booking({ amount, reported, weight: 1 / share }));
      }
      // How many are drawn varies as well, so the sum is per booking.
      const tally = tallyOf(letThrough);
      const times = 2000 / tally.bookings.count;
      const { low, high } = gainOf(tally, prices, z)!;
      if (low * times <= truly && truly <= high * times) within += 1;
    }
    expect(within / trials).toBeGreaterThanOrEqual(0.95);
  });

  test("of independent parts is less uncertain than the sum of their intervals", () => {
    const one = { estimate: 10, low: 7, high: 14 };
    const { estimate, low, high } = sumOfIndependent([one, one]);
    expect([estimate, low, high]).toEqual([
      20,
      expect.closeTo(20 - 3 * Math.SQRT2),
      expect.closeTo(20 + 4 * Math.SQRT2),
    ]);
  });
});
