/**
 * Deletes what browsers sent when its retention has ended. Decisions lose nothing: each keeps the
 * collection's summary as it was then.
 */
import type { Store } from "../storage/store.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Between two deletions, ms: what is asked meanwhile is answered first. */
const pauseMs = 25;

/**
 * Days that telemetry may be kept. A collection is added to for 24 hours: none is deleted while it
 * still grows. 0 stands for ever.
 */
export const retentionDays = { min: 1, max: 36_500, forEver: 0 } as const;

/** Null where the text or number is none: 0, or a whole number within the bounds. */
export function readRetentionDays(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,5}$/.test(text)) return null;
  const days = Number(text);
  const { min, max, forEver } = retentionDays;
  return days === forEver || (days >= min && days <= max) ? days : null;
}

/** What is received before this is deleted, Unix ms; null where nothing ever is. */
export function keptSince(days: number, now: number): number | null {
  return days === retentionDays.forEver ? null : now - days * dayMs;
}

/** What was deleted of one project, and after how many days. */
export interface DeletedOf {
  projectId: string;
  days: number;
  batches: number;
  collections: number;
}

interface Options {
  /** How long telemetry is kept of projects that do not say; 0 for ever. */
  days: number;
  now: () => number;
  stopped: () => boolean;
}

/**
 * @returns a function that deletes all that is due by now, in small steps, and tells how much that
 *   was of which project. It ends early where `stopped` says so. Two services may do it on one
 *   folder. A project's own retention is looked up before each step: one that is made longer saves
 *   what is not deleted yet.
 */
export function retention(store: Store, options: Options): () => Promise<DeletedOf[]> {
  return async () => {
    const deleted: DeletedOf[] = [];
    for (const projectId of await store.collections.projects()) {
      const done = await sweep(projectId, store, options);
      if (done.batches > 0) deleted.push(done);
    }
    return deleted;
  };
}

async function sweep(
  projectId: string,
  { projects, collections }: Store,
  { days: usual, now, stopped }: Options,
): Promise<DeletedOf> {
  const deleted: DeletedOf = { projectId, days: usual, batches: 0, collections: 0 };
  const startedAt = now();
  for (let more = true; more && !stopped(); ) {
    const own = (await projects.choices(projectId))?.telemetryRetentionDays ?? null;
    deleted.days = own ?? usual;
    const before = keptSince(deleted.days, startedAt);
    if (before === null) break;
    const step = await collections.deleteBefore(projectId, before);
    deleted.batches += step.batches;
    deleted.collections += step.collections;
    more = step.more;
    if (more) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return deleted;
}
