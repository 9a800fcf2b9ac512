/** Asks the bundle of a decision what it may have served. */
import type { Bundle } from "../model/bundle.ts";
import { BundleMissing, type DecidingBundles } from "./deciding-bundles.ts";
import type { DecidedBy } from "./library.ts";

/** @returns a function that gives the verifier of a decision's model, or why there is none. */
export function verifiersOf(bundles: DecidingBundles) {
  return (decidedBy: DecidedBy) => bundles.of(decidedBy).then(verifierOf, ifMissing);
}

function ifMissing(error: unknown): { problem: string } {
  if (error instanceof BundleMissing) return { problem: error.message };
  throw error;
}

/**
 * A decision was made alone or together with others of the same moment. Trees and networks answer
 * the same bits either way. The runtime's linear models multiply a single row by other code than
 * several, whose last bit may differ; how many there are, and which, makes no difference.
 */
export function verifierOf(bundle: Bundle) {
  const alone = bundle.allocate(1);
  const twice = bundle.allocate(2);
  return {
    features: bundle.manifest.input.features,
    *probabilities(values: Float64Array) {
      alone.set(values);
      yield bundle.predict(alone, 1)[0]!;
      twice.set(values);
      twice.set(values, values.length);
      yield bundle.predict(twice, 2)[0]!;
    },
  };
}
