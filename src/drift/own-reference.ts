/** A reference of one's own: the project's first days, in the form that a model brings. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import { featureIndexes } from "../risk/feature-sets.ts";
import type { Store } from "../storage/store.ts";
import { binned } from "./binned.ts";
import { firstDecisions } from "./first-days.ts";
import type { Reference } from "./reference.ts";
import { telemetryPlace } from "./telemetry-place.ts";

/** Null where there is no decision. */
export async function ownReference(
  projectId: string,
  store: Store,
  pause?: () => Promise<void>,
): Promise<Reference | null> {
  const rows: { values: Float64Array; riskScore: number }[] = [];
  const placesOf = featureIndexes(store);
  for await (const { featureSet, features, riskScore } of firstDecisions(projectId, store, pause)) {
    const places = await placesOf(featureSet);
    const served = vectorFromJson(features);
    const values = Float64Array.from(places, (place) => served[place] ?? Number.NaN);
    rows.push({ values, riskScore });
  }
  if (rows.length === 0) return null;
  return {
    rows: rows.length,
    features: Object.fromEntries(
      featureNames.map((name, i) => [name, binned(rows.map(({ values }) => values[i]!))]),
    ),
    score: binned(rows.map(({ riskScore }) => riskScore)),
    telemetry: rows.filter(({ values }) => values[telemetryPlace] === 1).length / rows.length,
  };
}
