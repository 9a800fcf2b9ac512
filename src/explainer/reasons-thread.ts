/**
 * The thread that computes reasons, so that no request waits for it. It handles one message at a
 * time and answers each with one.
 */
import { lowerThreadPriority } from "../executable.ts";
import type { Bundle } from "../model/bundle.ts";
import type { BundleFiles } from "../model/bundle-files.ts";
import { BundleRefused } from "../model/bundle-refused.ts";
import { setNativeFolder } from "../model/native-folder.ts";
import { ReasonsUnavailable } from "../reasons/explained-model.ts";
import { type Reasons, reasonsOf } from "../reasons/reasons.ts";
import { openDecidingBundle } from "../registry/deciding-bundles.ts";
import type { DecisionRecord } from "../storage/decisions.ts";

declare const self: Worker;

export type ToReasons =
  | { nativeFolder: string }
  /** Replaces the model that is open: the reasons of a list mostly need one. */
  | { open: BundleFiles }
  /** @param names of the features in the decision's vector. */
  | { explain: DecisionRecord; names: readonly string[] };

export type FromReasons =
  | { done: true }
  | { reasons: Reasons }
  /** Why there are none, as long as the model stays as it is. */
  | { unavailable: string }
  | { failed: string };

let bundle: Bundle | null = null;

self.onmessage = ({ data }: MessageEvent<ToReasons>) => {
  answer(data).then(
    (reply) => self.postMessage(reply),
    (error) => self.postMessage(refused(error)),
  );
};

async function answer(message: ToReasons): Promise<FromReasons> {
  if ("nativeFolder" in message) {
    setNativeFolder(message.nativeFolder);
    lowerThreadPriority();
  } else if ("open" in message) {
    bundle?.close();
    bundle = null;
    bundle = await openDecidingBundle(message.open);
  } else {
    if (!bundle) throw new Error("no model is open");
    return { reasons: await reasonsOf(message.explain, message.names, bundle) };
  }
  return { done: true };
}

function refused(error: unknown): FromReasons {
  const text = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof ReasonsUnavailable || error instanceof BundleRefused;
  return isExpected ? { unavailable: text } : { failed: text };
}
