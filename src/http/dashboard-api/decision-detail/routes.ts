/** `/projects/:projectId/decisions/:decisionId`: everything that is known of one decision. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DomainError } from "../../../base/domain-error.ts";
import { QueueFull } from "../../../base/fair-queue.ts";
import { decisionsOf, type LinkedRow } from "../../../decisions/decisions.ts";
import { type IdentityPage, identityPage } from "../../../decisions/identity.ts";
import { entriesOf, listableValues } from "../../../decisions/lists/decision-values.ts";
import type { ListEntry } from "../../../decisions/lists/lists.ts";
import { givePass } from "../../../decisions/lists/passes.ts";
import { blindSearch } from "../../../decisions/reviews/blind-outcomes.ts";
import { isExpected } from "../../../model/reasons/explainer/explain.ts";
import type { Reasons } from "../../../model/reasons/reasons.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import { setOutcome, withdrawOutcome } from "../../../risk/outcome.ts";
import type { Verification } from "../../../risk/verify.ts";
import { type LinkCount, type LinkKind, linkKinds } from "../../../storage/port/search.ts";
import { rateLimiter } from "../../admission/rate-limit.ts";
import { Problem } from "../../problems/problem.ts";
import type { LookUps } from "../decision-list/audited-find.ts";
import type { RouteDeps } from "../deps.ts";
import { type UserCaller, userGuard } from "../guards.ts";
import { Outcome, oneOf } from "../schemas.ts";
import { getDecisionDetail } from "./detail.ts";
import { getFeatures } from "./features.ts";
import { type DecisionParams, getDecision } from "./get-decision.ts";
import { getJourney } from "./journey.ts";
import { references } from "./references.ts";

const ofDecision = {
  params: Type.Object({ projectId: Type.String(), decisionId: Type.String({ maxLength: 128 }) }),
};

const Report = Type.Object({
  outcome: Outcome,
  occurredAt: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  /** The outcome that the user has seen. */
  replaces: Type.Union([Outcome, Type.Null()]),
});

/** Of one person: nobody clicks faster, and a loop leaves the machine to others. */
const verificationsPerSecond = 5;

export const decisionDetailRoutes = (deps: RouteDeps, lookUps: LookUps) => {
  const verifyRate = rateLimiter(verificationsPerSecond, deps.now, "person");
  const referenceOf = references(deps);
  return new Elysia({ prefix: "/projects/:projectId/decisions/:decisionId" })
    .use(userGuard(deps))
    .get("", ({ caller, params }) => getDecisionDetail(deps, caller, params), ofDecision)
    .get("/journey", ({ caller, params }) => getJourney(deps, caller, params), ofDecision)
    .get("/features", ({ params }) => getFeatures(deps, referenceOf, params), ofDecision)
    .get("/reasons", ({ caller, params }) => getReasons(deps, caller, params), ofDecision)
    .get("/linked", ({ caller, params }) => getLinked(deps, caller, params), ofDecision)
    .get("/same/:kind", ({ caller, params }) => getIdentity({ ...deps, lookUps }, caller, params), {
      params: Type.Composite([ofDecision.params, Type.Object({ kind: oneOf(linkKinds) })]),
    })
    .get(
      "/lists",
      async ({ params }) => listableValues(deps, await getDecision(deps.store, params)),
      ofDecision,
    )
    .post(
      "/pass",
      ({ caller, params, body }) => givePass(deps, caller.actor, { ...params, ...body }),
      { ...ofDecision, body: Type.Object({ reason: Type.String({ maxLength: 1000 }) }) },
    )
    .post(
      "/verify",
      ({ caller, params }) => {
        verifyRate(caller.user.id);
        return verify(deps, caller, params);
      },
      ofDecision,
    )
    .post(
      "/outcome",
      ({ caller, params, body: { replaces, ...report } }) =>
        setOutcome(deps, caller.actor, { ...params, report, replaces }),
      { ...ofDecision, body: Report },
    )
    .post(
      "/outcome/withdraw",
      async ({ caller, params, body: { replaces } }) => ({
        before: await withdrawOutcome(deps, caller.actor, { ...params, replaces }),
      }),
      { ...ofDecision, body: Type.Object({ replaces: Outcome }) },
    );
};

/**
 * Why the decision has its score: computed by the model that decided when first asked for, and
 * stored.
 *
 * @throws DomainError decision_not_found; Problem rate_limited, or conflict where that model is
 *   missing or gives no reasons.
 */
async function getReasons(
  { store, explainer }: RouteDeps,
  { user }: UserCaller,
  params: DecisionParams,
): Promise<Reasons> {
  const record = await getDecision(store, params);
  try {
    return await explainer.of(record, user.id);
  } catch (error) {
    if (error instanceof QueueFull) throw tooMany(error);
    if (!isExpected(error)) throw error;
    throw new Problem("conflict", `Reasons are not available: ${error.message}.`);
  }
}

export interface Linked {
  counts: LinkCount[];
  /** Oldest first; for each kind of link, the nearest in time. */
  decisions: LinkedRow[];
}

/** Other decisions with the same device, mailbox, phone, address, name or booker. */
async function getLinked(
  { store, now }: RouteDeps,
  { grants, actor }: UserCaller,
  params: DecisionParams,
): Promise<Linked> {
  const { projectId, id } = await getDecision(store, params);
  const showsGuests = isAllowed(grants, "guest.read", projectId);
  const search = blindSearch({ store, now }, actor);
  const linked = await decisionsOf({ search }, now).linked(projectId, id, showsGuests);
  if (!linked) throw new DomainError("decision_not_found", { decisionId: id });
  return linked;
}

export interface ShownIdentityPage extends IdentityPage {
  /** The entries that have its value now, oldest first; empty without the permission to see guests' data. */
  entries: ListEntry[];
}

/**
 * Everything about what a decision has of one kind, such as its device. Looking at it is audited.
 * @throws DomainError decision_not_found; Problem not_found where it has nothing of that kind.
 */
async function getIdentity(
  { store, now, lookUps }: RouteDeps & { lookUps: LookUps },
  caller: UserCaller,
  params: DecisionParams & { kind: LinkKind },
): Promise<ShownIdentityPage> {
  const record = await getDecision(store, params);
  const { projectId, id: decisionId } = record;
  const { kind } = params;
  await lookUps.view(caller, projectId, { same: { kind, decisionId } });
  const personal = isAllowed(caller.grants, "guest.read", projectId);
  const search = blindSearch({ store, now }, caller.actor);
  const shown = { decisions: store.decisions, search };
  const page = await identityPage(shown, { projectId, decisionId, kind }, personal);
  if (page) {
    const entries = personal ? await entriesOf({ store, now }, record, kind) : [];
    return { ...page, entries };
  }
  throw new Problem("not_found", "This decision has nothing of that kind, or it was removed.");
}

/** Whether the decision is the same, bit for bit, when it is computed again. */
async function verify(
  { store, explainer }: RouteDeps,
  { user }: UserCaller,
  params: DecisionParams,
): Promise<Verification> {
  const record = await getDecision(store, params);
  try {
    return await explainer.verify(record, user.id);
  } catch (error) {
    throw error instanceof QueueFull ? tooMany(error) : error;
  }
}

const fullQueue = {
  person: "You have as many such requests in progress as one person may. Wait for one of them.",
  project: "This project has many such requests in progress. Try again in a moment.",
  all: "Too many such requests at once. Try again in a moment.",
} as const;

function tooMany({ of }: QueueFull): Problem {
  return new Problem("rate_limited", fullQueue[of], { headers: { "Retry-After": "5" } });
}
