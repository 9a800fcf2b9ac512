/** Accepts batches of the browser script: bounded, in order, and on disk before it resolves. */
import { RecentValues } from "../recent-values.ts";
import type { BatchRecord } from "../storage/collections.ts";
import { StorageUnavailable, type Store } from "../storage/store.ts";
import { type Arrival, foldBatch } from "./fold.ts";
import { type TelemetryBatch, telemetryLimits } from "./protocol.ts";
import type { CollectionSummary } from "./summary.ts";

/** Limits of the intake's memory; those of one batch and one collection are in protocol.ts. */
export const intakeLimits = {
  /** Batches being written; one more gets a 503, and the browser sends it again. */
  inFlight: 4096,
  /** Characters of the summaries of active collections; 10,000 typical ones take 20 million. */
  summaryCharacters: 64 * 1024 * 1024,
} as const;

/** Another server may add to the same collection; then it is read and folded again. */
const attemptsMax = 5;

export interface Intake {
  /**
   * Resolves once the batch is on disk, or if it was already counted, or if the collection takes no
   * more.
   */
  take(projectId: string, batch: TelemetryBatch, arrival: Arrival): Promise<void>;
  /**
   * Resolves once the batches of a collection that have arrived are written or have failed. The
   * last one is sent as the checkout is submitted, moments before the merchant's request.
   */
  settled(projectId: string, collectionId: string): Promise<void> | undefined;
}

/** A collection as it is on disk, unless another server has added to it. */
interface CachedCollection {
  version: number;
  summary: CollectionSummary;
}

export function intake(store: Store): Intake {
  /** The last batch in flight of each collection: batches of one collection are written in order. */
  const inFlight = new Map<string, Promise<void>>();
  const cache = new RecentValues<CachedCollection>(intakeLimits.summaryCharacters);

  async function read(projectId: string, id: string): Promise<CachedCollection | null> {
    const record = await store.collections.find(projectId, id);
    if (!record) return null;
    const read = { version: record.version, summary: JSON.parse(record.summary) };
    cache.set(cacheKey(projectId, id), read, record.summary.length);
    return read;
  }

  async function append(projectId: string, batch: TelemetryBatch, arrival: Arrival) {
    const id = batch.collectionId;
    const name = cacheKey(projectId, id);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { version, summary: before } =
        cache.get(name) ?? (await read(projectId, id)) ?? newCollection;
      if (before && !takesMore(before, arrival.receivedAt)) return;
      const after = foldBatch(before, batch, arrival);
      if (after === before) return;
      const summary = JSON.stringify(after);
      const changed = { projectId, id, version: version + 1, summary };
      if (await store.collections.append(changed, batchRecord(batch, arrival))) {
        cache.set(name, { version: version + 1, summary: after }, summary.length);
        return;
      }
      cache.delete(name);
    }
    throw new StorageUnavailable("a collection changed under every attempt to add to it");
  }

  return {
    async take(projectId, batch, arrival) {
      const name = cacheKey(projectId, batch.collectionId);
      const add = () => append(projectId, batch, arrival);
      const current = inFlight.get(name)?.then(add, add) ?? add();
      inFlight.set(name, current);
      try {
        await current;
      } finally {
        if (inFlight.get(name) === current) inFlight.delete(name);
      }
    },
    settled: (projectId, collectionId) =>
      inFlight.get(cacheKey(projectId, collectionId))?.catch(() => {}),
  };
}

const newCollection = { version: 0, summary: null };

const cacheKey = (projectId: string, collectionId: string) => `${projectId}:${collectionId}`;

/** The batch as it is stored: without the key, and without the collection id, which is a column. */
function batchRecord(batch: TelemetryBatch, arrival: Arrival): BatchRecord {
  const { key: _, collectionId: __, ...body } = batch;
  const { headers, ...from } = arrival;
  return {
    ...from,
    sequence: batch.sequence,
    body: JSON.stringify(body),
    headers: headers ? JSON.stringify(headers) : null,
  };
}

function takesMore({ batches, firstAt }: CollectionSummary, receivedAt: number): boolean {
  const { collectionBatches, collectionMsMax } = telemetryLimits;
  return batches < collectionBatches && receivedAt - firstAt <= collectionMsMax;
}
