/** Reasons are computed on the first request and stored, so that later requests get the same. */
import { featureSetNames } from "../../risk/feature-sets.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { explainedAttribute } from "./explained-feature.ts";
import { type GroupReason, type Reasons, reasonsSchema } from "./reasons.ts";

/**
 * @param deps.compute called only where nothing is stored, with the names of the decision's features.
 * @throws what compute throws.
 */
export async function storedReasons(
  record: DecisionRecord,
  deps: {
    store: Pick<Store, "decisions" | "projects" | "reasons">;
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

/** The stored ones of these decisions, but for those that have a value of what has become personal since then. */
export async function knownReasons(
  store: Pick<Store, "projects" | "reasons">,
  projectId: string,
  decisionIds: readonly string[],
): Promise<Reasons[]> {
  const records = await store.reasons.list(projectId, decisionIds);
  const known = records
    .map(({ json }) => JSON.parse(json) as Reasons)
    .filter(({ schema }) => schema === reasonsSchema);
  if (!known.some(({ groups }) => groups.some(isOfAttributes))) return known;
  const declared = await attributesOf(store, projectId);
  return known.filter(({ groups }) => !groups.some((group) => hasPersonalValue(group, declared)));
}

const isOfAttributes = ({ group }: GroupReason): boolean => group === "attributes";

function hasPersonalValue({ features }: GroupReason, declared: readonly ProjectAttribute[]) {
  return features.some(
    ({ name, value }) => value !== null && explainedAttribute(name, declared)?.isPersonal,
  );
}

/** The attributes that a project declares, which reasons name as they do. */
export async function attributesOf(
  { projects }: Pick<Store, "projects">,
  projectId: string,
): Promise<readonly ProjectAttribute[]> {
  return (await projects.choices(projectId))?.attributes ?? [];
}
