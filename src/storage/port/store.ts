/**
 * The storage port: everything that the modules above may ask of the database, by subject. Its
 * implementations are SQLite, in `sqlite/`, and PostgreSQL, in `postgres/`. The port exists so that
 * nothing above depends on SQL, and so that tests can put a plain object in its place.
 *
 * Every method returns a promise, which rejects with `StorageUnavailable` if the database cannot
 * answer; nothing was changed then. JSON is passed and stored as text. Times are whole
 * milliseconds since 1970, UTC.
 */
import type { AccountStore } from "./accounts.ts";
import type { AttemptCountStore } from "./attempt-counts.ts";
import type { AuditStore } from "./audit.ts";
import type { BundleStore } from "./bundles.ts";
import type { CollectionStore } from "./collections.ts";
import type { DecisionStore } from "./decisions.ts";
import type { ErasureStore } from "./erasures.ts";
import type { GuestStore } from "./guests.ts";
import type { KeyStore } from "./keys.ts";
import type { ListStore } from "./lists.ts";
import type { StoreLoad } from "./load.ts";
import type { ModelStore } from "./models.ts";
import type { OutcomeStore } from "./outcomes.ts";
import type { ProjectStore } from "./projects.ts";
import type { QuotaStore } from "./quotas.ts";
import type { ReasonsStore } from "./reasons.ts";
import type { ReplayStore } from "./replays.ts";
import type { ReviewStore } from "./reviews.ts";
import type { SavedViewStore } from "./saved-views.ts";
import type { SearchStore } from "./search.ts";
import type { ShadowScoreStore } from "./shadow-scores.ts";
import type { SignInStore } from "./sign-ins.ts";
import type { OpenAttemptStore, VelocityStore } from "./velocity.ts";
import type { WebhookStore } from "./webhooks.ts";

/** Rows of the newest decisions and outcomes that were stored once, and are gone without having been deleted. */
export interface LostRows {
  /** At least so many: those of the last second may not have been indexed. */
  decisions: number;
  outcomes: number;
  /** ISO 8601. */
  noticedAt: string;
}

/** The databases by name, each with why it is damaged and what to do; null where it is whole. */
export type DamagedDatabases = ReadonlyMap<string, string | null>;

/** How far a process's clock may be from a database server's before decisions get the server's time, ms. */
export const clockDifferenceMs = 10_000;

/** The database cannot answer now: its disk is full, or it is locked, missing or overloaded. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** What is written now would be lost: the files are no longer where they were opened. Its message names no path. */
export class FilesGone extends StorageUnavailable {}

/** What copies of the service that run on one database server share. */
export interface SharedStore {
  /** How many run, this one among them: at least 1. */
  copies(): number;
  /** The database server's time, Unix ms. */
  now(): Promise<number>;
  attempts: OpenAttemptStore;
  bundles: BundleStore;
  quotas: QuotaStore;
  attemptCounts: AttemptCountStore;
}

export interface Store {
  projects: ProjectStore;
  keys: KeyStore;
  lists: ListStore;
  collections: CollectionStore;
  velocity: VelocityStore;
  decisions: DecisionStore;
  search: SearchStore;
  outcomes: OutcomeStore;
  reviews: ReviewStore;
  models: ModelStore;
  audit: AuditStore;
  accounts: AccountStore;
  signIns: SignInStore;
  replays: ReplayStore;
  shadowScores: ShadowScoreStore;
  reasons: ReasonsStore;
  erasures: ErasureStore;
  guests: GuestStore;
  webhooks: WebhookStore;
  savedViews: SavedViewStore;
  /** Null where one process has the data to itself, with its folder of models. */
  shared: SharedStore | null;
  /** Resolves if both reading and writing work: a write the size of a decision is on disk then. */
  check(): Promise<void>;
  /**
   * Whether another process has changed the tables to those of a newer version: "newer", where this one
   * works with them all the same; "unusable", where it does not.
   */
  schema(): "current" | "newer" | "unusable";
  /** By how much this process's clock is ahead of a database server's, ms; 0 where there is none. */
  clockAheadMs(): Promise<number>;
  /** Whether statements and transactions that this process has given up are ended. */
  endsAbandoned(): Promise<boolean>;
  /** What was lost, until somebody acknowledges it. Null where a database server answers for its files. */
  lostRows(): LostRows | null;
  /**
   * Reads every page of the databases, at low priority; an aborted check finds nothing, and so does one where a
   * database server answers for its files.
   */
  damagedDatabases(signal: AbortSignal): Promise<DamagedDatabases>;
  /** What waits for the disk now, and what failed. */
  load(): StoreLoad;
  /** Finishes what was begun; calls made afterwards are rejected. */
  close(): Promise<void>;
}
