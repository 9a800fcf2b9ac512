/** How many rows of one thing fall into each bin of its reference. */
import { populationStability, type ShiftLevel, shiftLevelOf } from "./population-stability.ts";
import { type Binned, binOf } from "./reference.ts";

export class BinCounts {
  readonly #reference: Binned;
  readonly #referenceRows: number;
  /** By bin, then those that are missing. */
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

  /** What is missing is a bin like others: that a value comes no more is a shift too. */
  shift(): Shift {
    const { shares, missing } = this.#reference;
    const index = populationStability([...shares, missing], this.#counts);
    const used = this.#counts.filter((count, i) => count > 0 || ([...shares, missing][i] ?? 0) > 0);
    return {
      stability: Number.isNaN(index) ? null : index,
      level: shiftLevelOf(index, used.length, [this.#referenceRows, this.#rows]),
      missing: this.#rows === 0 ? null : this.#counts.at(-1)! / this.#rows,
      missingExpected: missing,
    };
  }
}

export interface Shift {
  /** The population stability index; null without any row. */
  stability: number | null;
  level: ShiftLevel;
  /** The part that is missing, now and in the reference. */
  missing: number | null;
  missingExpected: number;
}
