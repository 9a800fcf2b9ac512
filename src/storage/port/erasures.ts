/** Erasures of guests: what was asked for, and what was done. */
import { createHmac } from "node:crypto";
import type { AuditRecord } from "./audit.ts";

/** The identities by which a guest can be erased and exported. */
export const erasedKinds = ["email", "phone", "booker", "device"] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/**
 * One erasure. It stays when it is done, as a tombstone, since an earlier backup may contain the guest. It
 * has a keyed hash of the identity: a plain hash could be found by hashing all addresses.
 */
export interface ErasureRecord {
  /** `ers_` and 16 characters. */
  id: string;
  projectId: string;
  kind: ErasedKind;
  /** Hex: the key, one for all erasures of a data folder, and `erasureDigest` with it. */
  key: string;
  digest: string;
  /** The identity, as velocity numbers it, until the erasure is done; then null. Imported: null. */
  identity: number | null;
  actor: string;
  /** Why entries of the lists deny and watch are kept, as keyed hashes; null: they are deleted with the guest. */
  keptBecause: string | null;
  /** Unix ms. */
  requestedAt: number;
  /** Null until all of it is done. */
  finishedAt: number | null;
  /** JSON; null until it is done. */
  receipt: string | null;
}

/** What stands for an erased identity: HMAC-SHA-256, hex. @param identity as velocity numbers it. */
export function erasureDigest(key: string, projectId: string, identity: number): string {
  return createHmac("sha256", Buffer.from(key, "hex"))
    .update(`${projectId}\0${identity}`)
    .digest("hex");
}

/** The number of a list entry that is kept, by which later attempts are compared with it: the digest's first 52 bits. */
export function erasedNumber(key: string, projectId: string, identity: number): number {
  return Number.parseInt(erasureDigest(key, projectId, identity).slice(0, 13), 16);
}

export interface ErasureStore {
  /** Records what is to be erased, before anything is. An erasure that already has this ID stays. */
  add(erasure: ErasureRecord, audit?: AuditRecord): Promise<void>;
  /**
   * Drops the identity, and says what was done.
   * @returns whether it was open: the receipt of one that another process has finished stays.
   */
  finish(id: string, finishedAt: number, receipt: string, audit?: AuditRecord): Promise<boolean>;
  /** Marks all as unfinished, so that they are repeated on older data, such as a restored backup's. */
  reopen(): Promise<void>;
  /** Oldest first. @param projectId null: of all projects. */
  list(projectId: string | null): Promise<ErasureRecord[]>;
  find(id: string): Promise<ErasureRecord | null>;
  /**
   * Changes when one is recorded and when it is done: who has read data before may hold what is erased
   * by now.
   */
  mark(): Promise<string>;
}
