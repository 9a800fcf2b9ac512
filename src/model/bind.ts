/** Binds a loaded model to its manifest: the input, the output and its column. */
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { calibrate } from "./calibration.ts";
import type { Manifest } from "./manifest.ts";
import type { Numbers, Port, Session } from "./runtime.ts";

/** A model that can score rows. */
export interface Bound {
  /** The type of its input. */
  readonly type: "float32" | "float64";
  /** Allocates an array for `rows` rows of the model's features, row-major, in the input type. */
  allocate(rows: number): Numbers;
  /**
   * The model's raw output for the first `rows` rows of `values`, synchronously: one number per row, in
   * the unit of its kind of output.
   *
   * @throws Error where the runtime fails or does not return one number per row.
   */
  raw(values: Numbers, rows: number): Float64Array;
  /** The calibrated probabilities of the same rows; NaN where `raw` is not a valid output. */
  predict(values: Numbers, rows: number): Float64Array;
}

/**
 * @param tensor the output that is read: the manifest's, or the tensor that replaces it.
 * @throws BundleRefused where the input or output does not match the manifest.
 */
export function bind(session: Session, manifest: Manifest, tensor: string): Bound {
  const { input, output, calibration } = manifest;
  const type = assertInput(session, manifest);
  assertOutput(session, manifest, tensor);
  const width = input.features.length;
  /** One number per row, transformed by `turn`. Every request runs this. */
  function ask(values: Numbers, rows: number, turn: ((raw: number) => number) | null) {
    const used = values.subarray(0, rows * width);
    const { data, dims } = session.run(input.name, used, rows, tensor);
    const columns = dims.length === 1 ? 1 : (dims[1] ?? 0);
    const fits = dims.length <= 2 && dims[0] === rows && data.length === rows * columns;
    if (!fits || output.column >= columns) {
      throw new Error(`the model returns ${rows} rows with a tensor of [${dims.join(", ")}]`);
    }
    const answers = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const raw = data[row * columns + output.column] as number;
      answers[row] = turn ? turn(raw) : raw;
    }
    return answers;
  }
  const calibrated = (raw: number) => calibrate(calibration, output.kind, raw);
  return {
    type,
    allocate: (rows) =>
      type === "float32" ? new Float32Array(rows * width) : new Float64Array(rows * width),
    raw: (values, rows) => ask(values, rows, null),
    predict: (values, rows) => ask(values, rows, calibrated),
  };
}

function assertInput({ inputs }: Session, { input }: Manifest): "float32" | "float64" {
  const width = input.features.length;
  const found = inputs.find(({ name }) => name === input.name);
  if (!found || inputs.length !== 1) {
    throw new BundleRefused(
      `the model must have one input, ${input.name}; it has ${listPorts(inputs)}; ` +
        "name it in the manifest, or export the model with all features as one tensor",
    );
  }
  const [rows, columns] = found.shape;
  const fits = rows === null && (columns === null || columns === width);
  if (!found.type || found.shape.length !== 2 || !fits) {
    throw new BundleRefused(
      `input ${input.name} must be a float tensor [N, ${width}] with N left open; ` +
        `it is ${describePort(found)}; name as many features as it has, in its order, ` +
        "and export it with a dynamic batch axis",
    );
  }
  return found.type;
}

function assertOutput({ outputs }: Session, { output }: Manifest, tensor: string): void {
  const found = outputs.find(({ name }) => name === tensor);
  if (!found) {
    throw new BundleRefused(
      `the model has no output ${output.name}; it has ${listPorts(outputs)}; ` +
        "name one of these in the manifest",
    );
  }
  if (!found.type) {
    throw new BundleRefused(
      `output ${output.name} is neither a float tensor nor a ZipMap that can be removed; ` +
        "export the model so that its probabilities are a tensor (zipmap=False)",
    );
  }
  // An exporter may leave the whole shape open; then only the first result shows it.
  if (found.shape.length === 0) return;
  const columns = found.shape.length === 1 ? 1 : found.shape[1];
  const inRange = columns === null || (columns !== undefined && output.column < columns);
  // A fixed number of rows in the shape is accepted; the golden rows show whether batches work.
  if (found.shape.length > 2 || !inRange) {
    throw new BundleRefused(
      `output ${output.name} has no column ${output.column}; it is ${describePort(found)}; ` +
        "name the column of fraud, counted from 0",
    );
  }
}

function listPorts(ports: readonly Port[]): string {
  return ports.map(({ name }) => oneLine(name)).join(", ") || "none";
}

export function describePort({ type, shape }: Port): string {
  return `${type ?? "not a float tensor"} [${shape.map((size) => size ?? "N").join(", ")}]`;
}
