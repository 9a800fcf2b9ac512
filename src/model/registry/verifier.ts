/** Recomputes the probabilities that a decision's bundle may have served. */
import type { DecidedBy } from "../../storage/port/decisions.ts";
import type { Bundle } from "../bundle.ts";
import { BundleMissing, type DecidingBundles } from "./deciding-bundles.ts";

/** @returns a function that finds the verifier of a decision's model, or the reason why it cannot. */
export function verifiersOf(bundles: DecidingBundles) {
  return (decidedBy: DecidedBy) => bundles.of(decidedBy).then(verifierOf, ifMissing);
}

function ifMissing(error: unknown): { problem: string } {
  if (error instanceof BundleMissing) return { problem: error.message };
  throw error;
}

/**
 * A decision was scored alone or in a batch. Trees and neural networks give the same bits either
 * way. The runtime's linear models multiply a single row by other code than several rows, and the
 * last bit may differ; the number and the content of the other rows make no difference.
 */
export function verifierOf(bundle: Bundle) {
  const alone = bundle.allocate(1);
  const twice = bundle.allocate(2);
  return {
    features: bundle.manifest.input.features,
    baseRate: bundle.manifest.baseRate ?? null,
    *probabilities(values: Float64Array) {
      alone.set(values);
      yield bundle.predict(alone, 1)[0]!;
      twice.set(values);
      twice.set(values, values.length);
      yield bundle.predict(twice, 2)[0]!;
    },
  };
}
