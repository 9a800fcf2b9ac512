/** Finding, blanking and erasing what is stored of guests, in `events.db` and `history.db`. */
import type { DeletedMonths, IsOver } from "./months.ts";
import type { Moment } from "./velocity.ts";

/**
 * A decision's request and evidence after its retention has ended: of the usual form, so that whatever
 * reads requests can read it, and of nothing.
 */
export const blankedRequest = JSON.stringify({
  blanked: true,
  booker: { firstName: "", lastName: "", email: "", phone: "" },
  hotel: { name: "", country: "" },
  booking: { checkIn: "", checkOut: "" },
  requestId: "",
});
export const blankedEvidence = "{}";

/** Whether its retention has ended: the request, the evidence and the caller's ID are gone. */
export function isBlanked({ request }: { request: string }): boolean {
  return request === blankedRequest;
}

/** Where a decision is in the indexes, and its row in `events.db`. */
export interface IndexedPlace extends Moment {
  seq: number;
}

/** A decision, and what has to be deleted with it. */
export interface GuestDecision extends IndexedPlace {
  /** Null where `events.db` does not have it any more: only its places are left. */
  id: string | null;
  collectionId: string | null;
  /** The devices that its evidence names. */
  deviceIds: string[];
}

/** A decision that is no longer found by anything that it shares with others. */
export interface HiddenDecision extends IndexedPlace {
  id: string | null;
  /** Whether its retention had ended before. */
  isBlanked: boolean;
  /** By which it was found. */
  identities: number[];
  /** What its row keeps when it is blanked: what figures are counted by, and no identity. JSON. */
  blanked: string;
  /** Its place in the figures, by day; opaque. */
  counted: unknown;
}

/** A decision to be blanked. */
export interface BlankedDecision {
  id: string;
  /** As `HiddenDecision.blanked`. */
  identities: string;
}

/** How many rows of each kind were deleted, or blanked in the case of decisions and outcomes. */
export interface RemovedRows {
  decisions: number;
  outcomes: number;
  reasons: number;
  shadowScores: number;
  idempotencyKeys: number;
  /** Of decisions that are blanked, those without a verdict: nobody could give one. */
  reviews: number;
}

export const noRows: Readonly<RemovedRows> = {
  decisions: 0,
  outcomes: 0,
  reasons: 0,
  shadowScores: 0,
  idempotencyKeys: 0,
  reviews: 0,
};

/** A collection, and the devices that it names. */
export interface CollectionDevices {
  id: string;
  /** Unix ms. */
  firstAt: number;
  deviceIds: string[];
}

/** What was done so that deleted rows are not in the files any more. */
export interface ClearedFiles {
  /** The write-ahead log of each file was copied into it and cut to nothing. */
  logs: boolean;
  /** Folders in the data folder with data of before a restore or an upgrade: they are left as they are. */
  copies: string[];
  /** No file has remains of rows that a version before `secure_delete` has deleted. */
  withoutRemains: boolean;
  /** A database server has the files: deleted rows stay in them until it removes them. */
  server?: true;
}

export interface GuestStore {
  /** Brings the indexes up to date with all that is stored by now. */
  index(): Promise<void>;
  /** A project's decisions with an identity, oldest first, after a moment; as far as indexed. */
  find(
    projectId: string,
    identity: number,
    after: Moment | null,
    limit: number,
  ): Promise<GuestDecision[]>;
  /**
   * A project's decisions of before a time that are not blanked, oldest first.
   * @param wholly the blanked ones too.
   */
  due(projectId: string, before: number, wholly: boolean, limit: number): Promise<IndexedPlace[]>;
  /** How many those are, and when the oldest was decided; null where there is none. */
  dueCount(
    projectId: string,
    before: number,
    wholly: boolean,
  ): Promise<{ decisions: number; oldestAt: number | null }>;
  /** A project's identities that have one of these digests, as `erasureDigest` makes them. */
  matching(projectId: string, key: string, digests: readonly string[]): Promise<number[]>;
  /** A project's collections in the order of their IDs, those after `id`; "" for the first. */
  collectionDevices(projectId: string, id: string, limit: number): Promise<CollectionDevices[]>;
  /**
   * Deletes from the indexes what decisions are found by, but for the identity that is given: by
   * that one they are found again if the rest is interrupted.
   */
  hide(
    projectId: string,
    decisions: readonly IndexedPlace[],
    kept: number | null,
  ): Promise<HiddenDecision[]>;
  /**
   * Deletes the rest from the indexes, once `events.db` has none of it.
   * @param wholly also from the lists and figures: the decisions are deleted, not blanked.
   */
  forget(
    projectId: string,
    decisions: readonly HiddenDecision[],
    kept: number | null,
    wholly: boolean,
  ): Promise<void>;
  /** Blanks decisions and what was reported of them. Score, level, action and features stay. */
  blank(projectId: string, decisions: readonly BlankedDecision[]): Promise<RemovedRows>;
  /** Deletes decisions with all that belongs to them. */
  deleteDecisions(projectId: string, ids: readonly string[]): Promise<RemovedRows>;
  /**
   * Deletes decisions, with all that belongs to them, of whole months of which it is over for every project
   * that has any in them; interrupted, it goes on the next time. None where they are not stored by month.
   */
  deleteMonths(isOver: IsOver, stopped: () => boolean): Promise<DeletedMonths<"decisions">>;
  deleteCollections(
    projectId: string,
    ids: readonly string[],
  ): Promise<{ collections: number; batches: number }>;
  /**
   * Leaves nothing of deleted rows in the files. @param rewriteBytesMax a file of an older version is
   * rewritten if it has no more than these; nobody can write to it meanwhile.
   */
  clear(rewriteBytesMax: number): Promise<ClearedFiles>;
}
