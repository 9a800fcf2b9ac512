/** Counts of decisions by bin, by score band and by day. */
import { bandOf, bands } from "../../risk/score.ts";
import { populationStability, type ShiftLevel, shiftLevelOf } from "./population-stability.ts";
import { type Binned, binOf } from "./reference.ts";

/** Counts values by bin; the last bin has the missing ones. */
export class BinCounts {
  readonly #bins: Pick<Binned, "edges">;
  readonly counts: number[];
  #sum = 0;
  #squares = 0;

  constructor(bins: Pick<Binned, "edges">) {
    this.#bins = bins;
    this.counts = new Array(bins.edges.length + 2).fill(0);
  }

  /** @param value NaN is missing. */
  add(value: number, weight = 1): void {
    const missing = this.counts.length - 1;
    this.counts[Number.isNaN(value) ? missing : binOf(this.#bins, value)]! += weight;
    this.#sum += weight;
    this.#squares += weight ** 2;
  }

  merge(other: BinCounts): void {
    for (const [i, count] of other.counts.entries()) this.counts[i]! += count;
    this.#sum += other.#sum;
    this.#squares += other.#squares;
  }

  /** Rows of equal weight that say as much: Kish's effective sample size ("Survey Sampling", 1965). */
  get rows(): number {
    return effectiveRows(this.#sum, this.#squares);
  }

  get shares(): number[] {
    return this.counts.map((count) => (this.#sum === 0 ? 0 : count / this.#sum));
  }
}

export const effectiveRows = (sum: number, squares: number) =>
  squares === 0 ? 0 : sum ** 2 / squares;

export interface Shift {
  /** The population stability index; null without any row. */
  stability: number | null;
  /** The largest index of a period of the past against the other ones; null where it is not known. */
  usual: number | null;
  level: ShiftLevel;
  /** Share of bookings in other bins than expected (total variation distance); null without any. */
  moved: number | null;
  /** Share of missing values, now and expected. */
  missing: number | null;
  missingExpected: number;
}

/** Where there is too little to compare. */
export const notCompared: Shift = {
  stability: null,
  usual: null,
  level: "stable",
  moved: null,
  missing: null,
  missingExpected: 0,
};

/** Missing values are a bin of their own: a value that is no longer sent is a shift too. */
export function shiftOf(expected: BinCounts, actual: BinCounts, usual: number | null): Shift {
  const index = populationStability(expected.counts, actual.counts);
  const [before, now] = [expected.shares, actual.shares];
  const used = before.filter((share, i) => share > 0 || now[i]! > 0);
  const isKnown = actual.rows > 0;
  return {
    stability: Number.isNaN(index) ? null : index,
    usual,
    level: shiftLevelOf(index, { bins: used.length, rows: [expected.rows, actual.rows], usual }),
    moved: isKnown ? before.reduce((sum, one, i) => sum + Math.abs(one - now[i]!), 0) / 2 : null,
    missing: isKnown ? now.at(-1)! : null,
    missingExpected: before.at(-1)!,
  };
}

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
  /** Of the live scores, against the project's past; null where they are too few. */
  stability: number | null;
  level: ShiftLevel;
  bands: BandOutcomes[];
}

/** Counts the decisions of one day, so that the start of a shift can be seen. */
export class DayCounts {
  #decisions = 0;
  #withTelemetry = 0;
  #scores = 0;
  readonly #bands = new BandCounts();

  add(one: {
    riskScore: number;
    probability: number;
    hasTelemetry: boolean;
    outcome: string | undefined;
  }): void {
    this.#decisions += 1;
    this.#scores += one.riskScore;
    if (one.hasTelemetry) this.#withTelemetry += 1;
    this.#bands.add(one.riskScore, one.probability, one.outcome);
  }

  /** @param score of the day's live decisions, against the past; null where too few. */
  day(day: string, score: Shift | null): Day {
    const found = this.#bands.bands();
    const sum = (of: (band: BandOutcomes) => number) =>
      bands.reduce((total, _, i) => total + of(found[i]!), 0);
    const { stability, level } = score ?? notCompared;
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
