/** Reasons are computed when they are asked for, and kept: asked again, the answer is the same. */
import { featureSetNames } from "../risk/feature-sets.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import type { ExplainedModel } from "./explained-model.ts";
import { type Reasons, reasonsOf, reasonsSchema } from "./reasons.ts";

/**
 * @param modelOf finds and loads the model that decided; asked only where nothing is kept.
 * @throws whatever modelOf throws, and ReasonsUnavailable.
 */
export async function keptReasons(
  record: DecisionRecord,
  parts: {
    store: Pick<Store, "decisions" | "reasons">;
    modelOf: (record: DecisionRecord) => Promise<ExplainedModel>;
    now: () => number;
  },
): Promise<Reasons> {
  const { store, modelOf, now } = parts;
  const { projectId, id: decisionId } = record;
  const kept = await store.reasons.find(projectId, decisionId);
  const known = kept && (JSON.parse(kept.json) as Reasons);
  if (known?.schema === reasonsSchema) return known;
  const names = await featureSetNames(record.featureSet, store);
  const reasons = await reasonsOf(record, names, await modelOf(record));
  const json = JSON.stringify(reasons);
  await store.reasons.put({ projectId, decisionId, json, computedAt: now() });
  return JSON.parse(json) as Reasons;
}
