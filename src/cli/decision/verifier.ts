/** Asks a bundle what it may have served. */
import type { Bundle } from "../../model/bundle.ts";
import type { Verifier } from "../../risk/verify.ts";

/**
 * A decision was made alone or together with others of the same moment. Trees and networks answer
 * the same bits either way. The runtime's linear models multiply a single row by other code than
 * several, whose last bit may differ; how many there are, and which, makes no difference.
 */
export function verifierOf(bundle: Bundle): Verifier {
  const alone = bundle.allocate(1);
  const twice = bundle.allocate(2);
  return {
    features: bundle.manifest.input.features,
    *probabilities(values) {
      alone.set(values);
      yield bundle.predict(alone, 1)[0]!;
      twice.set(values);
      twice.set(values, values.length);
      yield bundle.predict(twice, 2)[0]!;
    },
  };
}
