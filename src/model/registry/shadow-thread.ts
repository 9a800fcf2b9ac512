/**
 * The thread of the shadow models: neither loading nor running one delays a response. It handles one
 * message at a time and answers each with one.
 */
import { lowerThreadPriority } from "../../base/executable.ts";
import { featureNames } from "../../risk/features/index.ts";
import type { BundleFiles } from "../bundle-files.ts";
import type { Model } from "../model.ts";
import { setNativeFolder } from "../native-folder.ts";
import { openBundle } from "./library.ts";

declare const self: Worker;

export type ToShadow =
  | { nativeFolder: string }
  | { open: string; files: BundleFiles }
  /** Rows of the whole catalogue, concatenated, and the attributes of each; null: none has any. */
  | { score: string; rows: Float64Array; attributes: readonly SentAttributes[] | null }
  | { close: string };

/** Of a request. */
export type SentAttributes = Parameters<Model["score"]>[1];

/** NaN where the model gives no probability. */
export type FromShadow = { done: true } | { probabilities: Float64Array } | { failed: string };

const models = new Map<string, Model>();

self.onmessage = ({ data }: MessageEvent<ToShadow>) => {
  answer(data).then(
    (reply) => self.postMessage(reply),
    (error) => self.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
};

async function answer(message: ToShadow): Promise<FromShadow> {
  if ("nativeFolder" in message) {
    setNativeFolder(message.nativeFolder);
    lowerThreadPriority();
  } else if ("open" in message) {
    models.set(message.open, await openBundle(message.files));
  } else if ("score" in message) {
    return { probabilities: await scored(models.get(message.score)!, message) };
  } else {
    await models.get(message.close)?.close();
    models.delete(message.close);
  }
  return { done: true };
}

async function scored(
  model: Model,
  { rows, attributes }: Extract<ToShadow, { score: string }>,
): Promise<Float64Array> {
  const width = featureNames.length;
  const probabilities: Promise<number>[] = [];
  for (let start = 0; start < rows.length; start += width) {
    const score = model.score(rows.subarray(start, start + width), attributes?.[start / width]);
    probabilities.push(score.catch(() => Number.NaN));
  }
  return Float64Array.from(await Promise.all(probabilities));
}
