/** One feature, or the score, against the project's own past. */
import { BinCounts, type Shift, shiftOf } from "./counts.ts";
import { populationStability } from "./population-stability.ts";
import { binned } from "./reference.ts";

export interface Weighted {
  weight: number;
}

/** A distribution of the past in its own deciles, and what is added to compare it with. */
export class Comparison<Row extends Weighted> {
  readonly #past: BinCounts;
  readonly #usual: number;
  readonly #edges: { edges: number[] };
  readonly #now: BinCounts;

  /** @param past the rows of each period. @param read gives a row's value; NaN is missing. */
  constructor(past: readonly Row[][], read: (row: Row) => number) {
    const { edges } = binned(past.flat().map(read));
    this.#edges = { edges };
    const periods = past.map((rows) => {
      const counts = new BinCounts(this.#edges);
      for (const row of rows) counts.add(read(row), row.weight);
      return counts;
    });
    this.#past = merged(periods, this.#edges);
    this.#usual = Math.max(
      0,
      ...periods.map((one, i) => {
        const others = merged(periods.toSpliced(i, 1), this.#edges);
        return populationStability(others.counts, one.counts) || 0; // NaN: nothing to compare.
      }),
    );
    this.#now = new BinCounts(this.#edges);
  }

  add(value: number, weight: number): void {
    this.#now.add(value, weight);
  }

  shift(): Shift {
    return shiftOf(this.#past, this.#now, this.#usual);
  }

  /** A part of what is added, such as a day, that is compared by itself. */
  part(): BinCounts {
    return new BinCounts(this.#edges);
  }

  shiftOfPart(part: BinCounts): Shift {
    return shiftOf(this.#past, part, this.#usual);
  }
}

function merged(all: readonly BinCounts[], edges: { edges: number[] }): BinCounts {
  const sum = new BinCounts(edges);
  for (const one of all) sum.merge(one);
  return sum;
}
