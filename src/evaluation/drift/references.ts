/** What a project's first bookings looked like, where its model has no reference. */
import { modelScoreOf } from "../../risk/base-rate.ts";
import { currentVectors } from "../../risk/feature-sets.ts";
import { featureNames } from "../../risk/features/index.ts";
import { always, extentOf } from "../../risk/period.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { binned, type Reference } from "./reference.ts";
import { sampleDecisions } from "./sample.ts";

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
  const vectorOf = currentVectors(store);
  for await (const record of firstDecisions(projectId, store, pause)) {
    rows.push({ values: await vectorOf(record), riskScore: modelScoreOf(record) });
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
