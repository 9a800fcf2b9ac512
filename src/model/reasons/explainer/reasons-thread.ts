/**
 * The thread that computes reasons and verifies decisions, so that no request waits for it. It handles
 * one message at a time and answers each with one.
 */
import { lowerThreadPriority } from "../../../base/executable.ts";
import { type Draws, type Verification, verifyDecision } from "../../../risk/verify.ts";
import type { ProjectAttribute } from "../../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { Bundle } from "../../bundle.ts";
import type { BundleFiles } from "../../bundle-files.ts";
import { BundleRefused } from "../../bundle-refused.ts";
import { setNativeFolder } from "../../native-folder.ts";
import { openDecidingBundle } from "../../registry/deciding-bundles.ts";
import { verifierOf } from "../../registry/verifier.ts";
import { ReasonsUnavailable } from "../explained-model.ts";
import { type Reasons, reasonsOf } from "../reasons.ts";

declare const self: Worker;

export type ToReasons =
  | { nativeFolder: string }
  /** Opens a model under a name of the caller's. */
  | { open: BundleFiles; as: string }
  | { close: string }
  /**
   * @param names of the features in the decision's vector.
   * @param by the name of the model that decided.
   * @param attributes those that the project declares.
   */
  | {
      explain: DecisionRecord;
      names: readonly string[];
      by: string;
      attributes: readonly ProjectAttribute[];
    }
  /** @param by as above, or the reason why there is none. @param draws as of `verifyDecision`. */
  | {
      verify: DecisionRecord;
      names: readonly string[];
      by: string | { problem: string };
      draws: Draws;
    };

export type FromReasons =
  | { done: true }
  | { reasons: Reasons }
  | { verification: Verification }
  /** Why there are none, as long as the model stays as it is. */
  | { unavailable: string }
  | { failed: string };

const opened = new Map<string, Bundle>();

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
    opened.set(message.as, await openDecidingBundle(message.open));
  } else if ("close" in message) {
    opened.get(message.close)?.close();
    opened.delete(message.close);
  } else if ("explain" in message) {
    const { explain, names, by, attributes } = message;
    return { reasons: await reasonsOf(explain, names, bundleOf(by), attributes) };
  } else {
    const { verify, names, by, draws } = message;
    const verifier = typeof by === "string" ? verifierOf(bundleOf(by)) : by;
    return { verification: verifyDecision(verify, names, verifier, draws) };
  }
  return { done: true };
}

function bundleOf(name: string): Bundle {
  const bundle = opened.get(name);
  if (!bundle) throw new Error("no such model is open");
  return bundle;
}

function refused(error: unknown): FromReasons {
  const text = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof ReasonsUnavailable || error instanceof BundleRefused;
  return isExpected ? { unavailable: text } : { failed: text };
}
