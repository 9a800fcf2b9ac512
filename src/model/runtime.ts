import { isMainThread } from "node:worker_threads";
import { type InferenceSession, Tensor } from "onnxruntime-common";
import type { Binding } from "onnxruntime-node/dist/binding.js";

/** The ONNX runtime itself does not load on this machine: no model's fault. */
export class RuntimeUnavailable extends Error {
  override readonly name = "RuntimeUnavailable";
}

export type Numbers = Float32Array | Float64Array;

/** One input or output of a model. */
export interface Port {
  name: string;
  /** Null where it is no tensor of float32 or float64: another type, a sequence or a map. */
  type: "float32" | "float64" | null;
  /** Null stands for a dimension that the model leaves open. */
  shape: readonly (number | null)[];
}

/** A loaded model. Not to be used after `close`. */
export interface Session {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /**
   * Runs the model on `rows` rows, `values` being row-major, and returns one output of it.
   * Synchronous, on the calling thread; `values` may be reused as soon as it returns.
   */
  run(input: string, values: Numbers, rows: number, output: string): Output;
  close(): void;
}

export interface Output {
  data: Numbers;
  dims: readonly number[];
}

type Native = typeof import("onnxruntime-node/dist/binding.js").binding;

/** ONNX TensorProto.DataType of the types that a model may read and write here. */
const FLOAT32 = 1;
const FLOAT64 = 11;

/** Only what cannot be thrown is written to standard error; every other fault is thrown. */
const LOG_FATAL_ONLY = 4;

const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  // The default spins a thread on every core and has tails of milliseconds.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: LOG_FATAL_ONLY,
  // Weights beside the model are not covered by its hash, and would be looked for in whatever
  // folder the program was started from. In a folder that cannot exist they are never found.
  extra: { session: { model_external_initializers_file_folder_path: "/dev/null/refused" } },
};

let native: Promise<Native> | undefined;

/**
 * Loads a model.
 *
 * The runtime's own `run` puts its synchronous native call behind a `setImmediate` each; this
 * calls the same native session directly, since `model.ts` already gathers rows that way. It is
 * the binding that the package exports to itself, hence its exact version in package.json.
 *
 * @param bytes a `model.onnx` without external data.
 * @throws RuntimeUnavailable where the native library does not load; any other error is the
 *   model's fault.
 */
export async function openSession(bytes: Uint8Array): Promise<Session> {
  native ??= loadNative();
  const binding = await native.catch((error: unknown) => {
    native = undefined;
    throw new RuntimeUnavailable(`the ONNX runtime does not load: ${(error as Error).message}`, {
      cause: error,
    });
  });
  const session = new binding.InferenceSession();
  session.loadModel(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength, OPTIONS);
  return {
    inputs: session.inputMetadata.map(toPort),
    outputs: session.outputMetadata.map(toPort),
    run: (input, values, rows, output) => run(session, input, values, rows, output),
    close: () => session.dispose(),
  };
}

/** At first use and not at import: the program tells where the library may be unpacked to. */
async function loadNative(): Promise<Native> {
  const { binding } = await import("onnxruntime-node/dist/binding.js");
  // Without this first, the native code reads a null environment and crashes.
  binding.initOrtOnce(LOG_FATAL_ONLY, Tensor, isMainThread);
  return binding;
}

function run(
  session: Binding.InferenceSession,
  input: string,
  values: Numbers,
  rows: number,
  output: string,
): Output {
  const dims = [rows, values.length / rows];
  const tensor =
    values instanceof Float32Array
      ? new Tensor("float32", values, dims)
      : new Tensor("float64", values, dims);
  const { data, dims: shape } = session.run({ [input]: tensor }, { [output]: null }, {})[
    output
  ] as Tensor;
  return { data: data as Numbers, dims: shape };
}

function toPort({ name, isTensor, type, shape }: Binding.ValueMetadata): Port {
  if (!isTensor) return { name, type: null, shape: [] };
  return {
    name,
    type: type === FLOAT32 ? "float32" : type === FLOAT64 ? "float64" : null,
    shape: shape.map((size) => (size < 0 ? null : size)),
  };
}
