/** The reasons of decisions, computed in this thread with the bundles that made them, and stored. */

import { type DecisionRecord, decidedBy } from "../../../storage/port/decisions.ts";
import type { Store } from "../../../storage/port/store.ts";
import { BundleMissing, type DecidingBundles } from "../../registry/deciding-bundles.ts";
import { ReasonsUnavailable } from "../explained-model.ts";
import { type Reasons, reasonsOf } from "../reasons.ts";
import { type ComputeReasons, storedReasons } from "../stored-reasons.ts";

/** @throws BundleMissing or ReasonsUnavailable where there are none, which `isExpected` tells. */
export function explainWith(
  bundles: DecidingBundles,
  store: Pick<Store, "decisions" | "projects" | "reasons">,
): (record: DecisionRecord) => Promise<Reasons> {
  const compute: ComputeReasons = async (record, names, attributes) =>
    reasonsOf(record, names, await bundles.of(decidedBy(record)), attributes);
  return (record) => storedReasons(record, { store, compute, now: Date.now });
}

/** The reasons cannot be had, as long as the models stay as they are. */
export function isExpected(error: unknown): error is BundleMissing | ReasonsUnavailable {
  return error instanceof BundleMissing || error instanceof ReasonsUnavailable;
}
