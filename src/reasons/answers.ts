/** Asks a model for many made-up rows, a few at a time, in score points. */
import { breather } from "./breather.ts";
import { type ExplainedModel, type Numbers, ReasonsUnavailable } from "./explained-model.ts";
import { pointsOf } from "./points.ts";

/** Rows of one run of the model: about 0.5 ms of the default model's time. */
const rowsTogether = 64;

/** Rows are written one after the other into `next`'s room; `take` gets each row's points. */
export class Answers {
  readonly #model: ExplainedModel;
  readonly #width: number;
  readonly #values: Numbers;
  readonly #breathe = breather();
  #waiting: ((points: number) => void)[] = [];

  constructor(model: ExplainedModel) {
    this.#model = model;
    this.#width = model.manifest.input.features.length;
    this.#values = model.allocate(rowsTogether);
  }

  /** Asks for a row, which is copied. @returns a promise where it is time to wait for it. */
  ask(row: Numbers, take: (points: number) => void): Promise<void> | undefined {
    this.#values.set(row, this.#waiting.length * this.#width);
    this.#waiting.push(take);
    if (this.#waiting.length < rowsTogether) return;
    this.flush();
    return this.#breathe();
  }

  /** Answers what still waits. @throws ReasonsUnavailable where the model does not answer. */
  flush(): void {
    const taking = this.#waiting;
    if (taking.length === 0) return;
    this.#waiting = [];
    const probabilities = this.#model.predict(this.#values, taking.length);
    for (const [i, take] of taking.entries()) {
      const points = pointsOf(probabilities[i]!);
      if (Number.isNaN(points)) {
        throw new ReasonsUnavailable("the model gives no probability for an attempt in between");
      }
      take(points);
    }
  }
}
