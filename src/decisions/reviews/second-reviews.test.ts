import { describe, expect, test } from "bun:test";
import type { FinalVerdict } from "../../storage/port/reviews.ts";
import { reviewLimits } from "./limits.ts";
import { agreementOf, isSecondDrawn } from "./second-reviews.ts";

const pairs = (first: FinalVerdict, second: FinalVerdict, count: number) =>
  Array.from({ length: count }, () => ({ first, second }));

describe("agreement", () => {
  test("is the share of equal verdicts with its interval, and kappa", () => {
    // The usual example: of 50 cases, 20 and 15 agree, so that 0.7 is seen and 0.5 expected.
    const found = agreementOf([
      ...pairs("fraud", "fraud", 20),
      ...pairs("fraud", "good", 5),
      ...pairs("good", "fraud", 10),
      ...pairs("good", "good", 15),
    ]);
    expect(found).toMatchObject({ cases: 50, agreed: 35 });
    expect(found.kappa).toBeCloseTo(0.4, 12);
    // Wilson's interval of 35 in 50.
    expect(found.share!.value).toBe(0.7);
    expect(found.share!.from).toBeCloseTo(0.5625, 4);
    expect(found.share!.to).toBeCloseTo(0.809, 3);
  });

  test("below chance is negative, and is unknown without cases or with one verdict alone", () => {
    expect(agreementOf([...pairs("fraud", "good", 3), ...pairs("good", "fraud", 3)]).kappa).toBe(
      -1,
    );
    expect(agreementOf([])).toEqual({ cases: 0, agreed: 0, share: null, kappa: null });
    const same = agreementOf(pairs("good", "good", 4));
    expect([same.kappa, same.share!.value, same.share!.to]).toEqual([null, 1, 1]);
    expect(same.share!.from).toBeCloseTo(0.51, 2);
  });
});

test("a second review is drawn for one case in twenty, by the key alone", () => {
  const [key, other] = ["11".repeat(32), "22".repeat(32)];
  const ids = Array.from({ length: 20_000 }, (_, n) => `dec_${n.toString(16).padStart(32, "0")}`);
  const drawn = ids.filter((id) => isSecondDrawn(key, id));
  // Within five standard deviations of 5 %.
  expect(Math.abs(drawn.length / ids.length - reviewLimits.second.share)).toBeLessThan(0.0078);
  expect(ids.filter((id) => isSecondDrawn(key, id))).toEqual(drawn);
  const both = drawn.filter((id) => isSecondDrawn(other, id)).length;
  expect(both / drawn.length).toBeLessThan(0.15);
});
