/** Recomputes the features of many stored decisions and compares them with those served. */
import { indexesIn } from "../../risk/feature-sets.ts";
import {
  decodeVector,
  featureNames,
  featureSetId,
  featureVector,
} from "../../risk/features/index.ts";
import { recomputed } from "../../risk/recompute.ts";
import { withoutTelemetry } from "../../risk/without-telemetry.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";

/** The members of a decision that are needed for it. */
export type StoredInput = Pick<
  DecisionRecord,
  "decidedAt" | "request" | "evidence" | "featureSet" | "features"
>;

export interface RecomputedPage {
  /** Row by row, in the order of the catalogue; NaN is missing. */
  features: Float64Array<ArrayBuffer>;
  /** The same rows as a merchant without the browser script would have sent them. */
  unseen: Float64Array<ArrayBuffer>;
  /** Rows that cannot be read, whose features are not computed. */
  unreadable: number[];
  /** Rows with a feature that differs, bit for bit, from the one served under its name. */
  differing: number;
  /** How many rows each feature differs in, in the order of the catalogue. */
  differingFeatures: Uint32Array<ArrayBuffer>;
  /** Rows that were served by another catalogue than the current one. */
  otherFeatureSet: number;
}

const width = featureNames.length;

/** @param namesOf the names of each feature set that the rows name. */
export function recomputePage(
  rows: readonly StoredInput[],
  namesOf: Readonly<Record<string, readonly string[]>>,
): RecomputedPage {
  const page: RecomputedPage = {
    features: new Float64Array(rows.length * width).fill(Number.NaN),
    unseen: new Float64Array(rows.length * width).fill(Number.NaN),
    unreadable: [],
    differing: 0,
    differingFeatures: new Uint32Array(width),
    otherFeatureSet: 0,
  };
  for (const [i, row] of rows.entries()) {
    try {
      const names = namesOf[row.featureSet]!;
      const { attempt, features } = recomputed(row, names);
      page.features.set(features, i * width);
      page.unseen.set(featureVector(withoutTelemetry(attempt)), i * width);
      const isCurrent = row.featureSet === featureSetId;
      const places = isCurrent ? null : placesOf(row.featureSet, names);
      if (!isCurrent) page.otherFeatureSet += 1;
      if (differs(features, row, places, page.differingFeatures)) page.differing += 1;
    } catch {
      page.unreadable.push(i);
    }
  }
  return page;
}

function differs(
  features: Float64Array,
  row: StoredInput,
  places: readonly number[] | null,
  counts: Uint32Array,
): boolean {
  const served = decodeVector(row.features);
  let found = false;
  for (let i = 0; i < width; i++) {
    const place = places ? places[i]! : i;
    if (place < 0 || Object.is(features[i], served[place])) continue;
    counts[i]! += 1;
    found = true;
  }
  return found;
}

const known = new Map<string, readonly number[]>();

function placesOf(featureSet: string, names: readonly string[]): readonly number[] {
  const places = known.get(featureSet) ?? indexesIn(names);
  known.set(featureSet, places);
  return places;
}
