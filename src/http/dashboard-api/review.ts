/** `/projects/:projectId/review`: the queue of decisions that people look into, one case after the other. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { DomainError } from "../../base/domain-error.ts";
import { decisionsOf } from "../../decisions/decisions.ts";
import { reviewLimits, verdicts } from "../../decisions/reviews/limits.ts";
import {
  decideCase,
  followingDecision,
  listCases,
  openCase,
  openNextCase,
  openReview,
  type ReviewCase,
  reviewFigures,
  undecidedCases,
} from "../../decisions/reviews/reviews.ts";
import { getReviewRules, setReviewRules } from "../../decisions/reviews/rules.ts";
import { isAllowed } from "../../projects/accounts/permissions.ts";
import { type ReviewView, reviewViews } from "../../storage/port/reviews.ts";
import type { LinkKind } from "../../storage/port/search.ts";
import type { RouteDeps } from "./deps.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { ofProject, oneOf } from "./schemas.ts";

const DecisionId = Type.String({ maxLength: 128 });
const ofDecision = { params: Type.Object({ projectId: Type.String(), decisionId: DecisionId }) };

const reviewRules = {
  band: Type.Union([Type.Null(), Type.Object({ from: Type.Number(), to: Type.Number() })]),
  share: Type.Number(),
};

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
    .post("/next", ({ caller, params, body }) => serveNext(deps, caller, { ...params, ...body }), {
      params: ofProject,
      body: Type.Object({ after: Type.Optional(DecisionId) }),
    })
    .get("/rules", ({ params }) => getReviewRules(deps, params.projectId), { params: ofProject })
    .put(
      "/rules",
      ({ caller, params: { projectId }, body: { replaces, ...rules } }) =>
        setReviewRules(deps, caller.actor, { projectId, rules, replaces }),
      {
        params: ofProject,
        body: Type.Object({ ...reviewRules, replaces: Type.Optional(Type.Object(reviewRules)) }),
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
        if (body.opensNext === false) return { review, next: null, following: null };
        const { projectId } = params;
        return { review, ...(await serveNext(deps, caller, { projectId })) };
      },
      {
        ...ofDecision,
        body: Type.Object({
          claim: Type.Number(),
          verdict: oneOf(verdicts),
          opensNext: Type.Optional(Type.Boolean()),
        }),
      },
    )
    .get(
      "/linked",
      async ({ caller, params }) => ({ cases: await linkedCases(deps, caller, params) }),
      ofDecision,
    );

export interface ServedCase {
  /** Null where none waits. */
  next: ReviewCase | null;
  /** From `followingDecision`, for the page to prefetch. */
  following: string | null;
}

async function serveNext(
  deps: RouteDeps,
  { actor }: UserCaller,
  of: { projectId: string; after?: string | undefined },
): Promise<ServedCase> {
  const next = await openNextCase(deps, actor, of);
  return { next, following: next && (await followingDecision(deps, actor, of.projectId)) };
}

/** An open case of a decision that shares an identity with another one. */
export interface LinkedCase extends ReviewCase {
  shares: LinkKind[];
  bookedAt: string;
  riskScore: number;
  riskLevel: string;
  hotel: string;
  /** Null without the permission to see guests' data. */
  guest: string | null;
}

/** @throws DomainError decision_not_found */
async function linkedCases(
  deps: RouteDeps,
  { grants }: UserCaller,
  { projectId, decisionId }: { projectId: string; decisionId: string },
): Promise<LinkedCase[]> {
  const personal = isAllowed(grants, "guest.read", projectId);
  const linked = await decisionsOf(deps.store, deps.now).linked(projectId, decisionId, personal);
  if (!linked) throw new DomainError("decision_not_found", { decisionId });
  const rows = new Map(linked.decisions.map((row) => [row.decisionId, row]));
  const cases = await undecidedCases(deps, projectId, [...rows.keys()]);
  return cases.slice(0, reviewLimits.linked).map((one) => {
    const { shares, decidedAt, riskScore, riskLevel, hotel, guest } = rows.get(one.decisionId)!;
    const shown = { shares, riskScore, riskLevel, hotel: hotel.name, guest: guest?.name ?? null };
    return { ...one, ...shown, bookedAt: decidedAt };
  });
}

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
