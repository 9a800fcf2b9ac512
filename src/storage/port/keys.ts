import type { ProjectAttribute } from "./attributes.ts";
import type { AuditRecord } from "./audit.ts";
import type { ControlGroup } from "./control-group.ts";
import type { ProjectRecord } from "./projects.ts";
import type { ReviewRules } from "./reviews.ts";

/** What narrows the use of a key; each is null where it does not. */
export interface KeyRestrictions {
  /** From then on the key is refused; Unix ms. */
  expiresAt: number | null;
  /** Addresses and networks that may use the key, such as `203.0.113.0/24`. Of secret keys only. */
  allowedAddresses: readonly string[] | null;
  /** Requests a second, at least 1. */
  rateLimit: number | null;
}

/** Everything that limits where a key is used. */
export interface KeyLimits extends KeyRestrictions {
  /** Origins whose pages may use the key, as browsers spell them; null: any origin. */
  allowedOrigins: readonly string[] | null;
}

/** Limits, and what they replace: whoever has changed that in the meantime loses nothing. */
export interface ReplacedLimits {
  limits: Partial<KeyLimits>;
  before: Partial<KeyLimits>;
}

export interface KeyRecord extends KeyLimits {
  id: string;
  projectId: string;
  kind: "secret" | "publishable";
  /** SHA-256 of the whole key, hex. The key itself is never stored. */
  hash: string;
  /** The first 8 and the last 4 characters of the key, for display. */
  start: string;
  end: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** What a request needs to know about its key, found in one query. */
export interface KeyOwner {
  keyId: string;
  kind: KeyRecord["kind"];
  revokedAt: number | null;
  allowedOrigins: readonly string[] | null;
  /** Null where the key has none, so that most requests check one value. */
  restrictions: KeyRestrictions | null;
  /** Of the project, for requests that an agent signed; null: none. */
  welcomeAgents: readonly string[] | null;
  /** Of the project: IDs of its kiosks; null: none. */
  kiosks: readonly string[] | null;
  /** Of the project: how often entries were added to its lists. */
  listsVersion: number;
  /** Of the project: the types of event that its webhooks get; null: none. */
  webhookEvents: readonly string[] | null;
  /** Of the project: which of its decisions go to review by themselves; null: none. */
  reviewRules: ReviewRules | null;
  /** Of the project; null: it never had one. */
  controlGroup: ControlGroup | null;
  /** Of the project; null: it never had one. */
  attributes: readonly ProjectAttribute[] | null;
  project: ProjectRecord;
}

/** An audit entry is written by the same commit as the change, and only if something was changed. */
export interface KeyStore {
  create(key: KeyRecord, audit?: AuditRecord): Promise<void>;
  list(projectId: string): Promise<KeyRecord[]>;
  find(keyId: string): Promise<KeyRecord | null>;
  /**
   * Never stale: once a change of the key or its project has been committed, by any process, the
   * next call returns it. An implementation may cache only if it checks before each use that
   * nothing was committed since. Without a promise where the answer is known at once: every request
   * asks.
   */
  findOwner(hash: string): KeyOwner | null | Promise<KeyOwner | null>;
  /**
   * Revoking a revoked key leaves the time of its first revocation.
   * @returns whether the key exists.
   */
  revoke(keyId: string, at: number, audit?: AuditRecord): Promise<boolean>;
  /**
   * Changes the given limits and leaves the others.
   * @returns false, with nothing changed, where the key has other limits by now, or does not exist.
   */
  replaceLimits(keyId: string, replaced: ReplacedLimits, audit?: AuditRecord): Promise<boolean>;
  /** @returns whether the key exists. */
  rename(keyId: string, name: string, audit?: AuditRecord): Promise<boolean>;
  /** Records when keys were last used, by key ID. */
  touch(lastUsed: ReadonlyMap<string, number>): Promise<void>;
}
