/** Takes the browser script's batches in: bounded, in order, and on disk before it answers. */
import { RecentValues } from "../recent-values.ts";
import type { BatchRecord } from "../storage/collections.ts";
import { StorageUnavailable, type Store } from "../storage/store.ts";
import { type Arrival, foldBatch } from "./fold.ts";
import { type TelemetryBatch, telemetryLimits } from "./protocol.ts";
import type { CollectionSummary } from "./summary.ts";

/** What the intake keeps in memory; the bounds of one batch and one collection: protocol.ts. */
export const intakeLimits = {
  /** Batches on their way to the disk; one more is answered 503, and sent again later. */
  underWay: 4096,
  /** Characters of the summaries of collections that are in use; of 10,000 honest ones 20 million. */
  summaryCharacters: 64 * 1024 * 1024,
} as const;

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

/** A collection as it is on disk, unless another server added to it meanwhile. */
interface Known {
  version: number;
  summary: CollectionSummary;
}

export function intake(store: Store): Intake {
  /** The last batch under way of each collection: one collection's are taken one after another. */
  const underWay = new Map<string, Promise<void>>();
  const known = new RecentValues<Known>(intakeLimits.summaryCharacters);

  async function read(projectId: string, id: string): Promise<Known | null> {
    const record = await store.collections.find(projectId, id);
    if (!record) return null;
    const read = { version: record.version, summary: JSON.parse(record.summary) };
    known.set(nameOf(projectId, id), read, record.summary.length);
    return read;
  }

  async function append(projectId: string, batch: TelemetryBatch, arrival: Arrival) {
    const id = batch.collectionId;
    const name = nameOf(projectId, id);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { version, summary: before } = known.get(name) ?? (await read(projectId, id)) ?? nobody;
      if (before && !takesMore(before, arrival.receivedAt)) return;
      const after = foldBatch(before, batch, arrival);
      if (after === before) return;
      const summary = JSON.stringify(after);
      const changed = { projectId, id, version: version + 1, summary };
      if (await store.collections.append(changed, kept(batch, arrival))) {
        known.set(name, { version: version + 1, summary: after }, summary.length);
        return;
      }
      known.delete(name);
    }
    throw new StorageUnavailable("a collection changed under every attempt to add to it");
  }

  return {
    async take(projectId, batch, arrival) {
      const name = nameOf(projectId, batch.collectionId);
      const add = () => append(projectId, batch, arrival);
      const current = underWay.get(name)?.then(add, add) ?? add();
      underWay.set(name, current);
      try {
        await current;
      } finally {
        if (underWay.get(name) === current) underWay.delete(name);
      }
    },
    settled: (projectId, collectionId) =>
      underWay.get(nameOf(projectId, collectionId))?.catch(() => {}),
  };
}

const nobody = { version: 0, summary: null };

const nameOf = (projectId: string, collectionId: string) => `${projectId}:${collectionId}`;

/** The batch as it is stored: whose it is stands beside it, and the key nowhere. */
function kept(batch: TelemetryBatch, arrival: Arrival): BatchRecord {
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
