import type { TreeModel } from "../row-scorer.ts";

/** What the reasons need of a model; a loaded bundle has all of it. */
export interface ExplainedModel {
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly sha256: string;
    readonly input: { readonly features: readonly string[] };
    readonly golden: readonly { readonly features: Row }[];
    /** Typical legitimate attempts, in the model's order; null is missing. */
    readonly background?: readonly Row[];
  };
  /** A buffer for rows of the model's features, row-major, in the type that the model reads. */
  allocate(rows: number): Numbers;
  /** The calibrated probabilities of the first rows; NaN where the model gives none. */
  predict(values: Numbers, rows: number): Float64Array;
  /** Where it is one of decision trees, these. */
  trees?(): TreeModel | null;
}

/** One value for each feature of the model, in its order; null is missing. */
export type Row = readonly (number | null)[];

export type Numbers = Float32Array | Float64Array;

/** The reasons cannot be computed from this model's output. */
export class ReasonsUnavailable extends Error {
  override readonly name = "ReasonsUnavailable";
}
