/**
 * Deletes what browsers sent when its retention has ended. Decisions lose nothing: each keeps the
 * collection's summary as it was then.
 */
import type { DeletedTelemetry, Store } from "../storage/store.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Between two deletions, ms: what is asked meanwhile is answered first. */
const pauseMs = 25;

/**
 * @param days how long telemetry is kept; 0 for ever.
 * @returns a function that deletes all that is due by now, in small steps, and tells how much that
 *   was. It ends early where `stopped` says so. Two services may do it on one folder.
 */
export function retention(
  store: Store,
  { days, now, stopped }: { days: number; now: () => number; stopped: () => boolean },
): () => Promise<Omit<DeletedTelemetry, "more">> {
  return async () => {
    const deleted = { batches: 0, collections: 0 };
    const before = now() - days * dayMs;
    let more = days > 0;
    while (more && !stopped()) {
      const step = await store.collections.deleteBefore(before);
      deleted.batches += step.batches;
      deleted.collections += step.collections;
      more = step.more;
      if (more) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return deleted;
  };
}
