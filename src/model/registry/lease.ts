/** Closes a model that is out of service after its last use, and not before. */

import type { Scorer } from "../../risk/features/scorer.ts";
import type { Model } from "../model.ts";

export class LeasedModel {
  readonly model: Model;
  #users = 0;
  #ended = false;

  constructor(model: Model) {
    this.model = model;
  }

  /** Runs `work` with the model, which stays open until the work ends. */
  async use<Result>(work: (model: Scorer) => Promise<Result>): Promise<Result> {
    this.#users += 1;
    try {
      return await work(this.model);
    } finally {
      this.#users -= 1;
      this.#closeIfUnused();
    }
  }

  /** Takes the model out of service. No further use begins. */
  end(): void {
    this.#ended = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#ended && this.#users === 0) void this.model.close();
  }
}
