/**
 * How far a project's bookings have moved. Features are counted from what each decision was computed
 * from, so that only some decisions are looked at, one project at a time, and the answer is kept.
 */
import type { FeatureShift } from "../../drift/drift.ts";
import { type DriftFigures, driftOf } from "../../drift/drift.ts";
import { referenceFor } from "../../drift/references.ts";
import { sampleDecisions, sampleMax } from "../../drift/sample.ts";
import { Problem } from "../../http/problem.ts";
import type { Store } from "../../storage/store.ts";
import type { Parts } from "../parts.ts";
import { type RangeQuery, rangeOf } from "./range.ts";

/** How long an answer is given again, ms. */
const keptMs = 5 * 60 * 1000;
/** Answers that are kept, and that are waited for. */
const keptMax = 50;
const waitingMax = 10;
/** Between two pages of decisions, ms: for those who wait for an answer meanwhile. */
const pauseMs = 5;
/** Features that are shown beside those that have moved. */
const shownLeast = 10;

export interface Drift {
  /** How many decisions were looked at, and whether those are all of the range at most. */
  decisions: number;
  isSample: boolean;
  /** What they are compared with; null, as all else, where there is nothing to compare. */
  reference: { of: string; rows: number } | null;
  score: DriftFigures["score"] | null;
  telemetry: DriftFigures["telemetry"] | null;
  /** Those that have moved, and the next ones, the worst first. */
  features: FeatureShift[];
  /** Features that are not in this list: all of them are stable. */
  stable: number;
  days: Pick<DriftFigures["days"][number], "day" | "decisions" | "stability" | "level">[];
}

type Look = (projectId: string, query: RangeQuery) => Promise<Drift>;

export function driftLook({ store, now }: Pick<Parts, "store" | "now">): Look {
  const kept = new Map<string, { at: number; drift: Promise<Drift> }>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** One after another. @throws Problem unavailable */
  function inTurn(work: () => Promise<Drift>): Promise<Drift> {
    if (waiting >= waitingMax) {
      throw new Problem("unavailable", "Drift is being counted for others; try again soon.");
    }
    waiting += 1;
    const done = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = done.catch(() => {});
    return done;
  }

  return async (projectId, query) => {
    const { from, to } = rangeOf(query, now());
    const name = `${projectId} ${from} ${to}`;
    const before = kept.get(name);
    if (before && now() - before.at < keptMs) return before.drift;
    const drift = inTurn(() => countDrift(projectId, { from, to }, store));
    kept.delete(name);
    kept.set(name, { at: now(), drift });
    drift.catch(() => kept.delete(name));
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break;
      kept.delete(oldest);
    }
    return drift;
  };
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

async function countDrift(
  projectId: string,
  period: { from: number; to: number },
  store: Store,
): Promise<Drift> {
  const found = await referenceFor(projectId, store, pause);
  if (!found) {
    const nothing = { reference: null, score: null, telemetry: null };
    return { decisions: 0, isSample: false, ...nothing, features: [], stable: 0, days: [] };
  }
  const { of, reference } = found;
  const pages = sampleDecisions(projectId, period, store, pause);
  const figures = await driftOf({ projectId, reference, pages }, store);
  const moved = figures.features.filter(({ level }) => level !== "stable").length;
  const shown = figures.features.slice(0, Math.max(moved, shownLeast));
  return {
    decisions: figures.decisions,
    isSample: await hasMore(projectId, period, figures.decisions, store),
    reference: { of, rows: reference.rows },
    score: figures.score,
    telemetry: figures.telemetry,
    features: shown,
    stable: figures.features.length - shown.length,
    days: figures.days.map(({ day, decisions, stability, level }) => ({
      ...{ day, decisions, stability, level },
    })),
  };
}

/** Whether the range has more decisions than were looked at. */
async function hasMore(
  projectId: string,
  { from, to }: { from: number; to: number },
  looked: number,
  { search }: Store,
): Promise<boolean> {
  if (looked >= sampleMax) return true;
  const tallies = await search.byScore(projectId, from, to);
  return tallies.reduce((sum, { count }) => sum + count, 0) > looked;
}
