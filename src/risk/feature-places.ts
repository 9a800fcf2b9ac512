/** Where each feature of today's stands in a stored vector, which may be of an older catalogue. */
import { featureNames } from "../features/index.ts";
import type { Store } from "../storage/store.ts";

/** @returns a function of a feature set's identifier; -1 where it does not have the feature. */
export function featurePlaces(store: Store): (featureSet: string) => Promise<readonly number[]> {
  const known = new Map<string, readonly number[]>();
  return async (featureSet) => {
    const kept = known.get(featureSet);
    if (kept) return kept;
    const record = await store.decisions.findFeatureSet(featureSet);
    if (!record) throw new Error("a decision's feature set is not stored");
    const names = JSON.parse(record.names) as string[];
    const places = featureNames.map((name) => names.indexOf(name));
    known.set(featureSet, places);
    return places;
  };
}
