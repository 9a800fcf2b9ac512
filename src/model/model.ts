import { attributeFeature, attributeValue } from "../risk/features/attribute-feature.ts";
import type { Scorer } from "../risk/features/scorer.ts";
import type { Bundle } from "./bundle.ts";

/** The model returned no probability for a row, so no decision may be based on it. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}

/** A loaded model that scores requests. */
export interface Model extends Scorer {
  /** The features that it reads, in the model's order. */
  readonly features: readonly string[];
  /** Scores the waiting rows, then releases the model. A second call does nothing. */
  close(): Promise<void>;
}

/** Limits memory and time of a run: 256 rows of 512 features are 0.5 MB of float32. */
const batchRowsMax = 256;

/**
 * Creates a model from a bundle. The model owns the bundle and closes it.
 *
 * A model of decision trees scores each row at once. For others, rows that arrive in the same turn of the
 * event loop share one run of the runtime; a single row does not wait for others.
 *
 * @param catalogue the names of all features, in order, as passed to `readBundle`.
 */
export function createModel(bundle: Bundle, catalogue: readonly string[]): Model {
  const { name, version, sha256, baseRate = null, input } = bundle.manifest;
  const width = input.features.length;
  // Of an attribute, any place of the catalogue: its value is put in afterwards.
  const positions = Uint16Array.from(input.features, (feature) =>
    Math.max(0, catalogue.indexOf(feature)),
  );
  const ofAttributes = input.features.flatMap((name, place) => {
    const feature = attributeFeature(name);
    return feature ? [{ place, feature }] : [];
  });
  const batch = bundle.allocate(batchRowsMax);
  const scoreRow = bundle.trees()?.score;
  const ownRow = new Float32Array(width);
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
    baseRate,
    features: input.features,
    score(values, attributes) {
      if (closed) return Promise.reject(new ModelUnavailable("the model was closed"));
      if (values.length !== catalogue.length) {
        const message = `${values.length} values for a catalogue of ${catalogue.length} features`;
        return Promise.reject(new RangeError(message));
      }
      if (scoreRow) {
        for (let i = 0; i < width; i++) ownRow[i] = values[positions[i] as number] as number;
        for (const { place, feature } of ofAttributes) {
          ownRow[place] = attributeValue(feature, attributes);
        }
        const probability = scoreRow(ownRow);
        return Number.isFinite(probability)
          ? Promise.resolve(probability)
          : Promise.reject(noProbability());
      }
      const start = waiting.length * width;
      for (let i = 0; i < width; i++) {
        batch[start + i] = values[positions[i] as number] as number;
      }
      for (const { place, feature } of ofAttributes) {
        batch[start + place] = attributeValue(feature, attributes);
      }
      const row = Promise.withResolvers<number>();
      waiting.push(row);
      // Not a microtask, which would run between two requests that arrived together.
      if (waiting.length === 1) setImmediate(flush);
      if (waiting.length === batchRowsMax) flush();
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
    else row.reject(noProbability());
  }
}

function noProbability(): ModelUnavailable {
  return new ModelUnavailable("the model gives no probability for this attempt");
}
