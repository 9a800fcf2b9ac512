/** Verifies that the runtime reproduces a bundle's golden rows. */
import type { Bound } from "./bind.ts";
import { BundleRefused, oneLine, refusalOf } from "./bundle-refused.ts";
import type { Manifest } from "./manifest.ts";
import type { Numbers } from "./runtime.ts";

/** The largest allowed difference between a golden probability and the runtime's. */
const goldenTolerance = 1e-5;

/**
 * Scores every golden row alone and in a batch: requests are scored in batches, and a row's score must
 * not depend on the other rows.
 *
 * @returns the largest difference from the manifest, 0 to {@link goldenTolerance}.
 * @throws BundleRefused where a row differs by more, or the runtime fails.
 */
export function assertGolden(bound: Bound, { golden, input, output }: Manifest): number {
  const width = input.features.length;
  const values = bound.allocate(golden.length);
  for (const [row, { features }] of golden.entries()) {
    for (const [i, value] of features.entries()) values[row * width + i] = value ?? Number.NaN;
  }
  const together = ask(bound.predict, values, golden.length);
  let worst = 0;
  for (const [row, { probability }] of golden.entries()) {
    const alone = ask(bound.predict, values.subarray(row * width, (row + 1) * width), 1)[0];
    for (const answer of [together[row], alone] as number[]) {
      const difference = Math.abs(answer - probability);
      worst = Math.max(worst, difference);
      if (difference <= goldenTolerance) continue;
      const actual = Number.isNaN(answer)
        ? `${ask(bound.raw, values.subarray(row * width), 1)[0]}, which is not a ${output.kind}`
        : answer;
      throw new BundleRefused(
        `golden row ${row} says ${probability}, the runtime returns ${actual}; ` +
          "export the model and its golden rows again, and check the calibration",
      );
    }
  }
  return worst;
}

function ask(answers: Bound["raw"], values: Numbers, rows: number): Float64Array {
  try {
    return answers(values, rows);
  } catch (error) {
    throw refusalOf(
      error,
      `the runtime does not answer the golden rows (${oneLine(error)}); ` +
        "export the model for any number of rows, one number a row and column",
    );
  }
}
