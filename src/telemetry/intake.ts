/** Takes the browser script's batches in: bounded, in order, and on disk before it answers. */
import { type CollectionRecord, StorageUnavailable, type Store } from "../storage/store.ts";
import { type TelemetryBatch, telemetryLimits } from "./protocol.ts";
import { type Arrival, type CollectionSummary, foldBatch } from "./summary.ts";

/** Another server may add to the same collection meanwhile; then it is read and folded again. */
const attemptsMax = 5;

export interface Intake {
  /**
   * Resolves once the batch is on disk, or where it was counted before, or where the collection
   * takes no more.
   */
  take(projectId: string, batch: TelemetryBatch, arrival: Arrival): Promise<void>;
  /**
   * Resolves once the batches of a collection that have arrived are on disk, whatever became of
   * them. The last one is sent as the checkout is submitted, moments before the merchant asks.
   */
  settled(projectId: string, collectionId: string): Promise<void> | undefined;
}

export function intake(store: Store): Intake {
  /** The last batch under way of each collection: one collection's are taken one after another. */
  const underWay = new Map<string, Promise<void>>();

  return {
    async take(projectId, batch, arrival) {
      const name = `${projectId}:${batch.collectionId}`;
      const previous = underWay.get(name) ?? Promise.resolve();
      const current = previous.catch(() => {}).then(() => append(store, projectId, batch, arrival));
      underWay.set(name, current);
      try {
        await current;
      } finally {
        if (underWay.get(name) === current) underWay.delete(name);
      }
    },
    settled: (projectId, collectionId) =>
      underWay.get(`${projectId}:${collectionId}`)?.catch(() => {}),
  };
}

async function append(
  store: Store,
  projectId: string,
  batch: TelemetryBatch,
  arrival: Arrival,
): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const record = await store.collections.find(projectId, batch.collectionId);
    const before = record && (JSON.parse(record.summary) as CollectionSummary);
    if (before && !takesMore(before, arrival.receivedAt)) return;
    const after = foldBatch(before, batch, arrival);
    if (after === before) return;
    const changed: CollectionRecord = {
      projectId,
      id: batch.collectionId,
      version: (record?.version ?? 0) + 1,
      summary: JSON.stringify(after),
    };
    const { key: _, collectionId: __, ...body } = batch;
    const kept = { ...arrival, sequence: batch.sequence, body: JSON.stringify(body) };
    if (await store.collections.append(changed, kept)) return;
  }
  throw new StorageUnavailable("a collection changed under every attempt to add to it");
}

function takesMore({ batches, firstAt }: CollectionSummary, receivedAt: number): boolean {
  const { collectionBatches, collectionMsMax } = telemetryLimits;
  return batches < collectionBatches && receivedAt - firstAt <= collectionMsMax;
}
