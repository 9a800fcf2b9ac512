/** What the reasons need of a model: a loaded bundle of the ONNX room has all of it. */
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
  /** Room for rows of the model's features, row-major, in the type that it reads. */
  allocate(rows: number): Numbers;
  /** The calibrated probabilities of the first rows; NaN where the model gives none. */
  predict(values: Numbers, rows: number): Float64Array;
}

/** One value a feature of the model, in its order; null is missing. */
export type Row = readonly (number | null)[];

export type Numbers = Float32Array | Float64Array;

/** The model has no answer that reasons could be made from. */
export class ReasonsUnavailable extends Error {
  override readonly name = "ReasonsUnavailable";
}
