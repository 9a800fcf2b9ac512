import { Problem } from "../../http/problem.ts";
import { ReasonsUnavailable } from "../../reasons/explained-model.ts";
import type { Reasons } from "../../reasons/reasons.ts";
import { storedReasons } from "../../reasons/stored-reasons.ts";
import { BundleMissing, decidingBundles } from "../../registry/deciding-bundles.ts";
import type { Parts } from "../parts.ts";
import { type DecisionOf, decisionOfProject } from "./of-project.ts";
import type { InTurn } from "./one-after-the-other.ts";

/**
 * Why the decision has its score, as `booking-risk decision reasons` says it: computed by the model
 * that decided when first asked for, and kept.
 *
 * @throws Problem not_found, rate_limited; conflict where that model is not there or has no answer.
 */
export async function explain(
  { store, models: { library }, now }: Parts,
  inTurn: InTurn,
  of: DecisionOf,
): Promise<Reasons> {
  const record = await decisionOfProject(of, store);
  const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
  return inTurn(async () => {
    const bundles = decidingBundles(library);
    const modelOf = () => bundles.of({ name, version, sha256 });
    try {
      return await storedReasons(record, { store, modelOf, now });
    } catch (error) {
      const isTold = error instanceof BundleMissing || error instanceof ReasonsUnavailable;
      if (!isTold) throw error;
      throw new Problem("conflict", `There are no reasons: ${error.message}.`);
    } finally {
      await bundles.close();
    }
  });
}
