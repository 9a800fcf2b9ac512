import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { calibrate } from "./calibration.ts";
import { BundleRefused, MANIFEST_BYTES_MAX, type Manifest, parseManifest } from "./manifest.ts";
import {
  type Numbers,
  openSession,
  type Port,
  RuntimeUnavailable,
  type Session,
} from "./runtime.ts";

export { BundleRefused };

export const MODEL_BYTES_MAX = 64 * 1024 * 1024;

/** How far a golden probability may lie from what the runtime answers. */
const GOLDEN_TOLERANCE = 1e-5;

/** A bundle that was read, checked and loaded. Whoever holds it closes it. */
export interface Bundle {
  readonly manifest: Manifest;
  /** Room for `rows` rows of the model's features, row-major, in the type that it reads. */
  allocate(rows: number): Numbers;
  /**
   * The calibrated probabilities of the first `rows` rows of `values`, synchronously; NaN for a
   * row on which the model gives no probability.
   *
   * @throws Error where the runtime does not answer at all.
   */
  predict(values: Numbers, rows: number): Float64Array;
  close(): void;
}

export interface BundleFiles {
  model: Uint8Array;
  manifest: string | Uint8Array;
}

/**
 * Checks a bundle and loads its model: the manifest, the hash, the features, the tensors, and that
 * the runtime reproduces every golden row, alone as well as among the others.
 *
 * @param catalogue the names of all features, in order.
 * @throws BundleRefused where the bundle is at fault.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function readBundle(
  files: BundleFiles,
  catalogue: readonly string[],
): Promise<Bundle> {
  if (files.model.byteLength > MODEL_BYTES_MAX) throw tooLarge("model.onnx", MODEL_BYTES_MAX);
  const manifest = parseManifest(files.manifest);
  assertHash(files.model, manifest);
  assertFeatures(manifest, catalogue);
  const session = await open(files.model);
  try {
    const bundle = bind(session, manifest);
    assertGolden(bundle);
    return bundle;
  } catch (error) {
    session.close();
    throw error;
  }
}

/**
 * {@link readBundle} on a folder with `model.onnx` and `manifest.json`; other files are ignored.
 *
 * @throws as readBundle, and BundleRefused where one of the two files is missing or too large.
 */
export async function readBundleFolder(dir: string, catalogue: readonly string[]): Promise<Bundle> {
  const manifest = await readLimited(dir, "manifest.json", MANIFEST_BYTES_MAX);
  const model = await readLimited(dir, "model.onnx", MODEL_BYTES_MAX);
  return readBundle({ model, manifest }, catalogue);
}

async function readLimited(dir: string, name: string, bytesMax: number): Promise<Uint8Array> {
  const path = join(dir, name);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) {
    throw new BundleRefused(
      `the folder holds no ${name}; a bundle is model.onnx and manifest.json`,
    );
  }
  if (found.size > bytesMax) throw tooLarge(name, bytesMax);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BundleRefused(`${name} cannot be read (${error.code}); check its permissions`);
  });
}

function tooLarge(name: string, bytesMax: number): BundleRefused {
  return new BundleRefused(`${name} is over ${bytesMax / 2 ** 20} MiB; make it smaller`);
}

function assertHash(model: Uint8Array, manifest: Manifest): void {
  const sha256 = createHash("sha256").update(model).digest("hex");
  if (sha256 === manifest.sha256) return;
  throw new BundleRefused(
    `model.onnx has sha256 ${sha256}, manifest.json says ${manifest.sha256}; ` +
      "copy both anew from one training run",
  );
}

function assertFeatures(manifest: Manifest, catalogue: readonly string[]): void {
  const known = new Set(catalogue);
  const unknown = manifest.input.features.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, 5).join(", ") + (unknown.length > 5 ? ", …" : "");
  throw new BundleRefused(
    `the model wants ${unknown.length} features that this version does not compute (${listed}); ` +
      "train it on the catalogue of this version",
  );
}

async function open(model: Uint8Array): Promise<Session> {
  try {
    return await openSession(model);
  } catch (error) {
    if (error instanceof RuntimeUnavailable) throw error;
    const message = oneLine(error);
    if (message.includes("External data")) {
      throw new BundleRefused("model.onnx keeps its weights in another file; save it as one file");
    }
    throw new BundleRefused(`the ONNX runtime does not load model.onnx: ${message}`);
  }
}

