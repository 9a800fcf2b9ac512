/** Measures the time of a model. */
import type { Bound } from "./bind.ts";
import { modelBytesMax } from "./bundle-files.ts";
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
export function measure(bound: Bound, manifest: Manifest): Timing {
  const { golden, input } = manifest;
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
  if (found.batch1 <= budgetOf(manifest).rowMicros) return found;
  throw overBudget(found.batch1, manifest);
}

/** The most that a row may take, µs, and `model.onnx`, bytes. */
export function budgetOf({ budget }: Pick<Manifest, "budget">): {
  rowMicros: number;
  bytes: number;
} {
  return { rowMicros: budget?.rowMicros ?? rowMicrosMax, bytes: budget?.bytes ?? modelBytesMax };
}

/** @param what the row, where it is not a golden one. */
export function overBudget(micros: number, manifest: Manifest, what = ""): BundleRefused {
  const stated = manifest.budget?.rowMicros ? "its" : "the product's";
  return new BundleRefused(
    `${what}the model takes ${Math.round(micros)} µs for a row, and ${stated} budget is ` +
      `${budgetOf(manifest).rowMicros}; make it smaller, or state another budget.rowMicros`,
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
