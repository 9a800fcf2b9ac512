/** How far a project's bookings have moved from the project's own past, over stored vectors. */
import { dayMs } from "../../base/durations.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { modelScoreOf } from "../../risk/base-rate.ts";
import { isByChallenger } from "../../risk/challenge.ts";
import { allowedDenyRateChange } from "../../risk/deny-rate.ts";
import { currentVectors } from "../../risk/feature-sets.ts";
import type { Source } from "../../risk/features/feature.ts";
import { catalogue, featureNames } from "../../risk/features/index.ts";
import { telemetryFeatures } from "../../risk/features/telemetry-features.ts";
import { isWithin, type Period, startOf } from "../../risk/period.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { Attributes, ProjectAttribute } from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { attributeReader, attributesOf, comparedAttribute, comparedName } from "./attributes.ts";
import { Comparison } from "./comparison.ts";
import {
  BandCounts,
  type BandOutcomes,
  type BinCounts,
  type Day,
  DayCounts,
  notCompared,
  type Shift,
} from "./counts.ts";
import { partyWeight } from "./past.ts";
import { pastPeriodsLeast } from "./past-periods.ts";
import { rowsNeeded } from "./population-stability.ts";
import { telemetryIndex } from "./references.ts";
import { ShareCounts, type ShareShift, shareShift } from "./shares.ts";
import { type WeighedRow, weighedRowsMax } from "./weights.ts";

export interface FeatureShift extends Shift {
  /** Of the catalogue, or `attribute.NAME` of an attribute of the project. */
  name: string;
  /** Its weight in the model, in points of the score; null where no model was asked. */
  weight: number | null;
  /** The points by which its shift moves scores, at most: its weight times the share that moved. */
  effect: number | null;
  /**
   * Whether somebody has to look: a large shift that moves scores, of what guests send. What is counted of
   * earlier attempts and outcomes moves with every attack and every report, and is not an alert by itself.
   */
  alert: boolean;
}

/** What is compared: live decisions, or imports where there are too few of those. */
export type DriftBasis = "live" | "imports";

