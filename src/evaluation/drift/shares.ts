/** Whether a share of bookings has moved: of the denied ones, or of those with telemetry. */
import { normalQuantile } from "../../base/confidence-interval.ts";
import { effectiveRows } from "./counts.ts";

/** Decisions, and how many of them are of the kind that is counted. */
export class ShareCounts {
  decisions = 0;
  #having = 0;
  #sum = 0;
  #weighted = 0;
  #squares = 0;

  add(has: boolean, weight: number): void {
    this.decisions += 1;
    this.#sum += weight;
    this.#squares += weight ** 2;
    if (!has) return;
    this.#having += 1;
    this.#weighted += weight;
  }

  /** Null without any decision. */
  get share(): number | null {
    return this.decisions === 0 ? null : this.#having / this.decisions;
  }

  get weightedShare(): number {
    return this.#sum === 0 ? 0 : this.#weighted / this.#sum;
  }

  get rows(): number {
    return effectiveRows(this.#sum, this.#squares);
  }
}

export interface ShareShift {
  /** The share now, and in the past; null where too few. */
  now: number | null;
  before: number | null;
  /** Whether it moved by more than it may, beyond chance and beyond what the past shows. */
  alert: boolean;
}

/** 1 in 1,000 pairs of samples differ by more without any change. */
const z = normalQuantile[0.999];
/** So many times the largest change that the past had: each wave of attacks doubles a share of a few percent. */
const beyondUsual = 4;

/**
 * @param past by period; none where too few decisions were made.
 * @param allowed the change that nobody needs to look at, from the share before.
 */
export function shareShift(
  now: ShareCounts,
  past: readonly ShareCounts[],
  allowed: (before: number) => number,
): ShareShift {
  const all = pooled(past);
  const shown = { now: now.share, before: all.rows === 0 ? null : all.plain };
  if (all.rows === 0 || now.rows === 0) return { ...shown, alert: false };
  const [a, b] = [now.weightedShare, all.share];
  const mean = (a * now.rows + b * all.rows) / (now.rows + all.rows);
  const error = Math.sqrt(mean * (1 - mean) * (1 / now.rows + 1 / all.rows));
  const usual = past.map((one, i) =>
    Math.abs(one.weightedShare - pooled(past.filter((_, j) => j !== i)).share),
  );
  const least = Math.max(allowed(b), z * error, beyondUsual * Math.max(0, ...usual));
  return { ...shown, alert: Math.abs(a - b) > least };
}

function pooled(all: readonly ShareCounts[]): { rows: number; share: number; plain: number } {
  const sum = (of: (one: ShareCounts) => number) => all.reduce((total, one) => total + of(one), 0);
  const [rows, decisions] = [sum(({ rows }) => rows), sum(({ decisions }) => decisions)];
  return {
    rows,
    share: rows === 0 ? 0 : sum((one) => one.weightedShare * one.rows) / rows,
    plain: decisions === 0 ? 0 : sum((one) => (one.share ?? 0) * one.decisions) / decisions,
  };
}
