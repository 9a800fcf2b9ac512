/**
 * Ends the retention of decisions (GDPR, Article 5(1)(e)): what identifies the guest is removed, and what
 * a model is trained with is kept, unless the project keeps nothing.
 *
 * What is kept (features, score, level, action, outcome and the decision's ID) names nobody. Whoever
 * stored the decision's ID with a booking can still tell whose it was: it is pseudonymous, not anonymous.
 */
import { dayMs } from "../../base/durations.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import type { KeptOfDecisions, ProjectChoices } from "../../storage/port/projects.ts";
import type { Store } from "../../storage/port/store.ts";

/** Decisions that are blanked at once: a transaction of about 2 ms. */
const pageRows = 24;
/** Between two of them, ms, so that requests are answered in between. */
const pauseMs = 25;

/** Velocity counts 30 days: what it remembers of them is never older than the shortest retention. */
export const decisionRetentionDays = { min: 31, max: 36_500, forEver: 0 } as const;

export interface DecisionRetention {
  /** 0 for ever. */
  days: number;
  keeps: KeptOfDecisions;
}

/** A project's own retention, or else the service's. */
export function decisionRetentionOf(
  choices: ProjectChoices | null,
  serviceDays: number,
): DecisionRetention {
  return {
    days: choices?.decisionRetentionDays ?? serviceDays,
    keeps: choices?.decisionRetentionKeeps ?? "training",
  };
}

/**
 * The retention of decisions of before this time has ended, Unix ms: the beginning of a day in UTC, so
 * that each day's are blanked together. Null where it never ends.
 */
export function endedBefore(days: number, now: number): number | null {
  if (days === decisionRetentionDays.forEver) return null;
  return Math.floor(now / dayMs) * dayMs - days * dayMs;
}

export interface BlankedDecisions extends DecisionRetention {
  projectId: string;
  decisions: number;
}

interface Options {
  /** The retention of projects without one of their own; 0 for ever. */
  days: number;
  now: () => number;
  stopped: () => boolean;
}

type Stores = Pick<Store, "projects" | "guests" | "audit">;

/**
 * @returns a function that ends the retention of all decisions that are due, in small steps, and returns
 *   of how many in each project. It ends early when `stopped` returns true. Interrupted at any point, it
 *   goes on the next time. A project's own retention is read before each step.
 */
export function decisionRetention(
  store: Stores,
  options: Options,
): () => Promise<BlankedDecisions[]> {
  return async () => {
    const blanked: BlankedDecisions[] = [];
    const months = await deleteMonths(store, options);
    for (const { id } of await store.projects.list()) {
      const done = await sweep(id, store, options);
      done.decisions += months.get(id) ?? 0;
      if (done.decisions === 0) continue;
      blanked.push(done);
      const { decisions, days, keeps } = done;
      const about = { subject: id, projectId: id, detail: { decisions, days, keeps } };
      await store.audit.add(
        auditEntry({ name: "service" }, options.now(), "decision.retention", about),
      );
    }
    return blanked;
  };
}

/**
 * Whole months of which nothing is kept, where the store has them.
 * @returns how many decisions were deleted of each project.
 */
async function deleteMonths(
  { projects, guests }: Stores,
  { days, now, stopped }: Options,
): Promise<Map<string, number>> {
  const deleted = new Map<string, number>();
  const isOver = async (projectId: string, end: number) => {
    const retention = decisionRetentionOf(await projects.choices(projectId), days);
    const before = endedBefore(retention.days, now());
    return retention.keeps === "nothing" && before !== null && before >= end;
  };
  for (const { projectId, decisions } of await guests.deleteMonths(isOver, stopped)) {
    deleted.set(projectId, (deleted.get(projectId) ?? 0) + decisions);
  }
  return deleted;
}

async function sweep(
  projectId: string,
  { projects, guests }: Stores,
  { days: serviceDays, now, stopped }: Options,
): Promise<BlankedDecisions> {
  const startedAt = now();
  let decisions = 0;
  for (;;) {
    const retention = decisionRetentionOf(await projects.choices(projectId), serviceDays);
    const before = endedBefore(retention.days, startedAt);
    const step =
      before === null || stopped()
        ? null
        : await endNext(guests, projectId, before, retention.keeps);
    if (step === null) return { projectId, decisions, ...retention };
    decisions += step;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** @returns how many decisions were blanked or deleted; null where none was due. */
async function endNext(
  guests: Stores["guests"],
  projectId: string,
  before: number,
  keeps: KeptOfDecisions,
): Promise<number | null> {
  const wholly = keeps === "nothing";
  const due = await guests.due(projectId, before, wholly, pageRows);
  if (due.length === 0) return null;
  const hidden = await guests.hide(projectId, due, null);
  const stored = hidden.filter(({ id, isBlanked }) => id !== null && (wholly || !isBlanked));
  const { decisions } = wholly
    ? await guests.deleteDecisions(
        projectId,
        stored.map(({ id }) => id!),
      )
    : await guests.blank(
        projectId,
        stored.map(({ id, blanked }) => ({ id: id!, identities: blanked })),
      );
  await guests.forget(projectId, hidden, null, wholly);
  return decisions;
}
