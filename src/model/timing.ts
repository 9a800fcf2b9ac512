/** How long a model takes. */
import type { Bound } from "./bind.ts";
import { BundleRefused } from "./bundle-refused.ts";
import type { Manifest } from "./manifest.ts";

/** Microseconds a row, in runs of one row and of 32. */
export interface Timing {
  batch1: number;
  batch32: number;
}

/** What a row may take where the manifest states no budget: 500 a second on one processor. */
export const ROW_MICROS_MAX = 2000;

const ROUNDS = 5;
const RUNS = 40;
const ROUND_MS_MAX = 200;

/**
 * The median run of the best of five rounds: what the model costs, not what the machine is busy
 * with otherwise.
 *
 * @throws BundleRefused where a row alone takes longer than the budget.
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
  const max = budget?.rowMicros ?? ROW_MICROS_MAX;
  if (found.batch1 <= max) return found;
  const [took, stated] = [Math.round(found.batch1), budget?.rowMicros ? "its" : "the product's"];
  throw new BundleRefused(
    `the model takes ${took} µs for a row, and ${stated} budget is ${max}; ` +
      "make it smaller, or state another budget.rowMicros",
  );
}

function microsOf(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    const until = performance.now() + ROUND_MS_MAX;
    while (times.length < RUNS && (times.length === 0 || performance.now() < until)) {
      const start = performance.now();
      run();
      times.push(performance.now() - start);
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
    best = Math.min(best, median * 1000);
  }
  return best;
}
