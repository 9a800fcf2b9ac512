import type { Scorer } from "../scorer.ts";
import type { Bundle } from "./bundle.ts";

/** The model gave no answer for a row; nothing may be decided on it. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}

/** A model in service. */
export interface Model extends Scorer {
  /** The features that it reads, in its own order. */
  readonly features: readonly string[];
  /** Answers what waits, then frees the model. A second call does nothing. */
  close(): Promise<void>;
}

/** One run's memory and time are bounded: 256 rows of 512 features are 0.5 MB of float32. */
const ROWS_MAX = 256;

/**
 * Puts a bundle into service. The model owns the bundle from here on and closes it.
 *
 * Rows that arrive in one turn of the event loop share one run of the runtime; a row that is
 * alone waits for nobody.
 *
 * @param catalogue the names of all features, in order: the same that the bundle was read with.
 */
export function createModel(bundle: Bundle, catalogue: readonly string[]): Model {
  const { name, version, sha256, input } = bundle.manifest;
  const width = input.features.length;
  const positions = Uint16Array.from(input.features, (feature) => catalogue.indexOf(feature));
  const batch = bundle.allocate(ROWS_MAX);
  let waiting: PromiseWithResolvers<number>[] = [];
  let closed = false;

  function flush(): void {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    settle(rows, () => bundle.predict(batch, rows.length));
  }

  return {
    name,
    version,
    sha256,
    features: input.features,
    score(values) {
      if (closed) return Promise.reject(new ModelUnavailable("the model was closed"));
      if (values.length !== catalogue.length) {
        const message = `${values.length} values for a catalogue of ${catalogue.length} features`;
        return Promise.reject(new RangeError(message));
      }
      const start = waiting.length * width;
      for (let i = 0; i < width; i++) {
        batch[start + i] = values[positions[i] as number] as number;
      }
      const row = Promise.withResolvers<number>();
      waiting.push(row);
      // Not a microtask: those run between two requests that arrived together.
      if (waiting.length === 1) setImmediate(flush);
      if (waiting.length === ROWS_MAX) flush();
      return row.promise;
    },
    async close() {
      if (closed) return;
      closed = true;
      flush();
      bundle.close();
    },
  };
}

function settle(rows: PromiseWithResolvers<number>[], predict: () => Float64Array): void {
  let probabilities: Float64Array;
  try {
    probabilities = predict();
  } catch (cause) {
    const error = new ModelUnavailable("the model did not run", { cause });
    for (const row of rows) row.reject(error);
    return;
  }
  for (const [i, row] of rows.entries()) {
    const probability = probabilities[i] as number;
    if (Number.isFinite(probability)) row.resolve(probability);
    else row.reject(new ModelUnavailable("the model gives no probability for this attempt"));
  }
}
