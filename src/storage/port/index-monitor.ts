/**
 * Reports failures of the indexer. Scoring and search read `history.db`, which is derived from
 * `events.db`; when it cannot be written, decisions are still stored, but nothing else would show
 * that the index no longer follows them.
 */
import type { log } from "../../base/log.ts";

export type IndexName = "velocity" | "search";

/** Another process holds the database, the disk is full, or anything else, such as corruption. */
export type IndexFailureKind = "locked" | "full" | "failed";

export interface IndexFailure {
  index: IndexName;
  kind: IndexFailureKind;
  /** SQLite's error code, or the class of the error. Never its message, which may quote a row. */
  code: string;
}

export interface IndexListener {
  failed(failure: IndexFailure): void;
  /** The index was updated again, after a failure. */
  recovered(index: IndexName): void;
}

export interface IndexMonitor extends IndexListener {
  /** A sentence for each index that cannot be updated now. */
  warnings(): string[];
}

/** The indexer tries again every second; one log line a minute says enough. */
const logEveryMs = 60_000;
/** A lock that lasts no longer than this is another process at work, and no reason to warn. */
const lockedMsMax = 60_000;

/** @param count adds one to a metric; called for every failure. */
export function indexMonitor(deps: {
  now: () => number;
  log: typeof log;
  count: (failure: IndexFailure) => void;
}): IndexMonitor {
  const failing = new Map<IndexName, { failure: IndexFailure; since: number }>();
  const loggedAt = new Map<string, number>();
  return {
    failed(failure) {
      const { index, kind, code } = failure;
      const at = deps.now();
      deps.count(failure);
      failing.set(index, { failure, since: failing.get(index)?.since ?? at });
      const last = loggedAt.get(`${index} ${kind}`);
      if (last !== undefined && at - last < logEveryMs) return;
      loggedAt.set(`${index} ${kind}`, at);
      deps.log(kind === "locked" ? "warning" : "error", "index_failed", { index, kind, code });
    },

    recovered(index) {
      if (!failing.delete(index)) return;
      for (const name of loggedAt.keys()) if (name.startsWith(index)) loggedAt.delete(name);
      deps.log("info", "index_recovered", { index });
    },

    warnings() {
      const at = deps.now();
      return [...failing.values()]
        .filter(({ failure, since }) => failure.kind !== "locked" || at - since > lockedMsMax)
        .map(({ failure }) => sentence(failure));
    },
  };
}

function sentence({ index, kind, code }: IndexFailure): string {
  const stopped = `the ${index} index is not being updated`;
  if (kind === "full") return `${stopped}: the disk is full`;
  if (kind === "locked") return `${stopped}: another process holds history.db (${code})`;
  return (
    `${stopped} (${code}): if history.db is damaged, stop the service, delete history.db, ` +
    "history.db-wal and history.db-shm, and start it again; they are rebuilt from events.db"
  );
}
