/** Runs a model over many hypothetical rows, a batch at a time, in score points. */
import { type ExplainedModel, type Numbers, ReasonsUnavailable } from "./explained-model.ts";
import { pointsOf } from "./points.ts";
import { timeSlice } from "./time-slice.ts";

/** Rows of one run of the model: about 1 ms of the default model's time. */
const batchRows = 256;

/** Rows are copied into one buffer; `take` gets each row's points once its batch has run. */
export class BatchedModel {
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

  /** Adds a row, which is copied. @returns a promise where it is time to let requests through. */
  add(row: Numbers, take: (points: number) => void): Promise<void> | undefined {
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
      const points = pointsOf(probabilities[i]!);
      if (Number.isNaN(points)) {
        throw new ReasonsUnavailable("the model returns no probability for a hypothetical attempt");
      }
      take(points);
    }
  }
}
