/** Reasons are computed on the first request and stored, so that later requests get the same. */
import { featureSetNames } from "../../risk/feature-sets.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { type Reasons, reasonsSchema } from "./reasons.ts";

/**
 * @param deps.compute called only where nothing is stored, with the names of the decision's features.
 * @throws what compute throws.
 */
export async function storedReasons(
  record: DecisionRecord,
  deps: {
    store: Pick<Store, "decisions" | "reasons">;
    compute: (record: DecisionRecord, names: readonly string[]) => Promise<Reasons>;
    now: () => number;
  },
): Promise<Reasons> {
  const { store, compute, now } = deps;
  const { projectId, id: decisionId } = record;
  const [known] = await knownReasons(store, projectId, [decisionId]);
  if (known) return known;
  const reasons = await compute(record, await featureSetNames(record.featureSet, store));
  const json = JSON.stringify(reasons);
  await store.reasons.put({ projectId, decisionId, json, computedAt: now() });
  return JSON.parse(json) as Reasons;
}

/** The stored ones of these decisions. */
export async function knownReasons(
  store: Pick<Store, "reasons">,
  projectId: string,
  decisionIds: readonly string[],
): Promise<Reasons[]> {
  const records = await store.reasons.list(projectId, decisionIds);
  return records
    .map(({ json }) => JSON.parse(json) as Reasons)
    .filter(({ schema }) => schema === reasonsSchema);
}
