/**
 * Notices damage to the databases, which SQLite reports only to whoever reads a damaged page: all pages are read
 * once a day, and soon after an operation has met damage.
 */
import type { log } from "../../base/log.ts";
import type { DamagedDatabases, Store } from "./store.ts";

export interface IntegrityMonitor {
  /** Reads all pages if that is due; to be called every few seconds. */
  check(): Promise<void>;
  /** What the last check found; empty before the first one has ended. */
  damaged(): DamagedDatabases;
  warnings(): string[];
  /** Ends a check that is under way. */
  stop(): void;
}

/** How often all pages are read, ms: a gigabyte takes some seconds of a disk that has nothing else to do. */
export const checkEveryMs = 24 * 60 * 60 * 1000;
/** How long after a check that failed, or before operations met damage, the next one begins, ms. */
export const checkAgainMs = 10 * 60 * 1000;

/** @param deps.passed ms that passed, whatever the clock says. */
export function integrityMonitor(deps: {
  store: Pick<Store, "damagedDatabases" | "load">;
  passed: () => number;
  log: typeof log;
}): IntegrityMonitor {
  const { store } = deps;
  const stopping = new AbortController();
  /** When the last check began, and how many operations had met damage by then. */
  let last: { at: number; errors: number; hasFailed: boolean } | null = null;
  let damaged: DamagedDatabases = new Map();

  function isDue(): boolean {
    if (last === null) return true;
    const passed = deps.passed() - last.at;
    const isSuspected = last.hasFailed || store.load().errors.damaged > last.errors;
    return passed >= (isSuspected ? checkAgainMs : checkEveryMs);
  }

  function found(now: DamagedDatabases): void {
    for (const [database, reason] of now) {
      if (reason === null || damaged.get(database)) continue;
      deps.log("error", "database_damaged", { database, reason });
    }
    damaged = now;
  }

  return {
    async check() {
      if (stopping.signal.aborted || !isDue()) return;
      last = { at: deps.passed(), errors: store.load().errors.damaged, hasFailed: true };
      const now = await store.damagedDatabases(stopping.signal);
      if (stopping.signal.aborted) return;
      last.hasFailed = false;
      found(now);
    },
    damaged: () => damaged,
    warnings() {
      const reasons = [...damaged.values()].filter((reason) => reason !== null);
      const errors = store.load().errors.damaged;
      if (reasons.length > 0 || errors === 0) return reasons;
      return [
        `${errors} operations since the start failed because a database is damaged: \`booking-risk doctor\` says ` +
          "which file it is and what to do",
      ];
    },
    stop: () => stopping.abort(),
  };
}