export interface DriftFigures {
  decisions: number;
  live: number;
  /** Null where both are too few; then nothing is compared. */
  basis: DriftBasis | null;
  /** Decisions that it takes, in the period and in each one of the past. */
  needed: number;
  /** Of the past that is compared with: periods with enough decisions, and the decisions in them. */
  past: { periods: number; decisions: number };
  /** Not compared on imports, and where the model has changed since. */
  score: Shift;
  /** Share with telemetry. The alert is of the period's last 24 hours. */
  telemetry: ShareShift;
  /** What is no longer sent at all first, then alerts, then the largest effect on scores. */
  features: FeatureShift[];
  /** Features that imports cannot have, and that are not compared therefore. */
  leftOut: number;
  denials: ShareShift;
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

type Pages = AsyncIterable<DecisionRecord[]>;
type Weights = ReadonlyMap<string, number>;

export interface DriftOptions {
  projectId: string;
  /** Decisions of the period in order: `everyPage`, or `sampleDecisions`. */
  pages: Pages;
  /** Its end, Unix ms. */
  to: number;
  /** Decisions of the periods before, as `periodsBefore` gives them. */
  past: readonly Pages[];
  riskSetting: RiskSetting;
  /** The weights of features by name, measured on some of the decisions; null where there is no model. */
  weigh: ((rows: readonly WeighedRow[], names: readonly string[]) => Promise<Weights>) | null;
  /** Awaited between features, so that counting does not delay requests. */
  pause?: () => Promise<void>;
}

/** @param progress is called with the time of the last decision of the period that was read. */
export async function driftOf(
  options: DriftOptions,
  store: Store,
  progress: (at: number) => void = () => {},
): Promise<DriftFigures> {
  const attributes = await attributesInUse(options.projectId, store);
  const rowOf = rowReader(options, attributes.length > 0, store);
  const past: Row[][] = [];
  for (const pages of options.past) {
    const rows: Row[] = [];
    for await (const records of pages) for (const one of records) rows.push(await rowOf(one));
    past.push(rows);
  }
  const counts = new Counts(await sourcesOf(past, attributes, options.pause));
  for await (const records of options.pages) {
    const [first, last] = [records[0]!.id, records.at(-1)!.id];
    const reports = await store.outcomes.between(options.projectId, first, last);
    const newest = new Map(reports.map(({ decisionId, outcome }) => [decisionId, outcome]));
    for (const one of records) counts.add(await rowOf(one), newest.get(one.id), options.to);
    progress(records.at(-1)!.decidedAt);
  }
  return counts.figures(options.weigh);
}

/** An archived one is missing on purpose. */
async function attributesInUse(projectId: string, { projects }: Store) {
  const choices = await projects.choices(projectId);
  return choices?.attributes?.filter(({ archivedAt }) => archivedAt === null) ?? [];
}

/** What is counted of a decision. */
interface Row {
  at: number;
  isLive: boolean;
  values: Float64Array;
  /** Null where they are no longer known, or the project has none in use. */
  attributes: Attributes | null;
  /** How much it counts. */
  weight: number;
  riskScore: number;
  /** Before the project's base rate, which changes by itself. */
  modelScore: number;
  probability: number;
  /** SHA-256 of the model. */
  model: string;
  /** By the challenger of a challenge, whose scores and denials are not the active model's. */
  isByChallenger: boolean;
  isDenied: boolean;
  hasTelemetry: boolean;
}

function rowReader({ riskSetting }: DriftOptions, hasAttributes: boolean, store: Store) {
  const vectorOf = currentVectors(store);
  return async (record: DecisionRecord): Promise<Row> => {
    const { decidedAt: at, riskScore, probability, source, modelSha256: model } = record;
    const values = await vectorOf(record);
    return {
      at,
      riskScore,
      probability,
      model,
      values,
      weight: partyWeight(values),
      attributes: hasAttributes ? attributesOf(record) : null,
      isLive: source === "api",
      modelScore: modelScoreOf(record),
      isByChallenger: isByChallenger(record),
      isDenied: suggestedActionOf(riskScore, riskSetting) === "deny",
      hasTelemetry: values[telemetryIndex] === 1,
    };
  };
}

async function sourcesOf(
  past: readonly Row[][],
  attributes: readonly ProjectAttribute[],
  pause?: () => Promise<void>,
) {
  const of = (isLive: boolean) => past.map((rows) => rows.filter((row) => row.isLive === isLive));
  const all = () => true;
  const imported = (name: string) => !telemetryFeatures.has(name);
  return {
    live: await SourceCounts.against(of(true), { isCompared: all, attributes }, pause),
    imports: await SourceCounts.against(of(false), { isCompared: imported, attributes }, pause),
  };
}

interface CountedFeature {
  name: string;
  index: number;
  comparison: Comparison<Row>;
}

/** A booking whose attributes are known. */
type KnownRow = Row & { attributes: Attributes };
const isKnown = (row: Row): row is KnownRow => row.attributes !== null;

interface CountedAttribute {
  name: string;
  read: (attributes: Attributes) => number;
  comparison: Comparison<KnownRow>;
}

/** Where the attributes of enough bookings are known, in the periods and in each of them. */
function countedAttributes(
  periods: readonly Row[][],
  attributes: readonly ProjectAttribute[],
): CountedAttribute[] {
  const past = periods
    .map((rows) => rows.filter(isKnown))
    .filter(({ length }) => length >= rowsNeeded);
  if (past.length < pastPeriodsLeast) return [];
  const before = past.flat().map((row) => row.attributes);
  return attributes.map((attribute) => {
    const read = attributeReader(attribute, before);
    const comparison = new Comparison(past, (row) => read(row.attributes));
    return { name: comparedName(attribute.name), read, comparison };
  });
}

/** Shares of the decisions of a period. */
class Shares {
  readonly denied = new ShareCounts();
  readonly seen = new ShareCounts();
  add({ isDenied, hasTelemetry, weight, isByChallenger }: Row): void {
    if (!isByChallenger) this.denied.add(isDenied, weight);
    this.seen.add(hasTelemetry, weight);
  }
}

/** Decisions of one source, against those of its past. */
class SourceCounts {
  readonly #past: readonly Row[][];
  readonly #pastShares: Shares[];
  readonly #features: readonly CountedFeature[];
  readonly #attributes: readonly CountedAttribute[];
  readonly #score: Comparison<Row>;
  readonly #models: Set<string>;
  readonly #shares = new Shares();
  readonly #lastDay = new Shares();
  readonly #days = new Map<string, { counts: BinCounts; decisions: number }>();
  /** Some of the bookings, spread evenly over all. */
  readonly #sample: WeighedRow[] = [];
  decisions = 0;

