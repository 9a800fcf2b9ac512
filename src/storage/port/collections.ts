/** The telemetry that a browser sent: the batches as received, and their aggregate. */
import type { DeletedMonths, IsOver } from "./months.ts";

export interface CollectionRecord {
  projectId: string;
  id: string;
  /** Counts the changes of this row, so that two writers cannot overwrite each other's. */
  version: number;
  summary: string;
}

/** When a collection's batches arrived, and the origin of the first page that sent one. */
export interface CollectionArrival {
  firstAt: number;
  lastAt: number;
  origin: string | null;
}

/** One batch as received. It is retained so that the summary can be computed again. */
export interface BatchRecord {
  sequence: number;
  receivedAt: number;
  ip: string;
  userAgent: string;
  body: string;
  /** The other headers that the summary uses, JSON; null if received by an older version. */
  headers: string | null;
}

/** At most `limit` batches, of those with a sequence number above `after`. */
export interface BatchPage {
  after: number;
  limit: number;
}

export const allBatches: BatchPage = { after: -1, limit: Number.MAX_SAFE_INTEGER };

/** A project's telemetry from before some time. */
export interface AgedTelemetry {
  batches: number;
  /** When the oldest was received; null where there is none. */
  oldestAt: number | null;
}

export interface DeletedTelemetry {
  batches: number;
  collections: number;
  more: boolean;
}

export interface CollectionStore {
  find(projectId: string, id: string): Promise<CollectionRecord | null>;
  /**
   * Adds batches and replaces the summary.
   * @returns false, and nothing was changed, if another writer changed the row in the meantime.
   */
  append(collection: CollectionRecord, ...batches: BatchRecord[]): Promise<boolean>;
  /** How many of these collections there are. */
  count(projectId: string, ids: readonly string[]): Promise<number>;
  /** All of a collection in the order of their sequence numbers, or a page of them. */
  batches(projectId: string, id: string, page?: BatchPage): Promise<BatchRecord[]>;
  /** The IDs of the projects that have any batch. */
  projects(): Promise<string[]>;
  /** Of at most `limit` of a project's collections, in no particular order. */
  arrivals(projectId: string, limit: number): Promise<CollectionArrival[]>;
  /**
   * Deletes batches of a project that were received before a time, oldest first, and collections
   * that have no batch left. One call deletes a limited number, to keep the transaction short.
   * @returns how many were deleted, and whether there may be more.
   */
  deleteBefore(projectId: string, receivedAt: number): Promise<DeletedTelemetry>;
  /**
   * Deletes whole months of which it is over for every project that has batches in them; interrupted, it
   * goes on the next time. None where batches are not stored by month.
   */
  deleteMonths(
    isOver: IsOver,
    stopped: () => boolean,
  ): Promise<DeletedMonths<"batches" | "collections">>;
}
