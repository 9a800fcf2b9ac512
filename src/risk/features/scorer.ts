/**
 * A model as the rest of the service sees it. `name`, `version` and `sha256` are stored with every
 * decision, so that its model can be found again.
 */
export interface Scorer {
  readonly name: string;
  readonly version: string;
  /** Of `model.onnx`, in hexadecimal digits. */
  readonly sha256: string;
  /** The share of fraud that its probability is calibrated to; null where it states none. */
  readonly baseRate: number | null;
  /**
   * The calibrated probability of fraud, 0 to 1.
   *
   * @param features one value for each feature of the catalogue, in its order; NaN is missing. They
   *   are read before `score` returns, so the caller may reuse the array.
   * @param attributes those of the request, where it has any, for a model that reads some of them.
   * @throws ModelUnavailable where the model gives no probability for them, or is closed.
   */
  score(
    features: Float64Array,
    attributes?: Readonly<Record<string, number | string | boolean>>,
  ): Promise<number>;
}
