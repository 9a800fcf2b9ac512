/**
 * Buckets of tokens that all copies of the service take from. A copy takes from its part of what is left,
 * without asking, and tells the others every few seconds what it took. While there is plenty, a copy that
 * gets all requests may take as much as several would.
 *
 * All together may take more than there is, since a copy's part is as of its last report: all of N copies may
 * take their N-th before any reports, and each that reports then takes an N-th of what seems to be left. That is
 * (N - 1) / 2N more at most: a quarter with two copies, less than half with any number. It is made up for before
 * anything is let through again.
 */
import type { QuotaStore } from "../../storage/port/quotas.ts";
import { type BucketSize, type Copies, partOf, type TakeTokens } from "./rate-limit.ts";

/** How often each copy reports, ms. */
export const reportEveryMs = 2000;

interface Bucket {
  /** What this copy may take until it reports again. */
  tokens: number;
  at: number;
  /** Taken since the last report. */
  taken: number;
  /** Whether it was asked for tokens since then. */
  asked: boolean;
  size: BucketSize;
}

interface SharedBucketsDeps {
  copies: Copies;
  now: () => number;
  /** The most that is taken at once: a copy's part has room for it. */
  atOnce: number;
}

export interface SharedBuckets {
  take: TakeTokens;
  /** To be called every `reportEveryMs`. What a report could not say is in the next one. */
  report(): Promise<void>;
}

export function sharedBuckets(
  store: QuotaStore,
  { copies, now, atOnce }: SharedBucketsDeps,
): SharedBuckets {
  /** None is forgotten: the next one would be full until it is reported. Names are those of keys and projects. */
  const buckets = new Map<string, Bucket>();
  let reporting: Promise<void> | null = null;

  async function reportAll(): Promise<void> {
    const asked = [...buckets].filter(([, bucket]) => bucket.asked);
    if (asked.length === 0) return;
    const uses = asked.map(([name, { taken, size }]) => {
      return { name, amount: taken, perSecond: size.perSecond };
    });
    const used = await store.use(uses);
    for (const [n, [, bucket]] of asked.entries()) {
      bucket.taken -= uses[n]!.amount; // More may have been taken meanwhile.
      bucket.asked = bucket.taken > 0;
      const left = Math.max(0, bucket.size.capacity - used[n]!) / copies();
      bucket.tokens = Math.max(0, left - bucket.taken);
      bucket.at = now();
    }
  }

  function report(): Promise<void> {
    reporting ??= reportAll().finally(() => {
      reporting = null;
    });
    return reporting;
  }

  /** Full until the first report, which follows at once. */
  function bucketOf(name: string, size: BucketSize): Bucket {
    const found = buckets.get(name);
    if (found) return found;
    const tokens = partOf(size, copies(), atOnce).capacity;
    const bucket = { tokens, at: now(), taken: 0, asked: true, size };
    buckets.set(name, bucket);
    setImmediate(() => report().catch(() => {})); // Then the next one says it.
    return bucket;
  }

  return {
    take(name, wanted, size) {
      const bucket = bucketOf(name, size);
      bucket.asked = true;
      const part = partOf(size, copies(), atOnce);
      const at = now();
      const elapsedS = Math.max(0, at - bucket.at) / 1000;
      bucket.tokens = Math.min(part.capacity, bucket.tokens + elapsedS * part.perSecond);
      bucket.at = at;
      const missing = wanted - bucket.tokens;
      if (missing > 0) return Math.max(1, Math.ceil(missing / part.perSecond));
      bucket.tokens -= wanted;
      bucket.taken += wanted;
      return 0;
    },
    report,
  };
}
