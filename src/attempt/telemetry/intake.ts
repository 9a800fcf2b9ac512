/** Accepts batches of the browser script: bounded, in order, and on disk before it resolves. */
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { RecentValues } from "../../base/recent-values.ts";
import type { BatchRecord } from "../../storage/port/collections.ts";
import { StorageUnavailable, type Store } from "../../storage/port/store.ts";
import { type Arrival, foldBatch } from "./fold.ts";
import { type TelemetryBatch, telemetryLimits } from "./protocol.ts";
import type { CollectionSummary } from "./summary.ts";

/** Limits of the intake's memory; those of one batch and one collection are in protocol.ts. */
export const intakeLimits = {
  /** Batches waiting or being written; one more gets a 503, and the browser sends it again. */
  inFlight: 4096,
  /**
   * Batches that the store has been asked to write. The others wait here and not in the store's
   * queue, so that those that a decision waits for overtake them: it waits for these at most, 2 ms.
   */
  writing: 64,
  /**
   * How long a batch waits for others, ms, so that they share a message to the writer, a write to
   * the disk and a message back. Nobody waits for the answer; a decision's batches do not wait.
   */
  gatherMs: 25,
  /**
   * Collections of which a write begins in a turn of the event loop. Each takes some 30 µs of it; 64 in one
   * turn made the slowest hundredth of decisions wait twice as long.
   */
  share: { perTurn: 2, perMs: 2 },
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
   * last one is sent as the checkout is submitted, moments before the merchant's request. Somebody
   * waits for these, so they are written before the batches of other collections.
   */
  settled(projectId: string, collectionId: string): Promise<void> | undefined;
}

/** A collection as it is on disk, unless another server has added to it. */
interface CachedCollection {
  version: number;
  summary: CollectionSummary;
}

/** A batch that has arrived. */
interface Waiting {
  batch: TelemetryBatch;
  arrival: Arrival;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** The batches of one collection that are not on disk yet; one write of a collection at a time. */
interface PendingCollection {
  projectId: string;
  id: string;
  /** Of both, as the cache names it. */
  name: string;
  /** In order of arrival; those of one write share one new summary. */
  waiting: Waiting[];
  isWriting: boolean;
  /** A decision waits for the collection. */
  isAwaited: boolean;
  /** Settles with the newest batch. */
  last: Promise<void>;
}

export function intake(store: Store): Intake {
  const batches = new QueuedBatches(appender(store));
  return { take: batches.take.bind(batches), settled: batches.settled.bind(batches) };
}

type Append = (collection: PendingCollection, taken: readonly Waiting[]) => Promise<void>;

/** Adds batches to a collection on disk, from the cached state of what was added before. */
function appender({ collections }: Pick<Store, "collections">): Append {
  const cache = new RecentValues<CachedCollection>(intakeLimits.summaryCharacters);

  async function read(collection: PendingCollection): Promise<CachedCollection | null> {
    const record = await collections.find(collection.projectId, collection.id);
    if (!record) return null;
    const read = { version: record.version, summary: JSON.parse(record.summary) };
    cache.set(collection.name, read, record.summary.length);
    return read;
  }

  return async (collection, taken) => {
    const { projectId, id, name } = collection;
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { version, summary: before } =
        cache.get(name) ?? (await read(collection)) ?? newCollection;
      const { after, added } = fold(before, taken);
      if (!after || added.length === 0) return;
      const summary = JSON.stringify(after);
      const changed = { projectId, id, version: version + 1, summary };
      if (await collections.append(changed, ...added)) {
        cache.set(name, { version: version + 1, summary: after }, summary.length);
        return;
      }
      cache.delete(name);
    }
    throw new StorageUnavailable("a collection changed under every attempt to add to it");
  };
}

/** Decides when which collection is written. */
class QueuedBatches implements Intake {
  readonly #append: Append;
  readonly #pending = new Map<string, PendingCollection>();
  /** Collections that wait for their turn. One that a decision waits for does not. */
  readonly #queue = new Set<PendingCollection>();
  /** Batches in writes that were begun. */
  #writing = 0;
  readonly #share = new EventLoopShare(intakeLimits.share);
  #isGathering = false;
  #isBeginning = false;

  constructor(append: Append) {
    this.#append = append;
  }

  take(projectId: string, batch: TelemetryBatch, arrival: Arrival): Promise<void> {
    const collection = this.#pendingOf(projectId, batch.collectionId);
    const taken = new Promise<void>((resolve, reject) => {
      collection.waiting.push({ batch, arrival, resolve, reject });
    });
    collection.last = taken;
    this.#schedule(collection);
    return taken;
  }

  settled(projectId: string, collectionId: string): Promise<void> | undefined {
    const collection = this.#pending.get(cacheKey(projectId, collectionId));
    if (!collection) return undefined;
    collection.isAwaited = true;
    this.#schedule(collection);
    return collection.last.catch(() => {});
  }

  #pendingOf(projectId: string, id: string): PendingCollection {
    const name = cacheKey(projectId, id);
    let collection = this.#pending.get(name);
    if (!collection) {
      const flags = { isWriting: false, isAwaited: false };
      collection = { projectId, id, name, waiting: [], ...flags, last: Promise.resolve() };
      this.#pending.set(name, collection);
    }
    return collection;
  }

  /** Writes a collection's batches at once where a decision waits for them, else in turn. */
  #schedule(collection: PendingCollection): void {
    if (collection.isWriting) return;
    if (collection.isAwaited) {
      void this.#write(collection);
      return;
    }
    this.#queue.add(collection);
    this.#gather();
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      void this.#writeQueued();
    }, intakeLimits.gatherMs);
  }

  /** Begins to write those that wait, a few in each turn of the event loop. */
  async #writeQueued(): Promise<void> {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    for (const collection of [...this.#queue]) {
      await this.#share.turn();
      if (this.#writing >= intakeLimits.writing) break;
      // Otherwise a decision has come to wait for it, and it is being written.
      if (this.#queue.has(collection)) void this.#write(collection);
    }
    this.#isBeginning = false;
    if (this.#queue.size > 0) this.#gather();
  }

  async #write(collection: PendingCollection): Promise<void> {
    this.#queue.delete(collection);
    const taken = collection.waiting.splice(0, intakeLimits.writing);
    this.#writing += taken.length;
    collection.isWriting = true;
    try {
      await this.#append(collection, taken);
      for (const { resolve } of taken) resolve();
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    collection.isWriting = false;
    this.#writing -= taken.length;
    if (collection.waiting.length === 0) this.#pending.delete(collection.name);
    else this.#schedule(collection);
    if (this.#queue.size >= intakeLimits.writing) void this.#writeQueued();
  }
}

/** Adds batches to a summary, except those that were counted before or that it takes no more. */
function fold(before: CollectionSummary | null, taken: readonly Waiting[]) {
  let after = before;
  const added: BatchRecord[] = [];
  for (const { batch, arrival } of taken) {
    if (after && !takesMore(after, arrival.receivedAt)) continue;
    const folded = foldBatch(after, batch, arrival);
    if (folded === after) continue;
    after = folded;
    added.push(batchRecord(batch, arrival));
  }
  return { after, added };
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
