/** How far a project's bookings have shifted from its reference, over stored vectors in one pass. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import { telemetryFeatures } from "../features/telemetry-features.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import { modelScoreOf } from "../risk/base-rate.ts";
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
  notCompared,
  type Shift,
} from "./counts.ts";
import { addDenied, type DenialShift, type Denied, denialShift } from "./denials.ts";
import { rowsNeeded } from "./population-stability.ts";
import type { Reference } from "./reference.ts";
import { telemetryIndex } from "./references.ts";
import { weighedRowsMax } from "./weights.ts";

export interface FeatureShift extends Shift {
  name: string;
  /** Its weight in the model, in points of the score; null where no model was asked. */
  weight: number | null;
  /** The points by which its shift moves scores, at most: its weight times the share that moved. */
  effect: number | null;
}

/** What is compared: live decisions, or imports where there are too few of those. */
export type DriftBasis = "live" | "imports";

export interface DriftFigures {
  decisions: number;
  live: number;
  /** Null where both are too few; then nothing is compared. */
  basis: DriftBasis | null;
  /** Decisions that it takes; null where the reference itself has too few rows. */
  needed: number | null;
  /** Nothing is said of it on imports, which lack what the reference had. */
  score: Shift;
  /** Share with telemetry, now and in the reference; null where unknown. */
  telemetry: { now: number | null; expected: number | null };
  /** The largest effect on scores first. */
  features: FeatureShift[];
  /** Features that imports cannot have, and that are not compared therefore. */
  leftOut: number;
  denials: DenialShift;
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

export interface DriftOptions {
  projectId: string;
  reference: Reference;
  /** Decisions in order: `everyPage`, or `sampleDecisions`. */
  pages: AsyncIterable<DecisionRecord[]>;
  /** Decisions of the period before, in which the share denied is counted. */
  earlier: AsyncIterable<DecisionRecord[]>;
  riskSetting: RiskSetting;
  /** The weights of features, measured on some of the decisions; null where there is no model. */
  weigh: ((rows: readonly Float64Array[]) => Promise<ReadonlyMap<string, number>>) | null;
}

/** @param progress is called with the time of the last decision read. */
export async function driftOf(
  options: DriftOptions,
  store: Store,
  progress: (at: number) => void = () => {},
): Promise<DriftFigures> {
  const counts = new Counts(options);
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
  return counts.figures(await deniedIn(options));
}

async function deniedIn({ earlier, riskSetting }: DriftOptions): Promise<Denied> {
  const denied: Denied = { decisions: 0, denied: 0 };
  for await (const records of earlier) {
    for (const { source, riskScore } of records) {
      if (source === "api") addDenied(denied, riskScore, riskSetting);
    }
  }
  return denied;
}

/** Decisions of one source. */
class SourceCounts {
  readonly #features: { name: string; index: number; bins: BinCounts }[];
  readonly score: BinCounts;
  /** Some of the vectors, spread evenly over all. */
  readonly sample: Float64Array[] = [];
  decisions = 0;
  withTelemetry = 0;

  constructor({ rows, features, score }: Reference, isCompared: (name: string) => boolean) {
    this.score = new BinCounts(score, rows);
    this.#features = Object.entries(features)
      .filter(([name]) => featureNames.includes(name) && isCompared(name))
      .map(([name, binned]) => ({
        name,
        index: featureNames.indexOf(name),
        bins: new BinCounts(binned, rows),
      }));
  }

  add(values: Float64Array, riskScore: number): void {
    for (const { index, bins } of this.#features) bins.add(values[index]!);
    this.score.add(riskScore);
    if (values[telemetryIndex] === 1) this.withTelemetry += 1;
    this.#keep(values);
    this.decisions += 1;
  }

  #stride = 1;
  #keep(values: Float64Array): void {
    if (this.decisions % this.#stride !== 0) return;
    this.sample.push(values);
    if (this.sample.length < 2 * weighedRowsMax) return;
    this.sample.splice(0, this.sample.length, ...this.sample.filter((_, i) => i % 2 === 0));
    this.#stride *= 2;
  }

  features(weights: ReadonlyMap<string, number> | null): FeatureShift[] {
    return this.#features
      .map(({ name, bins }): FeatureShift => {
        const shift = bins.shift();
        const weight = weights?.get(name) ?? null;
        const effect = weight === null || shift.moved === null ? null : weight * shift.moved;
        return { name, ...shift, weight, effect };
      })
      .sort(byEffect);
  }
}

class Counts {
  readonly #options: DriftOptions;
  readonly #live: SourceCounts;
  readonly #imports: SourceCounts;
  readonly #bands = new BandCounts();
  readonly #days = new Map<string, DayCounts>();
  readonly #denied: Denied = { decisions: 0, denied: 0 };

  constructor(options: DriftOptions) {
    this.#options = options;
    this.#live = new SourceCounts(options.reference, () => true);
    this.#imports = new SourceCounts(options.reference, (name) => !telemetryFeatures.has(name));
  }

  add(record: DecisionRecord, indexes: readonly number[], outcome: string | undefined): void {
    const { riskScore, probability, decidedAt, source } = record;
    const served = vectorFromJson(record.features);
    const values = Float64Array.from(featureNames, (_, i) => served[indexes[i]!] ?? Number.NaN);
    const isLive = source === "api";
    const modelScore = modelScoreOf(record); // The reference is of the model's own scores.
    (isLive ? this.#live : this.#imports).add(values, modelScore);
    if (isLive) addDenied(this.#denied, riskScore, this.#options.riskSetting);
    this.#bands.add(riskScore, probability, outcome);
    const day = new Date(decidedAt).toISOString().slice(0, 10);
    const counts = this.#days.get(day) ?? new DayCounts(this.#options.reference);
    this.#days.set(day, counts);
    const hasTelemetry = values[telemetryIndex] === 1;
    counts.add({ riskScore, modelScore, probability, hasTelemetry, isLive, outcome });
  }

  async figures(earlier: Denied): Promise<DriftFigures> {
    const { reference, weigh } = this.#options;
    const needed = rowsNeeded(reference.rows);
    const basis = this.#basis(needed);
    const counts = basis === "imports" ? this.#imports : this.#live;
    const weights = basis && weigh ? await weigh(counts.sample) : null;
    const features = basis ? counts.features(weights) : [];
    return {
      decisions: this.#live.decisions + this.#imports.decisions,
      live: this.#live.decisions,
      basis,
      needed,
      score: basis === "live" ? counts.score.shift() : notCompared,
      telemetry: {
        now: counts.decisions === 0 ? null : counts.withTelemetry / counts.decisions,
        expected: reference.telemetry ?? null,
      },
      features,
      leftOut: basis ? Object.keys(reference.features).length - features.length : 0,
      denials: denialShift(this.#denied, earlier, needed),
      bands: this.#bands.bands(),
      days: [...this.#days].map(([day, one]) => one.day(day, needed)),
    };
  }

  #basis(needed: number | null): DriftBasis | null {
    if (needed === null) return null;
    if (this.#live.decisions >= needed) return "live";
    return this.#imports.decisions >= needed ? "imports" : null;
  }
}

/** What moves scores most; without weights, what moved most. */
function byEffect(a: FeatureShift, b: FeatureShift): number {
  return (b.effect ?? 0) - (a.effect ?? 0) || (b.stability ?? 0) - (a.stability ?? 0);
}
