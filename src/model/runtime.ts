import { isMainThread } from "node:worker_threads";
import { type InferenceSession, Tensor } from "onnxruntime-common";
import type { Binding } from "onnxruntime-node/dist/binding.js";

/** The ONNX runtime itself does not load on this machine, independently of the model. */
export class RuntimeUnavailable extends Error {
  override readonly name = "RuntimeUnavailable";
}

export type Numbers = Float32Array | Float64Array;

/** One input or output of a model. */
export interface Port {
  name: string;
  /** Null for anything except a float32 or float64 tensor: another type, a sequence or a map. */
  type: "float32" | "float64" | null;
  /** Null for a dynamic dimension. */
  shape: readonly (number | null)[];
}

/** A loaded model. It must not be used after `close`. */
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

/** TensorProto.DataType of the supported input and output types. */
const float32 = 1;
const float64 = 11;

/** Errors are thrown, so only fatal ones are logged to stderr. */
const logFatalOnly = 4;

const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  // By default, a thread spins on every core, which causes tail latencies of milliseconds.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: logFatalOnly,
  // External weights are not covered by the model's hash, and would be read from the current directory.
  // In a folder that cannot exist, they are never found.
  extra: { session: { model_external_initializers_file_folder_path: "/dev/null/refused" } },
};

let native: Promise<Native> | undefined;

/**
 * Loads the native library, once; for a process that can open no file later.
 * @throws RuntimeUnavailable
 */
export async function loadRuntime(): Promise<Native> {
  native ??= loadNative();
  return native.catch((error: unknown) => {
    native = undefined;
    throw new RuntimeUnavailable(`the ONNX runtime does not load: ${(error as Error).message}`, {
      cause: error,
    });
  });
}

/**
 * Loads a model.
 *
 * The package's own `run` defers each synchronous native call with `setImmediate`. This calls the native
 * session directly, because `model.ts` already batches rows that way. The binding is internal to the
 * package, hence its exact version in package.json.
 *
 * @param bytes a `model.onnx` without external data.
 * @throws RuntimeUnavailable where the native library does not load; any other error is caused by the
 *   model.
 */
export async function openSession(bytes: Uint8Array): Promise<Session> {
  const binding = await loadRuntime();
  const session = new binding.InferenceSession();
  session.loadModel(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset,
    bytes.byteLength,
    sessionOptions,
  );
  return {
    inputs: session.inputMetadata.map(toPort),
    outputs: session.outputMetadata.map(toPort),
    run: (input, values, rows, output) => run(session, input, values, rows, output),
    close: () => session.dispose(),
  };
}

/** At first use rather than on import, because the folder for the library must be set before. */
async function loadNative(): Promise<Native> {
  const { binding } = await import("onnxruntime-node/dist/binding.js");
  // Without this first, the native code reads a null environment and crashes.
  binding.initOrtOnce(logFatalOnly, Tensor, isMainThread);
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
    type: type === float32 ? "float32" : type === float64 ? "float64" : null,
    shape: shape.map((size) => (size < 0 ? null : size)),
  };
}
