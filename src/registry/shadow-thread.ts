/**
 * The thread in which models score in the shadow: neither loading one nor asking it takes anything
 * from those who wait for an answer. One question at a time, each answered by one message.
 */
import { setPriority } from "node:os";
import { featureNames } from "../features/index.ts";
import type { BundleFiles } from "../model/bundle-files.ts";
import type { Model } from "../model/model.ts";
import { setNativeFolder } from "../model/native-folder.ts";
import { openBundle } from "./library.ts";

declare const self: Worker;

export type ToShadow =
  | { nativeFolder: string }
  | { open: string; files: BundleFiles }
  /** Rows of the whole catalogue, one after the other. */
  | { ask: string; rows: Float64Array }
  | { close: string };

/** NaN where the model gives no probability. */
export type FromShadow = { done: true } | { probabilities: Float64Array } | { failed: string };

const models = new Map<string, Model>();

self.onmessage = ({ data }: MessageEvent<ToShadow>) => {
  answer(data).then(
    (message) => self.postMessage(message),
    (error) => self.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
};

async function answer(question: ToShadow): Promise<FromShadow> {
  if ("nativeFolder" in question) {
    setNativeFolder(question.nativeFolder);
    giveWay();
  } else if ("open" in question) {
    models.set(question.open, await openBundle(question.files));
  } else if ("ask" in question) {
    return { probabilities: await scored(models.get(question.ask)!, question.rows) };
  } else {
    await models.get(question.close)?.close();
    models.delete(question.close);
  }
  return { done: true };
}

async function scored(model: Model, rows: Float64Array): Promise<Float64Array> {
  const width = featureNames.length;
  const probabilities: Promise<number>[] = [];
  for (let start = 0; start < rows.length; start += width) {
    const score = model.score(rows.subarray(start, start + width));
    probabilities.push(score.catch(() => Number.NaN));
  }
  return Float64Array.from(await Promise.all(probabilities));
}

/** Where cores are short, answering comes first. Linux alone gives each thread its own priority. */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, 10);
  } catch {
    // It then has the same as all.
  }
}
