import { expect, test } from "bun:test";
import { splitMix } from "../../../test/fixtures/split-mix.ts";
import { fitRecalibration, logLikelihood, type Outcome } from "./recalibration-fit.ts";

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

/** Bookings of all ages, of which fraud is reported by now as often as `known` says. */
function bookings(seed: number, { slope, shift }: { slope: number; shift: number }): Outcome[] {
  const random = splitMix(seed);
  return Array.from({ length: 8000 }, () => {
    const logit = -6 + 5 * random();
    const known = random() < 0.5 ? 1 : random();
    const fraud = random() < known * sigmoid(slope * logit + shift);
    return { logit, known, fraud };
  });
}

test("the true shift is within its interval in some 95 of 100", () => {
  let within = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const { shift, error, slope } = fitRecalibration(
      bookings(seed, { slope: 1, shift: 0.7 }),
      false,
    )!;
    expect(slope).toBe(1);
    if (Math.abs(shift - 0.7) < 1.96 * error) within += 1;
  }
  expect(within).toBeGreaterThanOrEqual(90); // 95 on average; 1 in 60 sets of seeds has fewer than 90.
});

test("slope and shift are found, and nothing near is more likely", () => {
  const outcomes = bookings(3, { slope: 0.6, shift: -0.5 });
  const fit = fitRecalibration(outcomes, true)!;
  expect(Math.abs(fit.slope - 0.6)).toBeLessThan(0.15);
  expect(Math.abs(fit.shift + 0.5)).toBeLessThan(0.4);
  for (const [slope, shift] of [
    [0.02, 0],
    [-0.02, 0],
    [0, 0.02],
    [0, -0.02],
  ] as const) {
    const near = { slope: fit.slope + slope, shift: fit.shift + shift };
    expect(logLikelihood(outcomes, near)).toBeLessThan(fit.logLikelihood);
  }
});

test("without any fraud, and without any booking, nothing is fitted", () => {
  const none = bookings(1, { slope: 1, shift: 0 }).map((one) => ({ ...one, fraud: false }));
  expect(fitRecalibration(none, false)).toBeNull();
  expect(fitRecalibration([], true)).toBeNull();
});
