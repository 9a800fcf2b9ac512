/**
 * The amount, the payment and attributes are beyond the specification: the default model reads nothing of them, so that
 * a request with them has the probability of the one without, bit for bit.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { readBundleFolder } from "../../src/model/bundle.ts";
import { featureNames } from "../../src/risk/features/index.ts";
import { modelOf, rowsOf } from "./features.ts";
import type { Attempt } from "./simulator/kind.ts";
import { defaultOptions } from "./simulator/simulate.ts";

/** A season that nothing was chosen with. */
const season = { ...defaultOptions, seed: "extended-members", attempts: 1500, days: 20 };
const options = { ...season, fraudRate: 0.1 };

const bundle = await readBundleFolder(join(import.meta.dir, "../default"), featureNames);
const model = modelOf(bundle);
/** Scores decide who comes back, so both seasons have the same ones: none. */
const unscored = () => null;

/** With an amount, and a card that guests share with others at times. */
function extended(attempt: Attempt, place: number): Attempt {
  const { request } = attempt;
  const payment: Attempt["request"]["payment"] = {
    ...({ method: "card", avs: "mismatch", cvc: "match", threeDSecure: "attempted" } as const),
    instrumentId: `card_${place % 700}`,
    bin: "45717360",
    billingCountryMatch: place % 3 > 0,
    previousDeclines: place % 5,
  };
  const totalAmount = { value: 10_000 + 37 * place, currency: "EUR" };
  return {
    ...attempt,
    request: { ...request, payment, booking: { ...request.booking, totalAmount } },
  };
}

test("on an unseen season, all probabilities of the default model are the same, bit for bit", () => {
  let place = 0;
  const plain = rowsOf(options, unscored);
  const withAll = rowsOf(options, unscored, (attempt) => extended(attempt, place++));
  const read = new Set(bundle.manifest.input.features);
  const moved = new Set<string>();
  let rows = 0;
  for (const { values } of plain) {
    const other = withAll.next().value!.values;
    expect(model(other)).toBe(model(values));
    for (const [i, value] of values.entries()) {
      if (!Object.is(value, other[i])) moved.add(featureNames[i]!);
    }
    rows += 1;
  }
  expect(withAll.next().done).toBeTrue();
  expect(rows).toBeGreaterThan(1500);
  // The members did arrive: they have features of their own, and no other feature has moved.
  expect(moved).toContain("total_amount");
  expect(moved).toContain("card_attempts_24h");
  expect([...moved].filter((name) => read.has(name))).toEqual([]);
});
