import { expect, test } from "bun:test";
import fc from "fast-check";
import { amountsOf } from "../../risk/outcomes/amounts.ts";
import { noEvidence } from "../../risk/outcomes/fraud-rate.ts";
import { cutoffGains } from "./cutoff-gains.ts";
import { noScoreEvidence } from "./score-evidence.ts";

const prices = {
  currency: "EUR",
  value: 200,
  fraudValue: 500,
  margin: 0.15,
  chargebackCost: 20,
  fraudLoss: 1,
  lifetimeValue: 50,
};
const counts = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 100, maxLength: 100 });

test("each cutoff earns what a plain count of every decision says", () => {
  fc.assert(
    fc.property(counts, counts, (fraud, other) => {
      const all = noScoreEvidence();
      for (let score = 0; score < 100; score++) {
        const count = fraud[score]! + other[score]!;
        all.decisions[score] = all.observed[score] = count;
        all.evidence[score] = { ...noEvidence(), frauds: fraud[score]!, exposure: count };
      }
      const gains = cutoffGains(all, { ...prices, fraudValue: 200 });
      expect(gains.map(({ denyFrom }) => denyFrom)).toEqual(
        Array.from({ length: 101 }, (_, i) => i),
      );
      for (const from of [0, 37, 75, 100]) {
        let expected = 0;
        for (let score = from; score < 100; score++) {
          expected += fraud[score]! * (200 + 20) - other[score]! * (200 * 0.15 + 50);
        }
        expect(gains[from]!.gain).toBeCloseTo(expected, 3);
      }
    }),
  );
});

test("there are none above the first denied score, and dear fraud counts for more", () => {
  const all = noScoreEvidence();
  all.decisions.fill(2);
  all.observed.fill(2, 0, 75);
  all.amounts[60] = { known: 2, sum: 1100, squares: 1000 ** 2 + 100 ** 2 };
  all.evidence[60] = {
    frauds: 1,
    exposure: 2,
    exposureError: 0,
    amounts: { frauds: amountsOf(1000), exposure: all.amounts[60] },
  };
  const gains = cutoffGains(all, prices);
  expect(gains.at(-1)).toEqual({ denyFrom: 75, gain: 0 });
  expect(gains[60]!.gain - gains[61]!.gain).toBeCloseTo(1000 + 20 - (100 * 0.15 + 50), 6);
});