/** A native message without line breaks and without the paths of the runtime's own sources. */
function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const printable = text.replace(/\/onnxruntime_src\/\S+/g, "").replace(/[\s\p{Cc}]+/gu, " ");
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable.trim();
}

function bind(session: Session, manifest: Manifest): Bundle {
  const { input, output, calibration } = manifest;
  const type = assertInput(session, manifest);
  assertOutput(session, manifest);
  const width = input.features.length;
  return {
    manifest,
    allocate: (rows) =>
      type === "float32" ? new Float32Array(rows * width) : new Float64Array(rows * width),
    predict(values, rows) {
      const used = values.subarray(0, rows * width);
      const { data, dims } = session.run(input.name, used, rows, output.name);
      const columns = dims.length === 1 ? 1 : (dims[1] ?? 0);
      if (dims[0] !== rows || data.length !== rows * columns || output.column >= columns) {
        throw new Error(`the model answers ${rows} rows with a tensor of [${dims.join(", ")}]`);
      }
      const probabilities = new Float64Array(rows);
      for (let row = 0; row < rows; row++) {
        const raw = data[row * columns + output.column] as number;
        probabilities[row] = calibrate(calibration, output.kind, raw);
      }
      return probabilities;
    },
    close: () => session.close(),
  };
}

function assertInput({ inputs }: Session, { input }: Manifest): "float32" | "float64" {
  const width = input.features.length;
  const found = inputs.find(({ name }) => name === input.name);
  if (!found || inputs.length !== 1) {
    throw new BundleRefused(
      `the model must have one input, ${input.name}; it has ${listPorts(inputs)}`,
    );
  }
  const [rows, columns] = found.shape;
  const fits = rows === null && (columns === null || columns === width);
  if (!found.type || found.shape.length !== 2 || !fits) {
    throw new BundleRefused(
      `input ${input.name} must be a float tensor [N, ${width}] with N left open; ` +
        `it is ${describePort(found)}`,
    );
  }
  return found.type;
}

function assertOutput({ outputs }: Session, { output }: Manifest): void {
  const found = outputs.find(({ name }) => name === output.name);
  if (!found) {
    throw new BundleRefused(`the model has no output ${output.name}; it has ${listPorts(outputs)}`);
  }
  if (!found.type) {
    throw new BundleRefused(
      `output ${output.name} is no tensor of floats; export the model without ZipMap`,
    );
  }
  const columns = found.shape.length === 1 ? 1 : found.shape[1];
  const inRange = columns === null || (columns !== undefined && output.column < columns);
  // A fixed number of rows here is not the promise that counts: the golden rows show it.
  if (found.shape.length > 2 || !inRange) {
    throw new BundleRefused(
      `output ${output.name} has no column ${output.column}; it is ${describePort(found)}`,
    );
  }
}

function listPorts(ports: readonly Port[]): string {
  return ports.map(({ name }) => oneLine(name)).join(", ") || "none";
}

function describePort({ type, shape }: Port): string {
  return `${type ?? "no float tensor"} [${shape.map((size) => size ?? "N").join(", ")}]`;
}

function assertGolden(bundle: Bundle): void {
  const { golden, input } = bundle.manifest;
  const width = input.features.length;
  const values = bundle.allocate(golden.length);
  for (const [row, { features }] of golden.entries()) {
    for (const [i, value] of features.entries()) values[row * width + i] = value ?? Number.NaN;
  }
  const together = predictGolden(bundle, values, golden.length);
  for (const [row, { probability }] of golden.entries()) {
    // Requests are scored in company: a model whose answer depends on it is not a score.
    const alone = predictGolden(bundle, values.subarray(row * width, (row + 1) * width), 1)[0];
    for (const answer of [together[row], alone] as number[]) {
      if (Math.abs(answer - probability) <= GOLDEN_TOLERANCE) continue;
      throw new BundleRefused(
        `golden row ${row} says ${probability}, the runtime answers ${answer}; ` +
          "export the model and its golden rows anew, and check the calibration",
      );
    }
  }
}

function predictGolden(bundle: Bundle, values: Numbers, rows: number): Float64Array {
  try {
    return bundle.predict(values, rows);
  } catch (error) {
    throw new BundleRefused(`the runtime does not answer the golden rows: ${oneLine(error)}`);
  }
}
