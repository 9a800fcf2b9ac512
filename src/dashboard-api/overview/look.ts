/** A project's figures over a range, and how the service does meanwhile. */
import type { Hotels } from "../../decisions/hotels.ts";
import { type Overview, overviewOf } from "../../decisions/overview.ts";
import type { ResponseTimeSummary } from "../../http/response-times.ts";
import type { Parts } from "../parts.ts";
import { type RangeQuery, rangeOf, wholeDays } from "./range.ts";

export interface OverviewAnswer extends Overview {
  /** Unix ms. */
  asOf: number;
  /** The days that hotels and countries are counted by, Unix ms; more than the range may be. */
  days: { from: number; to: number };
  /** Whether the project has any decision, of whatever time. */
  everDecided: boolean;
  /** Decisions, of all projects, that were made and are not counted here yet. */
  uncounted: number;
  /** Of `POST /v1/risk`, of all projects, in this process. */
  answerTimes: ResponseTimeSummary;
}

/** @throws Problem validation_failed */
export async function lookAtOverview(
  { store, now, answerTimes }: Parts,
  hotels: Hotels,
  projectId: string,
  query: RangeQuery,
): Promise<OverviewAnswer> {
  const asOf = now();
  const range = rangeOf(query, asOf);
  const [figures, [any], uncounted, times] = await Promise.all([
    overviewOf(projectId, range, { store, hotels }),
    store.decisions.after(projectId, "", 1),
    store.search.backlog(),
    answerTimes.summary(),
  ]);
  return {
    ...figures,
    ...{ asOf, days: wholeDays(range), everDecided: any !== undefined, uncounted },
    answerTimes: times,
  };
}
