import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bestCutOff, type CutOffPrices, cutOffs, type KnownByScore } from "./cut-offs.ts";

const prices: CutOffPrices = {
  ...{ currency: "EUR", value: 200, margin: 0.15, chargebackCost: 20, fraudLoss: 1 },
  lifetimeValue: 50,
};
const none = () => new Array<number>(100).fill(0);
const counts = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 100, maxLength: 100 });

describe("each cut-off", () => {
  test("is what a plain count of every decision says", () => {
    fc.assert(
      fc.property(counts, counts, (fraud, other) => {
        const all = cutOffs({ fraud, other }, prices);
        expect(all.map(({ denyFrom }) => denyFrom)).toEqual(
          Array.from({ length: 101 }, (_, i) => i),
        );
        for (const one of [all[0]!, all[37]!, all[75]!, all[100]!]) {
          let [earned, lost] = [0, 0];
          for (let score = 0; score < 100; score++) {
            const denied = score >= one.denyFrom;
            earned += denied ? 0 : other[score]! * 200 * 0.15;
            lost += denied ? other[score]! * 50 : fraud[score]! * (200 + 20);
          }
          expect(one.earned).toBeCloseTo(earned, 3);
          expect(one.lost).toBeCloseTo(lost, 3);
          expect(one.net).toBeCloseTo(earned - lost, 3);
        }
      }),
    );
  });

  test("names the mistakes and their costs", () => {
    const known = { fraud: none(), other: none() };
    known.fraud[10] = 2;
    known.other[90] = 3;
    const at75 = cutOffs(known, prices)[75]!;
    expect(at75.missed).toEqual({ count: 2, value: 400, cost: 440 });
    expect(at75.refused).toEqual({ count: 3, value: 600, cost: 600 * 0.15 + 3 * 50 });
  });
});

/** Fraud above a score, others below it, with some of each on the wrong side. */
function parted(at: number, each: number): KnownByScore {
  const known = { fraud: none(), other: none() };
  for (let score = 0; score < 100; score++) {
    known.fraud[score] = score >= at ? each : 0;
    known.other[score] = score < at ? each * 20 : 0;
  }
  return known;
}

describe("the best cut-off", () => {
  test("is where fraud begins, and is sure where much is known", () => {
    const best = bestCutOff(parted(70, 40), prices, { seed: 1 })!;
    expect(best.denyFrom).toBe(70);
    expect(best.interval).toEqual({ low: 70, high: 70, part: 0.9 });
    expect(best.best.reduce((sum, one) => sum + one, 0)).toBe(1000);
  });

  test("is less sure where little is known, and its interval holds it", () => {
    const noisy = (each: number): KnownByScore => {
      const known = { fraud: none(), other: none() };
      for (let score = 0; score < 100; score++) {
        const fraudulent = 1 / (1 + Math.exp((80 - score) / 8));
        known.fraud[score] = Math.round(each * fraudulent);
        known.other[score] = Math.round(each * 2 * (1 - fraudulent));
      }
      return known;
    };
    const [little, much] = [noisy(3), noisy(3000)].map((known) => {
      return bestCutOff(known, prices, { seed: 5 })!;
    });
    const width = ({ interval }: typeof little & {}) => interval.high - interval.low;
    expect(width(little!)).toBeGreaterThan(width(much!));
    for (const { denyFrom, interval } of [little!, much!]) {
      expect(interval.low).toBeLessThanOrEqual(denyFrom);
      expect(interval.high).toBeGreaterThanOrEqual(denyFrom);
    }
  });

  test("is the same for the same seed, and moves with what a refused guest is worth", () => {
    const known = { fraud: none(), other: none() };
    for (let score = 40; score < 100; score++) {
      known.fraud[score] = score - 40;
      known.other[score] = 100 - score;
    }
    const of = (lifetimeValue: number, seed: number) =>
      bestCutOff(known, { ...prices, lifetimeValue }, { seed, samples: 200 })!;
    expect(of(50, 1)).toEqual(of(50, 1));
    expect(of(50, 1).best).not.toEqual(of(50, 2).best);
    expect(of(2000, 1).denyFrom).toBeGreaterThan(of(0, 1).denyFrom);
  });

  test("is not said where there is nothing to weigh", () => {
    const only = parted(50, 1);
    expect(bestCutOff({ fraud: none(), other: none() }, prices, { seed: 1 })).toBeNull();
    expect(bestCutOff({ ...only, fraud: none() }, prices, { seed: 1 })).toBeNull();
    expect(bestCutOff({ ...only, other: none() }, prices, { seed: 1 })).toBeNull();
  });
});
