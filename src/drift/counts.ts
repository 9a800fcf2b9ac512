/** Counts of decisions by bin, by score band and by day. */
import { bandOf, bands } from "../risk/score.ts";
import { populationStability, type ShiftLevel, shiftLevelOf } from "./population-stability.ts";
import { type Binned, binOf, type Reference } from "./reference.ts";

/** Counts the values of one feature, or of the score, by the bins of its reference. */
export class BinCounts {
  readonly #reference: Binned;
  readonly #referenceRows: number;
  /** By bin; the last counts missing values. */
  readonly #counts: number[];
  #rows = 0;

  constructor(reference: Binned, referenceRows: number) {
    this.#reference = reference;
    this.#referenceRows = referenceRows;
    this.#counts = new Array(reference.shares.length + 1).fill(0);
  }

  /** @param value NaN is missing. */
  add(value: number): void {
    const missing = this.#counts.length - 1;
    this.#counts[Number.isNaN(value) ? missing : binOf(this.#reference, value)]! += 1;
    this.#rows += 1;
  }

  /** Missing values are a bin of their own: a value that is no longer sent is a shift too. */
  shift(): Shift {
    const { shares, missing } = this.#reference;
    const expected = [...shares, missing];
    const index = populationStability(expected, this.#counts);
    const moved = expected.map((share, i) => Math.abs(share - this.#counts[i]! / this.#rows));
    const used = this.#counts.filter((count, i) => count > 0 || (expected[i] ?? 0) > 0);
    return {
      stability: Number.isNaN(index) ? null : index,
      level: shiftLevelOf(index, used.length, [this.#referenceRows, this.#rows]),
      moved: this.#rows === 0 ? null : moved.reduce((sum, one) => sum + one, 0) / 2,
      missing: this.#rows === 0 ? null : this.#counts.at(-1)! / this.#rows,
      missingExpected: missing,
    };
  }
}

export interface Shift {
  /** The population stability index; null without any row. */
  stability: number | null;
  level: ShiftLevel;
  /** Share of bookings in other bins than expected (total variation distance); null without any. */
  moved: number | null;
  /** Share of missing values, now and in the reference. */
  missing: number | null;
  missingExpected: number;
}

/** Where there is too little to compare. */
export const notCompared: Shift = {
  ...{ stability: null, level: "stable", moved: null },
  ...{ missing: null, missingExpected: 0 },
};

export interface BandOutcomes {
  from: number;
  to: number;
  decisions: number;
  /** Outcomes reported so far. */
  fraud: number;
  legitimate: number;
  /** Share of the band's decisions reported as fraud; null without any. */
  fraudRate: number | null;
  /** The mean predicted probability of fraud. */
  told: number | null;
}

/** Counts decisions and their outcomes by score band. */
export class BandCounts {
  readonly #counts = bands.map(() => ({ decisions: 0, fraud: 0, legitimate: 0, told: 0 }));

  /** @param outcome of the newest report. */
  add(riskScore: number, probability: number, outcome: string | undefined): void {
    const band = this.#counts[bandOf(riskScore)]!;
    band.decisions += 1;
    band.told += probability;
    if (outcome === "legitimate") band.legitimate += 1;
    else if (outcome !== undefined) band.fraud += 1;
  }

  bands(): BandOutcomes[] {
    return this.#counts.map(({ decisions, fraud, legitimate, told }, i) => {
      const part = (sum: number) => (decisions === 0 ? null : sum / decisions);
      const [from, to] = bands[i]!;
      return { from, to, decisions, fraud, legitimate, fraudRate: part(fraud), told: part(told) };
    });
  }
}

export interface Day {
  /** UTC. */
  day: string;
  decisions: number;
  /** Share with telemetry. */
  telemetry: number;
  meanScore: number;
  fraud: number;
  legitimate: number;
  /** Of the live scores, against the reference; null where they are too few. */
  stability: number | null;
  level: ShiftLevel;
  bands: BandOutcomes[];
}

/** Counts the decisions of one day, so that the start of a shift can be hasTelemetry. */
export class DayCounts {
  #decisions = 0;
  #withTelemetry = 0;
  #scores = 0;
  readonly #bands = new BandCounts();
  /** Of live decisions: imports lack what the reference had. */
  readonly #bins: BinCounts;
  #live = 0;

  constructor({ score, rows }: Reference) {
    this.#bins = new BinCounts(score, rows);
  }

  add(one: {
    riskScore: number;
    /** Before the project's base rate. */
    modelScore: number;
    probability: number;
    hasTelemetry: boolean;
    isLive: boolean;
    outcome: string | undefined;
  }): void {
    this.#decisions += 1;
    this.#scores += one.riskScore;
    if (one.hasTelemetry) this.#withTelemetry += 1;
    this.#bands.add(one.riskScore, one.probability, one.outcome);
    if (!one.isLive) return;
    this.#bins.add(one.modelScore);
    this.#live += 1;
  }

  /** @param needed live decisions below which nothing is said of the score; null: never. */
  day(day: string, needed: number | null): Day {
    const found = this.#bands.bands();
    const sum = (of: (band: BandOutcomes) => number) =>
      bands.reduce((total, _, i) => total + of(found[i]!), 0);
    const isEnough = needed !== null && this.#live >= needed;
    const { stability, level } = isEnough ? this.#bins.shift() : notCompared;
    return {
      day,
      decisions: this.#decisions,
      telemetry: this.#withTelemetry / this.#decisions,
      meanScore: this.#scores / this.#decisions,
      fraud: sum(({ fraud }) => fraud),
      legitimate: sum(({ legitimate }) => legitimate),
      stability,
      level,
      bands: found,
    };
  }
}
