/** Reasons are computed on the first request and stored, so that later requests get the same. */
import { featureSetNames } from "../risk/feature-sets.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import type { ExplainedModel } from "./explained-model.ts";
import { type Reasons, reasonsOf, reasonsSchema } from "./reasons.ts";

/**
 * @param deps.modelOf finds and loads the model that decided; called only where nothing is stored.
 * @throws what modelOf throws, and ReasonsUnavailable.
 */
export async function storedReasons(
  record: DecisionRecord,
  deps: {
    store: Pick<Store, "decisions" | "reasons">;
    modelOf: (record: DecisionRecord) => Promise<ExplainedModel>;
    now: () => number;
  },
): Promise<Reasons> {
  const { store, modelOf, now } = deps;
  const { projectId, id: decisionId } = record;
  const stored = await store.reasons.find(projectId, decisionId);
  const known = stored && (JSON.parse(stored.json) as Reasons);
  if (known?.schema === reasonsSchema) return known;
  const names = await featureSetNames(record.featureSet, store);
  const reasons = await reasonsOf(record, names, await modelOf(record));
  const json = JSON.stringify(reasons);
  await store.reasons.put({ projectId, decisionId, json, computedAt: now() });
  return JSON.parse(json) as Reasons;
}
