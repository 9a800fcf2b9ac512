/** Where the reference for a project comes from: its model's manifest, or its own first days. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import { modelScoreOf } from "../risk/base-rate.ts";
import { featureIndexes } from "../risk/feature-sets.ts";
import { always, extentOf } from "../risk/period.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { binned, type Reference, readReference } from "./reference.ts";
import { sampleDecisions } from "./sample.ts";

interface ActiveManifest {
  name: string;
  version: string;
  manifest: Readonly<Record<string, unknown>>;
}

/** The manifest of the model that scores the project now; null where none was ever promoted. */
async function activeManifest(projectId: string, store: Store): Promise<ActiveManifest | null> {
  const { promotions } = await store.models.roles();
  const first = (id: string | null) => promotions.find((one) => one.projectId === id);
  const active = first(projectId) ?? first(null);
  const model = active && (await store.models.find(active.name, active.version));
  if (!model) return null;
  const { name, version } = model;
  return { name, version, manifest: JSON.parse(model.manifest) as ActiveManifest["manifest"] };
}

export interface ModelReference {
  /** `name@version` of the model. */
  model: string;
  reference: Reference;
}

/** The reference in the manifest of a project's model; null where there is no model, or none in it. */
export async function modelReference(
  projectId: string,
  store: Store,
): Promise<ModelReference | null> {
  const active = await activeManifest(projectId, store);
  const reference = active && readReference(active.manifest.reference);
  return reference && { model: `${active.name}@${active.version}`, reference };
}

const firstDays = 7;
const daysMs = firstDays * 86_400_000;

/**
 * Decisions of a project's first days, which later ones are compared with where its model has no
 * reference.
 *
 * @param pause is awaited between two pages.
 */
export async function* firstDecisions(
  projectId: string,
  store: Store,
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<DecisionRecord> {
  const extent = await extentOf(projectId, always, store);
  if (!extent) return;
  const period = { from: extent.first, to: extent.first + daysMs };
  for await (const records of sampleDecisions(projectId, period, store, pause)) yield* records;
}

/** The index, in a vector, of the feature that is 1 where the browser script recorded the visit. */
export const telemetryIndex = featureNames.indexOf("collection_is_known");

/** The project's first days, in the form that a manifest has; null where there is no decision. */
export async function projectReference(
  projectId: string,
  store: Store,
  pause?: () => Promise<void>,
): Promise<Reference | null> {
  const rows: { values: Float64Array; riskScore: number }[] = [];
  const indexesOf = featureIndexes(store);
  for await (const record of firstDecisions(projectId, store, pause)) {
    const { featureSet, features } = record;
    const indexes = await indexesOf(featureSet);
    const served = vectorFromJson(features);
    const values = Float64Array.from(indexes, (index) => served[index] ?? Number.NaN);
    rows.push({ values, riskScore: modelScoreOf(record) });
  }
  if (rows.length === 0) return null;
  return {
    rows: rows.length,
    features: Object.fromEntries(
      featureNames.map((name, i) => [name, binned(rows.map(({ values }) => values[i]!))]),
    ),
    score: binned(rows.map(({ riskScore }) => riskScore)),
    telemetry: rows.filter(({ values }) => values[telemetryIndex] === 1).length / rows.length,
  };
}

/** The name of the reference where the model has none. */
export const projectReferenceName = `the project's first ${firstDays} days`;

/** The model's reference, or the project's first days; null where there are no decisions either. */
export async function referenceFor(
  projectId: string,
  store: Store,
  pause?: () => Promise<void>,
): Promise<{ of: string; reference: Reference } | null> {
  const ofModel = await modelReference(projectId, store);
  if (ofModel) return { of: `the training of ${ofModel.model}`, reference: ofModel.reference };
  const ofProject = await projectReference(projectId, store, pause);
  return ofProject && { of: projectReferenceName, reference: ofProject };
}

type ScoreReference = Pick<Reference, "score" | "rows">;

const pauseMs = 20;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

/**
 * The references for a score monitor: the model's, read again for each call as the model may have
 * been replaced; otherwise the project's first days, once those are over, which no longer change.
 * It pauses between pages so that it does not delay requests.
 */
export function scoreReferences(store: Store, now: () => number) {
  const own = new Map<string, ScoreReference>();
  return async (projectId: string): Promise<ScoreReference | null> => {
    const ofModel = await modelReference(projectId, store);
    if (ofModel) return ofModel.reference;
    const known = own.get(projectId);
    if (known) return known;
    const scores: number[] = [];
    for await (const record of firstDecisions(projectId, store, pause)) {
      if (scores.length === 0 && record.decidedAt + daysMs > now()) return null;
      scores.push(modelScoreOf(record));
    }
    if (scores.length === 0) return null;
    const found = { score: binned(scores), rows: scores.length };
    own.set(projectId, found);
    return found;
  };
}
