/** A model that is closed after its last use and not before, whoever has let go of it by then. */
import type { Model } from "../model/model.ts";

/** One use of a model, from the moment it is chosen for a decision until that is made. */
export interface ModelInUse {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  score(values: Float64Array): Promise<number>;
  /** To be called once. */
  release(): void;
}

export class LeasedModel {
  readonly model: Model;
  readonly #use: ModelInUse;
  #users = 0;
  #ended = false;

  constructor(model: Model) {
    this.model = model;
    const { name, version, sha256 } = model;
    this.#use = {
      ...{ name, version, sha256 },
      score: (values) => model.score(values),
      release: () => this.#release(),
    };
  }

  use(): ModelInUse {
    this.#users += 1;
    return this.#use;
  }

  /** Nobody new will use it. */
  end(): void {
    this.#ended = true;
    this.#closeUnused();
  }

  #release(): void {
    this.#users -= 1;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#ended && this.#users === 0) void this.model.close();
  }
}
