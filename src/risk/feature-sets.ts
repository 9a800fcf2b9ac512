/** The features of a stored vector, which may come from an older catalogue. */
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { Store } from "../storage/port/store.ts";
import { decodeVector, type FeatureVector, featureNames, featureSetId } from "./features/index.ts";

type Decisions = Pick<Store, "decisions">;

/** Stores the names of the set that this version's decisions have. */
export async function putFeatureSet({ decisions }: Decisions): Promise<void> {
  await decisions.putFeatureSet({ id: featureSetId, names: JSON.stringify(featureNames) });
}

/** The feature names of a set, in the order of its vectors. @throws Error where it is not stored. */
export async function featureSetNames(
  id: string,
  { decisions }: Decisions,
): Promise<readonly string[]> {
  const record = await decisions.findFeatureSet(id);
  if (!record) throw new Error("a decision's feature set is not stored");
  return JSON.parse(record.names) as string[];
}

/** The index of each current feature in `names`; -1 where the set does not have it. */
export const indexesIn = (names: readonly string[]): readonly number[] =>
  featureNames.map((name) => names.indexOf(name));

/** @returns a memoized function from a feature set's ID to the indexes of the current features in it. */
export function featureIndexes(store: Decisions): (id: string) => Promise<readonly number[]> {
  return memoizedById(async (id) => indexesIn(await featureSetNames(id, store)));
}

/**
 * @returns a function from a stored decision to its vector in the order of the current catalogue; NaN for what
 *   it was stored without.
 */
export function currentVectors(store: Decisions) {
  const indexesOf = featureIndexes(store);
  return async (
    record: Pick<DecisionRecord, "featureSet" | "features">,
  ): Promise<FeatureVector> => {
    const indexes = await indexesOf(record.featureSet);
    const served = decodeVector(record.features);
    return Float64Array.from(indexes, (index) => served[index] ?? Number.NaN);
  };
}

/** Memoizes by ID. For what never changes and is small in number, as feature sets are. */
export function memoizedById<Value>(
  load: (id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const known = new Map<string, Value>();
  return async (id) => {
    const value = known.get(id);
    if (value !== undefined) return value;
    const loaded = await load(id);
    known.set(id, loaded);
    return loaded;
  };
}
