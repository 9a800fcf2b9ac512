/** The rows that a bundle proves itself with. */
import type { Bound } from "./bind.ts";
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import type { Manifest } from "./manifest.ts";
import { plainWords } from "./plain-words.ts";
import type { Numbers } from "./runtime.ts";

/** How far a golden probability may lie from what the runtime answers. */
export const GOLDEN_TOLERANCE = 1e-5;

/**
 * Asks every golden row, alone as well as among the others: requests are scored in company, and a
 * model whose answer depends on it is not a score.
 *
 * @returns the largest difference from what the manifest says, 0 to {@link GOLDEN_TOLERANCE}.
 * @throws BundleRefused where a row differs by more, or is not answered.
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
      if (difference <= GOLDEN_TOLERANCE) continue;
      const said = Number.isNaN(answer)
        ? `${ask(bound.raw, values.subarray(row * width), 1)[0]}, which is no ${output.kind}`
        : answer;
      throw new BundleRefused(
        `golden row ${row} says ${probability}, the runtime answers ${said}; ` +
          "export the model and its golden rows anew, and check the calibration",
      );
    }
  }
  return worst;
}

function ask(answers: Bound["raw"], values: Numbers, rows: number): Float64Array {
  try {
    return answers(values, rows);
  } catch (error) {
    throw new BundleRefused(
      plainWords(error) ??
        `the runtime does not answer the golden rows (${oneLine(error)}); ` +
          "export the model for any number of rows, one number a row and column",
    );
  }
}
