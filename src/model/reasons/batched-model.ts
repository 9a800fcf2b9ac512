/** The mixtures of two rows by any model, which scores each of them, a batch at a time. */
import type { ExplainedModel, Numbers } from "./explained-model.ts";
import { type MixingModel, type Mixtures, mixturePoints } from "./mixtures.ts";
import { timeSlice } from "./time-slice.ts";

/** Rows of one run of the model: 1 ms for 300 trees. */
const batchRows = 256;

/** Rows are copied into one buffer; `take` gets each row's points once its batch has run. */
export class BatchedModel implements MixingModel {
  readonly #model: ExplainedModel;
  readonly #width: number;
  readonly #values: Numbers;
  readonly #yield = timeSlice();
  #waiting: ((points: number) => void)[] = [];

  constructor(model: ExplainedModel) {
    this.#model = model;
    this.#width = model.manifest.input.features.length;
    this.#values = model.allocate(batchRows);
  }

  between(attempt: Numbers, background: Numbers): Mixtures {
    return {
      coalitions: async (players, points) => {
        const row = background.slice();
        for (let one = 0; one < points.length; one++) {
          // Incrementing changes the bits from the lowest one to the first that was 0.
          const changed = one ^ (one - 1);
          for (let i = 0; one > 0 && changed >> i > 0; i++) {
            const from = one & (1 << i) ? attempt : background;
            for (const place of players[i]!) row[place] = from[place]!;
          }
          await this.#add(row, (value) => {
            points[one] = value;
          });
        }
      },
      walk: async (taken, order, points) => {
        const row = background.slice();
        for (const place of taken) row[place] = attempt[place]!;
        for (let step = 0; step < points.length; step++) {
          if (step > 0) row[order[step - 1]!] = attempt[order[step - 1]!]!;
          await this.#add(row, (value) => {
            points[step] = value;
          });
        }
      },
    };
  }

  /** Adds a row, which is copied. @returns a promise where it is time to let requests through. */
  #add(row: Numbers, take: (points: number) => void): Promise<void> | undefined {
    this.#values.set(row, this.#waiting.length * this.#width);
    this.#waiting.push(take);
    if (this.#waiting.length < batchRows) return;
    this.flush();
    return this.#yield();
  }

  /** Runs the rows that still wait. @throws ReasonsUnavailable where the model does not answer. */
  flush(): void {
    const taking = this.#waiting;
    if (taking.length === 0) return;
    this.#waiting = [];
    const probabilities = this.#model.predict(this.#values, taking.length);
    for (const [i, take] of taking.entries()) {
      take(mixturePoints(probabilities[i]!));
    }
  }
}