  /** Periods with too few decisions are left out: by chance alone, they differ from others. */
  static async against(
    periods: readonly Row[][],
    of: {
      isCompared: (name: string) => boolean;
      attributes: readonly ProjectAttribute[];
    },
    pause: () => Promise<void> = async () => {},
  ): Promise<SourceCounts> {
    const past = periods.filter(({ length }) => length >= rowsNeeded);
    const features: CountedFeature[] = [];
    for (const [index, name] of featureNames.entries()) {
      if (past.length < pastPeriodsLeast || !of.isCompared(name)) continue;
      features.push({ name, index, comparison: new Comparison(past, (row) => row.values[index]!) });
      await pause();
    }
    return new SourceCounts(past, features, countedAttributes(past, of.attributes));
  }

  private constructor(
    past: readonly Row[][],
    features: readonly CountedFeature[],
    attributes: readonly CountedAttribute[],
  ) {
    this.#past = past;
    this.#features = features;
    this.#attributes = attributes;
    const byActive = past.map((rows) => rows.filter((row) => !row.isByChallenger));
    this.#score = new Comparison(byActive, ({ modelScore }) => modelScore);
    this.#models = new Set(byActive.flat().map(({ model }) => model));
    this.#pastShares = past.map((rows) => {
      const shares = new Shares();
      for (const row of rows) shares.add(row);
      return shares;
    });
  }

  get past(): DriftFigures["past"] {
    return { periods: this.#past.length, decisions: this.#past.flat().length };
  }

  get isEnough(): boolean {
    return this.decisions >= rowsNeeded && this.#past.length >= pastPeriodsLeast;
  }

  /** @param to the period's end. */
  add(row: Row, to: number): void {
    const { values, weight, modelScore } = row;
    for (const { index, comparison } of this.#features) comparison.add(values[index]!, weight);
    if (isKnown(row)) {
      for (const { read, comparison } of this.#attributes) {
        comparison.add(read(row.attributes), weight);
      }
    }
    if (!row.isByChallenger) {
      this.#score.add(modelScore, weight);
      this.#models.add(row.model);
    }
    this.#shares.add(row);
    if (row.at >= to - dayMs) this.#lastDay.add(row);
    const day = dayOf(row);
    const found = this.#days.get(day) ?? { counts: this.#score.part(), decisions: 0 };
    this.#days.set(day, found);
    if (!row.isByChallenger) found.counts.add(modelScore, weight);
    found.decisions += 1;
    this.#keep(weighedRow(row));
    this.decisions += 1;
  }

  #stride = 1;
  #keep(row: WeighedRow): void {
    if (this.decisions % this.#stride !== 0) return;
    this.#sample.push(row);
    if (this.#sample.length < 2 * weighedRowsMax) return;
    this.#sample.splice(0, this.#sample.length, ...this.#sample.filter((_, i) => i % 2 === 0));
    this.#stride *= 2;
  }

  /**
   * Bookings of the past in the first half, of the period in the second: each is weighed with the value of
   * one of the other half, so that a field that is no longer sent has its whole weight.
   */
  weighed(): WeighedRow[] {
    const half = weighedRowsMax / 2;
    const before = evenly(this.#past.flat(), half).map(weighedRow);
    return [...before, ...evenly(this.#sample, half)];
  }

  get names(): string[] {
    return this.#compared.map(({ name }) => name);
  }

  get #compared(): readonly (CountedFeature | CountedAttribute)[] {
    return [...this.#features, ...this.#attributes];
  }

  features(weights: Weights | null): FeatureShift[] {
    return this.#compared
      .map(({ name, comparison }): FeatureShift => {
        const shift = comparison.shift();
        const weight = weights?.get(name) ?? null;
        const effect = weight === null || shift.moved === null ? null : weight * shift.moved;
        const isLarge = shift.level === "warning" && (effect ?? 0) >= effectOfAlert;
        return { name, ...shift, weight, effect, alert: isLarge && !ofHistory.has(name) };
      })
      .sort(byEffect);
  }

  /** Another model scores otherwise: that is not the bookings' doing. */
  get #hasOneModel(): boolean {
    return this.#models.size === 1;
  }

  score(): Shift {
    return this.#hasOneModel ? this.#score.shift() : notCompared;
  }

  scoreOfDay(day: string): Shift | null {
    const found = this.#days.get(day);
    if (!found || found.decisions < rowsNeeded || !this.isEnough || !this.#hasOneModel) return null;
    return this.#score.shiftOfPart(found.counts);
  }

  denials(): ShareShift {
    if (this.decisions < rowsNeeded) return { now: null, before: null, alert: false };
    const past = this.isEnough ? this.#pastShares.map(({ denied }) => denied) : [];
    return shareShift(this.#shares.denied, past, allowedDenyRateChange);
  }

  telemetry(): ShareShift {
    const past = this.isEnough ? this.#pastShares.map(({ seen }) => seen) : [];
    const { alert } = shareShift(this.#lastDay.seen, past, lostTelemetry);
    return { ...shareShift(this.#shares.seen, past, lostTelemetry), alert };
  }
}

/** A third of those that had it: fewer lose it where visitors' habits change. */
const lostTelemetry = (before: number) => before / 3;

/** Points of the score from which the shift of a feature is an alert. */
const effectOfAlert = 1;

const historySources: ReadonlySet<Source> = new Set(["history", "outcomes", "days"]);
const ofHistory: ReadonlySet<string> = new Set(
  catalogue
    .filter(({ source }) => source.some((one) => historySources.has(one)))
    .map(({ name }) => name),
);

const weighedRow = ({ values, attributes }: Row): WeighedRow => ({
  values,
  attributes: attributes ?? {},
});

const dayOf = ({ at }: Row) => new Date(at).toISOString().slice(0, 10);

function evenly<One>(all: readonly One[], count: number): One[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!);
}

class Counts {
  readonly #live: SourceCounts;
  readonly #imports: SourceCounts;
  readonly #bands = new BandCounts();
  readonly #days = new Map<string, DayCounts>();

  constructor({ live, imports }: { live: SourceCounts; imports: SourceCounts }) {
    this.#live = live;
    this.#imports = imports;
  }

  add(row: Row, outcome: string | undefined, to: number): void {
    (row.isLive ? this.#live : this.#imports).add(row, to);
    this.#bands.add(row.riskScore, row.probability, outcome);
    const day = dayOf(row);
    const counts = this.#days.get(day) ?? new DayCounts();
    this.#days.set(day, counts);
    counts.add({ ...row, outcome });
  }

  async figures(weigh: DriftOptions["weigh"]): Promise<DriftFigures> {
    const [live, imports] = [this.#live, this.#imports];
    const basis = live.isEnough ? "live" : imports.isEnough ? "imports" : null;
    const counts = basis === "imports" ? imports : live;
    const weights = basis && weigh ? await weigh(counts.weighed(), counts.names) : null;
    const features = basis ? counts.features(weights) : [];
    return {
      decisions: live.decisions + imports.decisions,
      live: live.decisions,
      basis,
      needed: rowsNeeded,
      past: counts.past,
      score: basis === "live" ? live.score() : notCompared,
      telemetry: counts.telemetry(),
      features,
      leftOut: basis ? featureNames.length - features.filter(isOfCatalogue).length : 0,
      denials: live.denials(),
      bands: this.#bands.bands(),
      days: [...this.#days].map(([day, one]) => one.day(day, live.scoreOfDay(day))),
    };
  }
}

const isOfCatalogue = ({ name }: FeatureShift) => comparedAttribute(name) === undefined;

/** Whether a value that most bookings had is missing in all of them: somebody's change, and no guest's. */
function isLost({ level, missing, missingExpected }: FeatureShift): boolean {
  return level === "warning" && missing === 1 && missingExpected < 0.5;
}

/** What is no longer sent at all, then alerts, then what moves scores most; without weights, what moved most. */
function byEffect(a: FeatureShift, b: FeatureShift): number {
  return (
    Number(isLost(b)) - Number(isLost(a)) ||
    Number(b.alert) - Number(a.alert) ||
    (b.effect ?? 0) - (a.effect ?? 0) ||
    (b.stability ?? 0) - (a.stability ?? 0)
  );
}
