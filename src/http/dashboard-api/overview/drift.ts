/**
 * How far a project's bookings have moved. Features are counted from what each decision was computed
 * from, so only a sample is read, one project at a time, and the report is cached.
 */
import type { DriftFigures, FeatureShift } from "../../../evaluation/drift/drift.ts";
import type { BoundedPeriod } from "../../../evaluation/drift/past-periods.ts";
import { sampleMax } from "../../../evaluation/drift/sample.ts";
import { type SampledDrift, sampledDrift } from "../../../evaluation/drift/sampled-drift.ts";
import type { Store } from "../../../storage/port/store.ts";
import { Problem } from "../../problems/problem.ts";
import type { RouteDeps } from "../deps.ts";
import { type RangeQuery, rangeOf } from "./range.ts";

/** How long a report is valid, ms. */
const cachedMs = 5 * 60 * 1000;
/** Reports that are cached, and that may wait to be computed. */
const cachedMax = 50;
const waitingMax = 10;

export interface Drift extends Omit<DriftFigures, "bands" | "days"> {
  /** Whether the range has more decisions than were read. */
  isSample: boolean;
  /** Those that have moved, the largest effect on scores first. */
  features: FeatureShift[];
  /** The number of features that are compared and have not moved. */
  stable: number;
  days: Pick<DriftFigures["days"][number], "day" | "decisions" | "stability" | "level">[];
}

type GetDrift = (projectId: string, query: RangeQuery) => Promise<Drift>;

type DriftDeps = Pick<RouteDeps, "store" | "now" | "models">;

export function driftReader(deps: DriftDeps): GetDrift {
  const { store, now, models } = deps;
  const driftOf = sampledDrift({
    store,
    now,
    withModel: (projectId, work) => models.inService.withModel(projectId, work),
  });
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
    const drift = inTurn(() => countDrift(projectId, { from, to }, { store, driftOf }));
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

async function countDrift(
  projectId: string,
  period: BoundedPeriod,
  { store, driftOf }: { store: Store; driftOf: SampledDrift },
): Promise<Drift> {
  const { days, bands: _, ...figures } = await driftOf(projectId, period);
  const moved = figures.features.filter(({ level }) => level !== "stable");
  return {
    ...figures,
    isSample: await hasMore(projectId, period, figures.decisions, store),
    features: moved,
    stable: figures.features.length - moved.length,
    days: days.map(({ day, decisions, stability, level }) => ({
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
