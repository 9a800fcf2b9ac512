/** Measures the time of a model. */
import type { Bound } from "./bind.ts";
import { BundleRefused } from "./bundle-refused.ts";
import type { Manifest } from "./manifest.ts";

/** Microseconds per row, in batches of 1 and of 32. */
export interface Timing {
  batch1: number;
  batch32: number;
}

/** The default budget per row: 500 rows a second on one processor. */
export const rowMicrosMax = 2000;

const rounds = 5;
const runs = 40;
const roundMsMax = 200;

/**
 * The median run of the best of five rounds, to exclude the effect of other load on the machine.
 *
 * @throws BundleRefused where a single row takes longer than the budget.
 */
export function measure(bound: Bound, { golden, input, budget }: Manifest): Timing {
  const values = bound.allocate(32);
  for (let row = 0; row < 32; row++) {
    const { features } = golden[row % golden.length]!;
    for (const [i, value] of features.entries()) {
      values[row * input.features.length + i] = value ?? Number.NaN;
    }
  }
  const found = {
    batch1: microsOf(() => bound.predict(values, 1)),
    batch32: microsOf(() => bound.predict(values, 32)) / 32,
  };
  const max = budget?.rowMicros ?? rowMicrosMax;
  if (found.batch1 <= max) return found;
  const [took, stated] = [Math.round(found.batch1), budget?.rowMicros ? "its" : "the product's"];
  throw new BundleRefused(
    `the model takes ${took} µs for a row, and ${stated} budget is ${max}; ` +
      "make it smaller, or state another budget.rowMicros",
  );
}

function microsOf(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    const until = performance.now() + roundMsMax;
    while (times.length < runs && (times.length === 0 || performance.now() < until)) {
      const start = performance.now();
      run();
      times.push(performance.now() - start);
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
    best = Math.min(best, median * 1000);
  }
  return best;
}
