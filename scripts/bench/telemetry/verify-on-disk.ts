/** Verifies that every acknowledged batch is in the data folder and was counted exactly once. */
import { readFileSync } from "node:fs";
import { openStore } from "../../../src/app/open.ts";
import { telemetryLimits } from "../../../src/attempt/telemetry/protocol.ts";

export interface OnDisk {
  acknowledged: number;
  /** Acknowledged but not on disk. */
  lost: number;
  /**
   * Acknowledged and discarded as documented: the collection was full, or so many of its batches were
   * missing that not all gaps are tracked.
   */
  beyondLimit: number;
  collections: number;
  /** Collections whose summary counts a different number of batches. */
  miscounted: number;
}

/** The counters of a collection's summary. */
interface Counted {
  batches: number;
  nextSequence: number;
}

/** With more gaps than this, a late batch may not be recognised as missing. */
const gapsRemembered = telemetryLimits.collectionBatches;

/** @param acknowledgedFile written by the load: collection, sequence and sentAt on each line. */
export async function verifyOnDisk(
  dataFolder: string,
  projectId: string,
  acknowledgedFile: string,
): Promise<OnDisk> {
  const acknowledged = acknowledgedBatches(acknowledgedFile);
  const store = await openStore({ dataFolder });
  const found: OnDisk = { acknowledged: 0, lost: 0, beyondLimit: 0, collections: 0, miscounted: 0 };
  for (const [collectionId, batches] of acknowledged) {
    const record = await store.collections.find(projectId, collectionId);
    const kept = new Map(
      (await store.collections.batches(projectId, collectionId)).map(({ sequence, body }) => [
        sequence,
        (JSON.parse(body) as { sentAt: number }).sentAt,
      ]),
    );
    const summary: Counted = record ? JSON.parse(record.summary) : { batches: 0, nextSequence: 0 };
    found.collections += 1;
    found.miscounted += Number(summary.batches !== kept.size);
    const missing = [...batches].filter(([sequence, sentAt]) => kept.get(sequence) !== sentAt);
    const isFull = kept.size === telemetryLimits.collectionBatches;
    const hasManyGaps = summary.nextSequence - summary.batches > gapsRemembered;
    found.acknowledged += batches.size;
    found[isFull || hasManyGaps ? "beyondLimit" : "lost"] += missing.length;
  }
  await store.close();
  return found;
}

/** The sequence numbers and `sentAt` of the batches, by collection. */
function acknowledgedBatches(file: string): Map<string, Map<number, number>> {
  const byCollection = new Map<string, Map<number, number>>();
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const [collectionId, sequence, sentAt] = line.split(" ") as [string, string, string];
    const batches = byCollection.get(collectionId) ?? new Map<number, number>();
    byCollection.set(collectionId, batches.set(Number(sequence), Number(sentAt)));
  }
  return byCollection;
}
