import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type CutOffPrices, cutOffs } from "./cut-offs.ts";

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
