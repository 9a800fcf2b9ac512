/** Reasons are computed on the first request and stored, so that later requests get the same. */
import { featureSetNames } from "../../risk/feature-sets.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { type Reasons, reasonsSchema } from "./reasons.ts";

interface Stored extends Reasons {
  /**
   * The attributes that were not personal when the reasons were computed: any text may state their values.
   * Absent in reasons of an earlier version.
   */
  shownAttributes?: readonly string[];
}

/** @param names of the decision's features. @param attributes those that the project declares, the archived ones too. */
export type ComputeReasons = (
  record: DecisionRecord,
  names: readonly string[],
  attributes: readonly ProjectAttribute[],
) => Promise<Reasons>;

/**
 * @param deps.compute called only where nothing is stored.
 * @throws what compute throws.
 */
export async function storedReasons(
  record: DecisionRecord,
  deps: {
    store: Pick<Store, "decisions" | "projects" | "reasons">;
    compute: ComputeReasons;
    now: () => number;
  },
): Promise<Reasons> {
  const { store, compute, now } = deps;
  const { projectId, id: decisionId } = record;
  const [known] = await knownReasons(store, projectId, [decisionId]);
  if (known) return known;
  const names = await featureSetNames(record.featureSet, store);
  const attributes = await attributesOf(store, projectId);
  const reasons = await compute(record, names, attributes);
  const shown = attributes.filter(({ personal }) => !personal).map(({ name }) => name);
  const json = JSON.stringify({ ...reasons, shownAttributes: shown } satisfies Stored);
  await store.reasons.put({ projectId, decisionId, json, computedAt: now() });
  return JSON.parse(JSON.stringify(reasons)) as Reasons;
}

/** The stored reasons of these decisions, except those that may state a value of an attribute that is personal by now. */
export async function knownReasons(
  store: Pick<Store, "projects" | "reasons">,
  projectId: string,
  decisionIds: readonly string[],
): Promise<Reasons[]> {
  const records = await store.reasons.list(projectId, decisionIds);
  const stored = records
    .map(({ json }) => JSON.parse(json) as Stored)
    .filter(({ schema }) => schema === reasonsSchema);
  const declared = stored.some(readsAttributes) ? await attributesOf(store, projectId) : [];
  const personal = new Set(declared.filter((one) => one.personal).map(({ name }) => name));
  return stored
    .filter(
      (one) => !readsAttributes(one) || one.shownAttributes?.every((name) => !personal.has(name)),
    )
    .map(({ shownAttributes: _, ...reasons }) => reasons);
}

const readsAttributes = ({ groups }: Reasons): boolean =>
  groups.some(({ group }) => group === "attributes");

async function attributesOf(
  { projects }: Pick<Store, "projects">,
  projectId: string,
): Promise<readonly ProjectAttribute[]> {
  return (await projects.choices(projectId))?.attributes ?? [];
}
