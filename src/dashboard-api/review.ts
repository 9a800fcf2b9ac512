/** `/projects/:projectId/review`: the queue of decisions that people look into, one case after the other. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { RiskRequest } from "../request/risk-request.ts";
import { verdicts } from "../reviews/limits.ts";
import {
  decideCase,
  listCases,
  openCase,
  openNextCase,
  openReview,
  type ReviewCase,
  reviewFigures,
} from "../reviews/reviews.ts";
import { getReviewRules, setReviewRules } from "../reviews/rules.ts";
import { type ReviewView, reviewViews } from "../storage/reviews.ts";
import type { RouteDeps } from "./deps.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { ofProject, oneOf } from "./schemas.ts";

const DecisionId = Type.String({ maxLength: 128 });
const ofDecision = { params: Type.Object({ projectId: Type.String(), decisionId: DecisionId }) };

export const reviewRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/review" })
    .use(userGuard(deps))
    .get("", ({ caller, params }) => reviewFigures(deps, caller.actor, params.projectId), {
      params: ofProject,
    })
    .get(
      "/cases",
      async ({ caller, params, query }) => ({
        cases: await listedCases(deps, caller, { ...params, ...query }),
      }),
      { params: ofProject, query: Type.Object({ view: Type.Optional(oneOf(reviewViews)) }) },
    )
    .post(
      "/next",
      async ({ caller, params, body }) => ({
        next: await openNextCase(deps, caller.actor, { ...params, ...body }),
      }),
      { params: ofProject, body: Type.Object({ after: Type.Optional(DecisionId) }) },
    )
    .get("/rules", ({ params }) => getReviewRules(deps, params.projectId), { params: ofProject })
    .put(
      "/rules",
      ({ caller, params: { projectId }, body: rules }) =>
        setReviewRules(deps, caller.actor, { projectId, rules }),
      {
        params: ofProject,
        body: Type.Object({
          band: Type.Union([Type.Null(), Type.Object({ from: Type.Number(), to: Type.Number() })]),
          share: Type.Number(),
        }),
      },
    );

export const decisionReviewRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/decisions/:decisionId/review" })
    .use(userGuard(deps))
    .post("", ({ caller, params }) => openReview(deps, caller.actor, params), ofDecision)
    .post("/claim", ({ caller, params }) => openCase(deps, caller.actor, params), ofDecision)
    // The next case comes with the answer, so that nobody waits for it.
    .post(
      "/verdict",
      async ({ caller, params, body }) => {
        const review = await decideCase(deps, caller.actor, { ...params, ...body });
        const { projectId } = params;
        return { review, next: await openNextCase(deps, caller.actor, { projectId }) };
      },
      {
        ...ofDecision,
        body: Type.Object({ claim: Type.Number(), verdict: oneOf(verdicts) }),
      },
    );

/** A case with what it is recognised by. */
export interface ListedCase extends ReviewCase {
  riskScore: number;
  riskLevel: string;
  /** "" where it was removed. */
  hotel: string;
}

async function listedCases(
  deps: RouteDeps,
  { actor }: UserCaller,
  of: { projectId: string; view?: ReviewView | undefined },
): Promise<ListedCase[]> {
  const cases = await listCases(deps, actor, of);
  const { decisions } = deps.store;
  const records = await Promise.all(
    cases.map(({ decisionId }) => decisions.find(of.projectId, decisionId)),
  );
  return cases.flatMap((one, n) => {
    const record = records[n]; // Null where it was erased in the meantime.
    if (!record) return [];
    const { riskScore, riskLevel, request } = record;
    const { hotel } = JSON.parse(request) as RiskRequest;
    return [{ ...one, riskScore, riskLevel, hotel: hotel.name }];
  });
}
