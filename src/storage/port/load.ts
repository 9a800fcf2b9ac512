/** What the store is doing, and what failed, for those who watch it. */

const storageErrorKinds = ["full", "locked", "damaged", "io", "permission", "other"] as const;
/** The disk is full, another process holds the lock, the file is damaged, the disk fails … */
export type StorageErrorKind = (typeof storageErrorKinds)[number];

export interface StoreLoad {
  /** Operations that wait for the writer's next group, and those of the group being written. */
  waiting: { decisions: number; telemetry: number; others: number };
  writing: number;
  /** Statements sent to a database server since the store was opened; null where there is none. */
  roundTrips: number | null;
  /** Operations that failed, by kind, since the store was opened. */
  errors: Readonly<Record<StorageErrorKind, number>>;
}

/** SQLite's messages, which are the same in every version. */
const messages: readonly [StorageErrorKind, RegExp][] = [
  ["full", /is full|ENOSPC|EDQUOT|no space/i],
  ["locked", /is locked|SQLITE_BUSY/i],
  ["damaged", /malformed|not a database|corrupt/i],
  ["permission", /readonly|read-only|unable to open|EACCES|EPERM|permission/i],
  ["io", /I\/O error|EIO/i],
];

export function storageErrorKind(message: string): StorageErrorKind {
  return messages.find(([, pattern]) => pattern.test(message))?.[0] ?? "other";
}

/** Counts failed operations. */
export class StorageErrors {
  readonly byKind: Record<StorageErrorKind, number> = {
    full: 0,
    locked: 0,
    damaged: 0,
    io: 0,
    permission: 0,
    other: 0,
  };

  add(message: string): void {
    this.byKind[storageErrorKind(message)] += 1;
  }
}
