/** Decisions by day: when did a shift begin. */
import { bands } from "../risk/score.ts";
import { BandCounts, type BandOutcomes } from "./band-counts.ts";
import { BinCounts } from "./bin-counts.ts";
import type { ShiftLevel } from "./population-stability.ts";
import type { Reference } from "./reference.ts";

export interface Day {
  /** UTC. */
  day: string;
  decisions: number;
  /** The part whose browser was seen. */
  telemetry: number;
  meanScore: number;
  fraud: number;
  legitimate: number;
  /** Of the score, against the reference. */
  stability: number | null;
  level: ShiftLevel;
  bands: BandOutcomes[];
}

export class DayCounts {
  #decisions = 0;
  #seen = 0;
  #scores = 0;
  readonly #bands = new BandCounts();
  readonly #bins: BinCounts;

  constructor({ score, rows }: Reference) {
    this.#bins = new BinCounts(score, rows);
  }

  add(one: {
    riskScore: number;
    probability: number;
    seen: boolean;
    outcome: string | undefined;
  }): void {
    this.#decisions += 1;
    this.#scores += one.riskScore;
    if (one.seen) this.#seen += 1;
    this.#bands.add(one.riskScore, one.probability, one.outcome);
    this.#bins.add(one.riskScore);
  }

  day(day: string): Day {
    const found = this.#bands.bands();
    const sum = (of: (band: BandOutcomes) => number) =>
      bands.reduce((total, _, i) => total + of(found[i]!), 0);
    const { stability, level } = this.#bins.shift();
    return {
      day,
      decisions: this.#decisions,
      telemetry: this.#seen / this.#decisions,
      meanScore: this.#scores / this.#decisions,
      fraud: sum(({ fraud }) => fraud),
      legitimate: sum(({ legitimate }) => legitimate),
      stability,
      level,
      bands: found,
    };
  }
}
