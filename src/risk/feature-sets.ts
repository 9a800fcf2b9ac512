/** Which features a stored vector's values are of, which may be of an older catalogue. */
import { featureNames } from "../features/index.ts";
import type { Store } from "../storage/store.ts";

type Decisions = Pick<Store, "decisions">;

/** The names of a feature set, in the order of its vectors. @throws Error where it is not stored. */
export async function featureSetNames(
  id: string,
  { decisions }: Decisions,
): Promise<readonly string[]> {
  const record = await decisions.findFeatureSet(id);
  if (!record) throw new Error("a decision's feature set is not stored");
  return JSON.parse(record.names) as string[];
}

/** Where each feature of today's stands among those names; -1 where it does not. */
export const placesAmong = (names: readonly string[]): readonly number[] =>
  featureNames.map((name) => names.indexOf(name));

/** @returns a function of a feature set's identifier, which remembers. */
export function featurePlaces(store: Decisions): (id: string) => Promise<readonly number[]> {
  return remembering(async (id) => placesAmong(await featureSetNames(id, store)));
}

/** Feature sets never change, and there are few. */
export function remembering<Value>(
  look: (id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const known = new Map<string, Value>();
  return async (id) => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const value = await look(id);
    known.set(id, value);
    return value;
  };
}
