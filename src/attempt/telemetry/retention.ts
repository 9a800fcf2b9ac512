/**
 * Deletes telemetry when its retention has ended. Decisions lose nothing: each stores the
 * collection's summary as of its own time.
 */
import type { Store } from "../../storage/port/store.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Between two deletions, ms, so that requests are answered in between. */
const pauseMs = 25;

/**
 * Days of retention for telemetry. A collection grows for up to 24 hours, so the minimum is one day.
 * 0 stands for ever.
 */
export const retentionDays = { min: 1, max: 36_500, forEver: 0 } as const;

/** A retention of 0 or of whole days within the limits; null for anything else. */
export function readRetentionDays(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,5}$/.test(text)) return null;
  const days = Number(text);
  const { min, max, forEver } = retentionDays;
  return days === forEver || (days >= min && days <= max) ? days : null;
}

/** Telemetry received before this time is deleted, Unix ms; null where none ever is. */
export function keptSince(days: number, now: number): number | null {
  return days === retentionDays.forEver ? null : now - days * dayMs;
}

/** What was deleted of one project, and after how many days. A project may have several. */
export interface DeletedTelemetry {
  projectId: string;
  days: number;
  batches: number;
  collections: number;
}

interface Options {
  /** The retention of projects without a setting of their own; 0 for ever. */
  days: number;
  now: () => number;
  stopped: () => boolean;
}

/**
 * @returns a function that deletes all telemetry that is due, in small steps, and returns how much
 *   was deleted of each project. It ends early when `stopped` returns true. Two services may run it
 *   on one data folder. A project's own retention is read before each step, so that extending it
 *   saves what is not deleted yet.
 */
export function retention(store: Store, options: Options): () => Promise<DeletedTelemetry[]> {
  return async () => {
    const { days, now, stopped } = options;
    const deleted: DeletedTelemetry[] = [];
    const isOver = async (projectId: string, end: number) => {
      const since = keptSince(await daysOf(projectId, store, days), now());
      return since !== null && since >= end;
    };
    // Whole months first: they take no time, however much they have.
    for (const month of await store.collections.deleteMonths(isOver, stopped)) {
      deleted.push({ ...month, days: await daysOf(month.projectId, store, days) });
    }
    for (const projectId of await store.collections.projects()) {
      const done = await sweep(projectId, store, options);
      if (done.batches > 0) deleted.push(done);
    }
    return deleted;
  };
}

async function daysOf(
  projectId: string,
  { projects }: Pick<Store, "projects">,
  serviceDays: number,
): Promise<number> {
  return (await projects.choices(projectId))?.telemetryRetentionDays ?? serviceDays;
}

async function sweep(
  projectId: string,
  { projects, collections }: Store,
  { days: defaultDays, now, stopped }: Options,
): Promise<DeletedTelemetry> {
  const deleted: DeletedTelemetry = { projectId, days: defaultDays, batches: 0, collections: 0 };
  const startedAt = now();
  for (let more = true; more && !stopped(); ) {
    deleted.days = await daysOf(projectId, { projects }, defaultDays);
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
