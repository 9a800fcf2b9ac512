/** How far a project's bookings have moved from what its model knows: stored vectors, in one pass. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import { featureIndexes } from "../risk/feature-sets.ts";
import { isWithin, type Period, startOf } from "../risk/period.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { BandCounts, type BandOutcomes } from "./band-counts.ts";
import { BinCounts, type Shift } from "./bin-counts.ts";
import { type Day, DayCounts } from "./day-counts.ts";
import { shiftLevels } from "./population-stability.ts";
import type { Reference } from "./reference.ts";
import { telemetryPlace } from "./telemetry-place.ts";

export interface FeatureShift extends Shift {
  name: string;
}

export interface DriftFigures {
  decisions: number;
  score: Shift;
  /** The part whose browser was seen, now and in the reference (null where it does not tell). */
  telemetry: { now: number | null; expected: number | null };
  /** The worst first. */
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
 * @param asked.pages decisions in their order: `everyPage`, or a `spread` of them.
 * @param done is told the time of the last decision that was read.
 */
export async function driftOf(
  asked: { projectId: string; reference: Reference; pages: AsyncIterable<DecisionRecord[]> },
  store: Store,
  done: (at: number) => void = () => {},
): Promise<DriftFigures> {
  const counts = new Counts(asked.reference);
  const placesOf = featureIndexes(store);
  for await (const records of asked.pages) {
    const [first, last] = [records[0]!.id, records.at(-1)!.id];
    const reports = await store.outcomes.between(asked.projectId, first, last);
    const newest = new Map(reports.map(({ decisionId, outcome }) => [decisionId, outcome]));
    for (const record of records) {
      counts.add(record, await placesOf(record.featureSet), newest.get(record.id));
    }
    done(records.at(-1)!.decidedAt);
  }
  return counts.figures();
}

class Counts {
  readonly #reference: Reference;
  readonly #features: { name: string; place: number; bins: BinCounts }[];
  readonly #score: BinCounts;
  readonly #bands = new BandCounts();
  readonly #days = new Map<string, DayCounts>();
  #decisions = 0;
  #seen = 0;

  constructor(reference: Reference) {
    const { rows, features, score } = reference;
    this.#reference = reference;
    this.#score = new BinCounts(score, rows);
    this.#features = Object.entries(features)
      .map(([name, binned]) => ({
        name,
        place: featureNames.indexOf(name),
        bins: new BinCounts(binned, rows),
      }))
      .filter(({ place }) => place >= 0);
  }

  add(record: DecisionRecord, places: readonly number[], outcome: string | undefined): void {
    const { riskScore, probability, decidedAt } = record;
    const served = vectorFromJson(record.features);
    const feature = (place: number) => served[places[place]!] ?? Number.NaN;
    for (const { place, bins } of this.#features) bins.add(feature(place));
    const seen = feature(telemetryPlace) === 1;
    this.#decisions += 1;
    if (seen) this.#seen += 1;
    this.#score.add(riskScore);
    this.#bands.add(riskScore, probability, outcome);
    const day = new Date(decidedAt).toISOString().slice(0, 10);
    const counts = this.#days.get(day) ?? new DayCounts(this.#reference);
    this.#days.set(day, counts);
    counts.add({ riskScore, probability, seen, outcome });
  }

  figures(): DriftFigures {
    return {
      decisions: this.#decisions,
      score: this.#score.shift(),
      telemetry: {
        now: this.#decisions === 0 ? null : this.#seen / this.#decisions,
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
