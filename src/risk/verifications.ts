/** Verifies decisions one after the other, with their feature sets at hand. */
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { featureSetNames, remembering } from "./feature-sets.ts";
import { type Verification, type Verifier, verifyDecision } from "./verify.ts";

interface DecidedBy {
  name: string;
  version: string;
  sha256: string;
}

/** @param verifierOf finds and loads the model that decided, or says why it is not to be had. */
export function verifications(
  store: Pick<Store, "decisions">,
  verifierOf: (decidedBy: DecidedBy) => Promise<Verifier | { problem: string }>,
): (record: DecisionRecord) => Promise<Verification> {
  const namesOf = remembering((id) => featureSetNames(id, store));
  return async (record) => {
    const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
    const verifier = await verifierOf({ name, version, sha256 });
    return verifyDecision(record, await namesOf(record.featureSet), verifier);
  };
}
