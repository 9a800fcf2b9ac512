/** `/projects/:projectId/overview`: a project in figures, and how far its bookings have moved. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { decisionsOf } from "../../../decisions/decisions.ts";
import { type Hotels, hotelsOf } from "../../../decisions/hotels.ts";
import { type Overview, overviewOf } from "../../../decisions/overview.ts";
import type { ResponseTimeSummary } from "../../monitoring/response-times.ts";
import { pageRows, reasonsAhead } from "../decision-list/ahead.ts";
import type { RouteDeps } from "../deps.ts";
import { userGuard } from "../guards.ts";
import { driftReader } from "./drift.ts";
import { RangeQuery, rangeOf, wholeDays } from "./range.ts";

const ofRange = { params: Type.Object({ projectId: Type.String() }), query: RangeQuery };

export const overviewRoutes = (deps: RouteDeps) => {
  const hotels = hotelsOf(deps.store, deps.now);
  const getDrift = driftReader(deps);
  const explainAhead = reasonsAhead(deps);
  /** From here people go to the newest decisions. They are looked for once a minute. */
  const explainNewest = (projectId: string) =>
    explainAhead(projectId, String(Math.floor(deps.now() / 60_000)), () =>
      decisionsOf(deps.store, deps.now, hotels).page(
        projectId,
        { view: {}, limit: pageRows },
        false,
      ),
    );
  return new Elysia({ prefix: "/projects/:projectId/overview" })
    .use(userGuard(deps))
    .get(
      "",
      async ({ params: { projectId }, query }) => {
        const overview = await getOverview(deps, hotels, projectId, query);
        void explainNewest(projectId);
        return overview;
      },
      ofRange,
    )
    .get("/drift", ({ params, query }) => getDrift(params.projectId, query), ofRange);
};

export interface OverviewAnswer extends Overview {
  /** Unix ms. */
  asOf: number;
  /** The whole days by which hotels and countries are counted, Unix ms; they contain the range. */
  days: { from: number; to: number };
  /** Whether the project has any decision at all. */
  everDecided: boolean;
  /** Decisions of all projects that are not counted here yet. */
  uncounted: number;
  /** Of `POST /v1/risk`, of all projects, in this process. */
  answerTimes: ResponseTimeSummary;
}

/** @throws DomainError invalid_input */
async function getOverview(
  { store, now, answerTimes }: RouteDeps,
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
    asOf,
    days: wholeDays(range),
    everDecided: any !== undefined,
    uncounted,
    answerTimes: times,
  };
}
