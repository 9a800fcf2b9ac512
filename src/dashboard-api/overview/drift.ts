/**
 * How far a project's bookings have moved. Features are counted from what each decision was computed
 * from, so only a sample is read, one project at a time, and the report is cached.
 */
import type { FeatureShift } from "../../drift/drift.ts";
import { type DriftFigures, driftOf } from "../../drift/drift.ts";
import { referenceFor } from "../../drift/references.ts";
import { sampleDecisions, sampleMax } from "../../drift/sample.ts";
import { Problem } from "../../http/problem.ts";
import type { Store } from "../../storage/store.ts";
import type { RouteDeps } from "../deps.ts";
import { type RangeQuery, rangeOf } from "./range.ts";

/** How long a report is valid, ms. */
const cachedMs = 5 * 60 * 1000;
/** Reports that are cached, and that may wait to be computed. */
const cachedMax = 50;
const waitingMax = 10;
/** The pause between two pages of decisions, ms, in which other requests are answered. */
const pauseMs = 5;
/** The smallest number of features shown. */
const shownMin = 10;

export interface Drift {
  /** How many decisions were read, and whether the range has more. */
  decisions: number;
  isSample: boolean;
  /** What they are compared with; null, with everything else, where there is no reference. */
  reference: { of: string; rows: number } | null;
  score: DriftFigures["score"] | null;
  telemetry: DriftFigures["telemetry"] | null;
  /** Those that have moved and the next ones, the largest shift first. */
  features: FeatureShift[];
  /** The number of features that are not in this list; all of them are stable. */
  stable: number;
  days: Pick<DriftFigures["days"][number], "day" | "decisions" | "stability" | "level">[];
}

type GetDrift = (projectId: string, query: RangeQuery) => Promise<Drift>;

export function driftReader({ store, now }: Pick<RouteDeps, "store" | "now">): GetDrift {
  const cached = new Map<string, { at: number; drift: Promise<Drift> }>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** One after another. @throws Problem unavailable */
  function inTurn(work: () => Promise<Drift>): Promise<Drift> {
    if (waiting >= waitingMax) {
      throw new Problem(
        "unavailable",
        "Too many drift reports are being computed. Try again soon.",
      );
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
    const before = cached.get(name);
    if (before && now() - before.at < cachedMs) return before.drift;
    const drift = inTurn(() => countDrift(projectId, { from, to }, store));
    cached.delete(name);
    cached.set(name, { at: now(), drift });
    drift.catch(() => cached.delete(name));
    for (const oldest of cached.keys()) {
      if (cached.size <= cachedMax) break;
      cached.delete(oldest);
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
  const shown = figures.features.slice(0, Math.max(moved, shownMin));
  return {
    decisions: figures.decisions,
    isSample: await hasMore(projectId, period, figures.decisions, store),
    reference: { of, rows: reference.rows },
    score: figures.score,
    telemetry: figures.telemetry,
    features: shown,
    stable: figures.features.length - shown.length,
    days: figures.days.map(({ day, decisions, stability, level }) => ({
      day,
      decisions,
      stability,
      level,
    })),
  };
}

/** Whether the range has more decisions than were read. */
async function hasMore(
  projectId: string,
  { from, to }: { from: number; to: number },
  readCount: number,
  { search }: Store,
): Promise<boolean> {
  if (readCount >= sampleMax) return true;
  const tallies = await search.byScore(projectId, from, to);
  return tallies.reduce((sum, { count }) => sum + count, 0) > readCount;
}
