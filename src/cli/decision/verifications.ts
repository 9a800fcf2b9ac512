/** Verifies decisions one after the other, with feature sets and models at hand. */
import type { Library } from "../../registry/library.ts";
import { featureSetNames, remembering } from "../../risk/feature-sets.ts";
import { type Verification, verifyDecision } from "../../risk/verify.ts";
import type { DecisionRecord, Store } from "../../storage/store.ts";
import { BundleMissing, decidingBundles } from "./deciding-bundles.ts";
import { verifierOf } from "./verifier.ts";

export function verifications(store: Store, library: Library) {
  const bundles = decidingBundles(library);
  const namesOf = remembering((id) => featureSetNames(id, store));

  return {
    async of(record: DecisionRecord): Promise<Verification> {
      const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
      const verifier = await bundles.of({ name, version, sha256 }).then(verifierOf, ifMissing);
      return verifyDecision(record, await namesOf(record.featureSet), verifier);
    },
    close: () => bundles.close(),
  };
}

function ifMissing(error: unknown): { problem: string } {
  if (error instanceof BundleMissing) return { problem: error.message };
  throw error;
}
