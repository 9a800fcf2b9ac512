/**
 * `GET /readyz`: whether the service can score now. It writes to the database as a decision does, on
 * the writer's thread, so that it agrees with scoring.
 */
import { diskSpaceOf, lowSpaceBytes, spaceText } from "../../base/disk-space.ts";
import {
  clockDifferenceMs,
  FilesGone,
  StorageUnavailable,
  type Store,
} from "../../storage/port/store.ts";
import { unavailable } from "../problems/to-problem.ts";

export interface Readiness {
  /** Which model scores for all projects (null), and for those that have their own. */
  models: readonly { projectId: string | null; name: string; version: string; sha256: string }[];
  /** Faults that do not keep the service from scoring, a line each. */
  warnings: readonly string[];
}

export interface ReadinessDeps {
  store: Pick<Store, "check" | "load" | "schema" | "lostRows" | "clockAheadMs">;
  dataFolder: string;
  models: () => Readiness["models"];
  /** Warnings of other modules. */
  warnings: () => readonly string[];
  now: () => number;
}

export interface ReadinessCheck {
  /**
   * @throws Problem unavailable if the service is stopping, too old for the database, or without its files.
   * @throws StorageUnavailable if nothing can be read or written.
   */
  ready(): Promise<Readiness>;
  /** From now on the service is not ready: it stops soon. */
  drain(): void;
  isDraining(): boolean;
}

/**
 * How long a write that succeeded counts, ms: however often `/readyz` is asked, there is one write a
 * second. An operation that failed since then ends it at once, and a write that failed never counts.
 */
export const writtenMs = 1000;
/** A write to a failing disk may never return; a load balancer that waits no longer than this learns why, ms. */
const checkMsMax = 5000;

export function readinessCheck(deps: ReadinessDeps): ReadinessCheck {
  let draining = false;
  let checking: Promise<void> | null = null;
  let written: { at: number; errors: number } | null = null;

  function check(): Promise<void> {
    const at = deps.now();
    const errors = errorCount(deps.store);
    if (written?.errors === errors && Math.abs(at - written.at) < writtenMs) return done;
    checking ??= deps.store
      .check()
      .then(() => {
        written = { at, errors };
      })
      .finally(() => {
        checking = null;
      });
    return checking;
  }

  return {
    async ready() {
      if (draining) throw unavailable("The service is stopping.");
      if (deps.store.schema() === "unusable") throw unavailable(tooOld);
      await within(checkMsMax, check()).catch(sayWhatIsGone);
      const disk = await diskWarning(deps.dataFolder);
      const schema = deps.store.schema() === "newer" ? [tooOld] : [];
      const storage = await storageWarnings(deps.store);
      const warnings = [...deps.warnings(), ...storage, ...schema, ...disk];
      return { models: deps.models(), warnings };
    },
    drain() {
      draining = true;
    },
    isDraining: () => draining || deps.store.schema() === "unusable",
  };
}

const tooOld =
  "A newer version of booking-risk has changed the database: replace this copy by one.";
const done = Promise.resolve();

/** To whoever asks, and not only in the log: somebody has to put them back. */
function sayWhatIsGone(error: unknown): never {
  throw error instanceof FilesGone ? unavailable(error.message) : error;
}

function errorCount(store: Pick<Store, "load">): number {
  return Object.values(store.load().errors).reduce((sum, count) => sum + count, 0);
}

/** Sentences for `/readyz` and `doctor`. */
export async function storageWarnings(
  store: Pick<Store, "lostRows" | "clockAheadMs">,
): Promise<string[]> {
  return [...lostRowsWarning(store), ...clockWarning(await store.clockAheadMs())];
}

function clockWarning(aheadMs: number): string[] {
  if (Math.abs(aheadMs) <= clockDifferenceMs) return [];
  const way = aheadMs > 0 ? "ahead of" : "behind";
  return [
    `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1000)} s ${way} the database's, whose time decisions ` +
      "get; synchronize both with a time server",
  ];
}

function lostRowsWarning({ lostRows }: Pick<Store, "lostRows">): string[] {
  const lost = lostRows();
  if (lost === null) return [];
  const { decisions, outcomes, noticedAt } = lost;
  return [
    `at least ${decisions} stored decisions and ${outcomes} outcomes are missing from events.db (noticed ` +
      `${noticedAt}): its write-ahead log or the file was replaced or deleted, or its disk loses writes. Find the ` +
      "reason, restore a backup if it has them, and delete the file lost-rows in the data folder",
  ];
}

async function diskWarning(dataFolder: string): Promise<string[]> {
  const space = await diskSpaceOf(dataFolder).catch((error: NodeJS.ErrnoException) => error);
  if (space instanceof Error) return [`the data folder cannot be read: ${space.code}`];
  const { free } = space;
  if (free >= lowSpaceBytes) return [];
  return [
    `the disk of the data folder has ${spaceText(free)} left, less than ` +
      `${spaceText(lowSpaceBytes)}: free disk space, or decisions will be refused`,
  ];
}

/** @throws StorageUnavailable if the work takes longer, which then goes on. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = `a write took longer than ${ms / 1000} s`;
    timer = setTimeout(() => reject(new StorageUnavailable(reason)), ms);
  });
  work.catch(() => {}); // Of a write that fails after its time, too.
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
