/** How far a project's bookings have shifted from its reference, over stored vectors in one pass. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import { featureIndexes } from "../risk/feature-sets.ts";
import { isWithin, type Period, startOf } from "../risk/period.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import {
  BandCounts,
  type BandOutcomes,
  BinCounts,
  type Day,
  DayCounts,
  type Shift,
} from "./counts.ts";
import { shiftLevels } from "./population-stability.ts";
import type { Reference } from "./reference.ts";
import { telemetryIndex } from "./references.ts";

export interface FeatureShift extends Shift {
  name: string;
}

export interface DriftFigures {
  decisions: number;
  score: Shift;
  /** Share with telemetry, now and in the reference; null where unknown. */
  telemetry: { now: number | null; expected: number | null };
  /** The largest shift first. */
  features: FeatureShift[];
  bands: BandOutcomes[];
  days: Day[];
}

const pageRows = 500;

/** Every decision of a period, in pages. */
export async function* everyPage(
  projectId: string,
  period: Period,
  store: Store,
): AsyncGenerator<DecisionRecord[]> {
  let last = startOf(period);
  for (;;) {
    const read = await store.decisions.after(projectId, last, pageRows);
    const records = read.filter(({ id }) => isWithin(id, period));
    if (records.length === 0) return;
    last = records.at(-1)!.id;
    yield records;
  }
}

/**
 * @param options.pages decisions in order: `everyPage`, or `sampleDecisions`.
 * @param progress is called with the time of the last decision read.
 */
export async function driftOf(
  options: { projectId: string; reference: Reference; pages: AsyncIterable<DecisionRecord[]> },
  store: Store,
  progress: (at: number) => void = () => {},
): Promise<DriftFigures> {
  const counts = new Counts(options.reference);
  const indexesOf = featureIndexes(store);
  for await (const records of options.pages) {
    const [first, last] = [records[0]!.id, records.at(-1)!.id];
    const reports = await store.outcomes.between(options.projectId, first, last);
    const newest = new Map(reports.map(({ decisionId, outcome }) => [decisionId, outcome]));
    for (const record of records) {
      counts.add(record, await indexesOf(record.featureSet), newest.get(record.id));
    }
    progress(records.at(-1)!.decidedAt);
  }
  return counts.figures();
}

class Counts {
  readonly #reference: Reference;
  readonly #features: { name: string; index: number; bins: BinCounts }[];
  readonly #score: BinCounts;
  readonly #bands = new BandCounts();
  readonly #days = new Map<string, DayCounts>();
  #decisions = 0;
  #withTelemetry = 0;

  constructor(reference: Reference) {
    const { rows, features, score } = reference;
    this.#reference = reference;
    this.#score = new BinCounts(score, rows);
    this.#features = Object.entries(features)
      .map(([name, binned]) => ({
        name,
        index: featureNames.indexOf(name),
        bins: new BinCounts(binned, rows),
      }))
      .filter(({ index }) => index >= 0);
  }

  add(record: DecisionRecord, indexes: readonly number[], outcome: string | undefined): void {
    const { riskScore, probability, decidedAt } = record;
    const served = vectorFromJson(record.features);
    const feature = (index: number) => served[indexes[index]!] ?? Number.NaN;
    for (const { index, bins } of this.#features) bins.add(feature(index));
    const hasTelemetry = feature(telemetryIndex) === 1;
    this.#decisions += 1;
    if (hasTelemetry) this.#withTelemetry += 1;
    this.#score.add(riskScore);
    this.#bands.add(riskScore, probability, outcome);
    const day = new Date(decidedAt).toISOString().slice(0, 10);
    const counts = this.#days.get(day) ?? new DayCounts(this.#reference);
    this.#days.set(day, counts);
    counts.add({ riskScore, probability, hasTelemetry, outcome });
  }

  figures(): DriftFigures {
    return {
      decisions: this.#decisions,
      score: this.#score.shift(),
      telemetry: {
        now: this.#decisions === 0 ? null : this.#withTelemetry / this.#decisions,
        expected: this.#reference.telemetry ?? null,
      },
      features: this.#features.map(({ name, bins }) => ({ name, ...bins.shift() })).sort(byShift),
      bands: this.#bands.bands(),
      days: [...this.#days].map(([day, counts]) => counts.day(day)),
    };
  }
}

function byShift(a: FeatureShift, b: FeatureShift): number {
  const level = shiftLevels.indexOf(b.level) - shiftLevels.indexOf(a.level);
  return level || (b.stability ?? 0) - (a.stability ?? 0);
}
