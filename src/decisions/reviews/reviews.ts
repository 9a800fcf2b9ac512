/** The queue of decisions that people look into: what accounts and operators do with it. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { DomainError } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { getProject } from "../../projects/projects.ts";
import { webhookEvent } from "../../projects/webhooks/event.ts";
import { parseDecisionId } from "../../risk/decision.ts";
import { reportedEvent } from "../../risk/outcome.ts";
import { newReview } from "../../risk/review-queue.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import type { OutcomeRecord } from "../../storage/port/outcomes.ts";
import {
  type Claiming,
  type FinalVerdict,
  type HeldClaim,
  type ReviewCounts,
  type ReviewRecord,
  type ReviewSource,
  type ReviewState,
  type ReviewView,
  settledAtOnce,
} from "../../storage/port/reviews.ts";
import type { Store } from "../../storage/port/store.ts";
import { reviewLimits, type Verdict } from "./limits.ts";
import {
  type Agreement,
  agreementOf,
  asUndecided,
  drawKey,
  isSecondDrawn,
  isSecondOf,
  secondsFrom,
} from "./second-reviews.ts";

export interface ReviewDeps {
  store: Pick<Store, "reviews" | "decisions" | "projects" | "audit" | "webhooks" | "accounts">;
  now: () => number;
}

/** A case as it is shown. Times are ISO 8601. */
export interface ReviewCase {
  decisionId: string;
  /** As it is now: a claim that has lapsed is none. */
  state: ReviewState;
  /** Why it is in the queue. */
  sources: ReviewSource[];
  openedAt: string;
  deadline: string;
  /** In units of `currency`; where that is null, of a night that is assumed to cost 100. */
  expectedLoss: number;
  /** Of the booking; null where no amount was sent, or by a version that did not store it. */
  currency: string | null;
  /** While somebody has it open. */
  claim: { number: number; by: string; until: string } | null;
  /** While it is put off. */
  postponedUntil: string | null;
  verdict: FinalVerdict | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

interface OfDecision {
  projectId: string;
  decisionId: string;
}

const minuteMs = 60_000;

/** The state of a case at a time: what ends by itself has ended then, whether or not it is stored. */
function stateAt({ state, dueAt, deadline }: ReviewRecord, at: number): ReviewState {
  if (dueAt === null || dueAt > at) return state;
  return deadline > at ? "waiting" : "late";
}

/**
 * A person sends a decision to review.
 * @throws DomainError decision_not_found, decision_blanked, review_exists
 */
export async function openReview(
  { store, now }: ReviewDeps,
  actor: Actor,
  { projectId, decisionId }: OfDecision,
): Promise<ReviewCase> {
  const decision =
    parseDecisionId(decisionId) && (await store.decisions.find(projectId, decisionId));
  if (!decision) throw new DomainError("decision_not_found", { decisionId });
  if (isBlanked(decision)) throw new DomainError("decision_blanked", { decisionId });
  const request = JSON.parse(decision.request) as RiskRequest;
  const sources: ReviewSource[] = [{ kind: "person", name: actor.name }];
  const openedAt = now();
  const webhookEvents = await store.webhooks.wanted(projectId);
  const review = newReview(decision, { request, sources, openedAt, webhookEvents });
  if (!(await store.reviews.open(review))) throw new DomainError("review_exists", { decisionId });
  const about = { subject: decisionId, projectId, detail: {} };
  await store.audit.add(auditEntry(actor, openedAt, "review.open", about));
  return shownCase(await getRecord(store, { projectId, decisionId }), openedAt);
}

/** @throws DomainError review_not_found */
export async function getReview(
  { store, now }: Pick<ReviewDeps, "store" | "now">,
  of: OfDecision,
): Promise<ReviewCase> {
  return shownCase(await getRecord(store, of), now());
}

/** The cases of these decisions that have no verdict yet, in the order in which they are served. */
export async function undecidedCases(
  { store, now }: Pick<ReviewDeps, "store" | "now">,
  projectId: string,
  decisionIds: readonly string[],
): Promise<ReviewCase[]> {
  const at = now();
  const found = await store.reviews.undecided(projectId, decisionIds);
  return found.map((record) => shownCase(record, at));
}

async function getRecord(
  { reviews }: Pick<Store, "reviews">,
  { projectId, decisionId }: OfDecision,
): Promise<ReviewRecord> {
  const found = await reviews.find(projectId, decisionId);
  if (found) return found;
  throw new DomainError("review_not_found", { decisionId });
}

/**
 * Opens the case that is served next, and claims it for the actor, who has one at a time. A second review is served when
 * it has waited for a day, or nothing else waits; it looks like any other case.
 * @param input `after`: the decision that the actor leaves, without a verdict; absent: none.
 * @returns null where none waits.
 * @throws DomainError project_not_found
 */
export async function openNextCase(
  { store, now }: ReviewDeps,
  actor: Actor,
  { projectId, after = null }: { projectId: string; after?: string | null | undefined },
): Promise<ReviewCase | null> {
  await getProject(store, projectId);
  const at = now();
  const claiming = claimingOf(actor, at);
  const second = async (drawnUntil: number) => {
    const of = { drawnFrom: secondsFrom(at), drawnUntil, except: after };
    const claimed = await store.reviews.claimSecond(projectId, claiming, of);
    return claimed && asUndecided(claimed);
  };
  if (after !== null) await giveBackSecond(store, projectId, actor, at);
  const served =
    (await second(at - reviewLimits.second.afterHours * 60 * minuteMs)) ??
    (await store.reviews.claimNext(projectId, claiming, after)) ??
    (await second(at));
  return served && shownCase(served, at);
}

/** The decision of the case that is served after an open one, unless somebody else opens it first; null: none waits. */
export async function followingDecision(
  { store, now }: Pick<ReviewDeps, "store" | "now">,
  { name: by }: Actor,
  projectId: string,
): Promise<string | null> {
  const [first] = await store.reviews.list(projectId, "waiting", { by, at: now(), limit: 1 });
  return first?.decisionId ?? null;
}

const giveBackSecond = (
  { reviews }: Pick<Store, "reviews">,
  projectId: string,
  { name: by }: Actor,
  at: number,
) => reviews.giveBackSecond(projectId, { by, at, drawnFrom: secondsFrom(at) });

/**
 * Opens this case, and claims it. Opening it again prolongs the claim.
 * @throws DomainError review_not_found, review_claimed, review_decided
 */
export async function openCase(
  { store, now }: ReviewDeps,
  actor: Actor,
  of: OfDecision,
): Promise<ReviewCase> {
  const at = now();
  const claimed = await store.reviews.claim(of.projectId, of.decisionId, claimingOf(actor, at));
  if (claimed) {
    await giveBackSecond(store, of.projectId, actor, at);
    return shownCase(claimed, at);
  }
  const record = await getRecord(store, of);
  if (isSecondOf(record, actor.name)) return shownCase(asUndecided(record), at);
  assertUndecided(record);
  const [by, until] = [record.claimedBy ?? "", isoTime(record.dueAt ?? at)];
  throw new DomainError("review_claimed", { by, until });
}

/**
 * Puts the cases of all projects where they belong whose claim, postponement or deadline has passed: a claim does so
 * with a few only, so that it answers in milliseconds after weeks in which nobody opened the queue, too.
 */
export async function settleCases(
  { store, now }: { store: Pick<Store, "projects" | "reviews">; now: () => number },
  stopped: () => boolean,
): Promise<void> {
  const projectIds = (await store.projects.list()).map(({ id }) => id);
  let settled = settledAtOnce;
  while (settled === settledAtOnce && !stopped()) {
    settled = await store.reviews.settle(projectIds, now());
  }
}

const claimingOf = (actor: Actor, at: number): Claiming => ({
  by: actor.name,
  at,
  until: at + reviewLimits.claimMinutes * minuteMs,
});

function assertUndecided({ verdict, decidedBy }: ReviewRecord): void {
  if (verdict !== null) {
    throw new DomainError("review_decided", { verdict, by: decidedBy ?? "" });
  }
}

const outcomes: Readonly<Record<FinalVerdict, string>> = { fraud: "fraud", good: "legitimate" };

/**
 * Whether a report of an outcome is the verdict of the decision's review. By what both were stored with in one commit,
 * and not by the report's `requestId`: a caller may send any, and it is removed with the guest's data.
 */
export function isVerdictReport(
  report: Pick<OutcomeRecord, "keyId" | "outcome" | "reportedAt">,
  review: Pick<ReviewRecord, "verdict" | "decidedAt"> | null,
): boolean {
  if (review === null || review.verdict === null || report.keyId !== null) return false;
  return report.reportedAt === review.decidedAt && report.outcome === outcomes[review.verdict];
}

/**
 * Gives the verdict of a case that the actor has open. `fraud` and `good` are given once, and reported as the outcome
 * of the booking where nobody reported one; `later` puts the case off. The decision stays as it is. Of a second review,
 * the verdict is stored beside the first, which stays, and `later` gives the case back.
 * @param input `claim`: the number of the claim.
 * @throws DomainError review_not_found, review_decided, review_claim_lapsed
 */
export async function decideCase(
  deps: ReviewDeps,
  actor: Actor,
  input: OfDecision & { claim: number; verdict: Verdict },
): Promise<ReviewCase> {
  const { store, now } = deps;
  const { projectId, decisionId, claim, verdict } = input;
  const record = await getRecord(store, input);
  if (isSecondOf(record, actor.name)) return decideSecond(deps, actor, record, input);
  const at = now();
  const held: HeldClaim = { projectId, decisionId, by: actor.name, claim, at };
  const saved = verdict === "later" ? postponed(deps, record, held) : decided(deps, verdict, held);
  if (!(await saved)) {
    assertUndecided(await getRecord(store, input));
    throw new DomainError("review_claim_lapsed", { decisionId });
  }
  const after = await getRecord(store, input);
  const about = { subject: decisionId, projectId };
  const entry =
    verdict === "later"
      ? auditEntry(actor, at, "review.postpone", {
          ...about,
          detail: { until: isoTime(after.dueAt ?? at) },
        })
      : auditEntry(actor, at, "review.decide", {
          ...about,
          detail: { verdict, seconds: Math.round((at - (after.claimedAt ?? at)) / 1000) },
        });
  await store.audit.add(entry);
  return shownCase(after, at);
}

/** It is back when half of the time until its deadline has passed, at the latest. */
function postponed({ store }: ReviewDeps, { deadline }: ReviewRecord, held: HeldClaim) {
  const longest = reviewLimits.laterMinutes * minuteMs;
  const half = Math.floor((deadline - held.at) / 2);
  return store.reviews.postpone(held, held.at + (half > 0 ? Math.min(longest, half) : longest));
}

async function decided({ store }: ReviewDeps, verdict: FinalVerdict, held: HeldClaim) {
  const { projectId, decisionId, at } = held;
  const outcome = {
    projectId,
    decisionId,
    outcome: outcomes[verdict],
    occurredAt: null,
    note: null,
    requestId: `review-${crypto.randomUUID()}`,
    keyId: null,
    reportedAt: at,
  };
  const wanted = await store.webhooks.wanted(projectId);
  const reviewed = webhookEvent(wanted, { projectId, type: "decision.reviewed", at }, () => {
    return { decisionId, verdict, decidedAt: isoTime(at) };
  });
  return store.reviews.decide(held, verdict, {
    outcome,
    events: { reviewed, reported: reportedEvent(wanted, outcome) },
    isSecondDrawn: isSecondDrawn(await drawKey(store), decisionId),
  });
}

async function decideSecond(
  { store, now }: ReviewDeps,
  actor: Actor,
  record: ReviewRecord,
  { projectId, decisionId, claim, verdict }: OfDecision & { claim: number; verdict: Verdict },
): Promise<ReviewCase> {
  const at = now();
  const held: HeldClaim = { projectId, decisionId, by: actor.name, claim, at };
  if (verdict === "later") {
    await giveBackSecond(store, projectId, actor, at);
    return shownCase({ ...asUndecided(record), dueAt: at }, at);
  }
  if (!(await store.reviews.decideSecond(held, verdict))) {
    throw new DomainError("review_claim_lapsed", { decisionId });
  }
  const seconds = Math.round((at - (record.secondClaimedAt ?? at)) / 1000);
  const about = { subject: decisionId, projectId, detail: { verdict, seconds } };
  await store.audit.add(auditEntry(actor, at, "review.decide-second", about));
  const decided = { state: "decided", dueAt: null, verdict, decidedBy: actor.name, decidedAt: at };
  return shownCase({ ...asUndecided(record), ...decided } as ReviewRecord, at);
}

/** In the order in which they are served; decided ones newest first. @throws DomainError project_not_found */
export async function listCases(
  { store, now }: ReviewDeps,
  actor: Actor,
  { projectId, view = "waiting" }: { projectId: string; view?: ReviewView | undefined },
): Promise<ReviewCase[]> {
  await getProject(store, projectId);
  const at = now();
  const of = { by: actor.name, at, limit: reviewLimits.listed };
  return (await store.reviews.list(projectId, view, of)).map((record) => shownCase(record, at));
}

/** What the queue looks like, and what came of it. */
export interface ReviewFigures {
  /** Each up to `reviewLimits.counted`. */
  counts: ReviewCounts;
  /** Of the newest cases that were decided in the last days: `reviewLimits.figures`. */
  decided: number;
  /** Seconds from opening a case to its verdict; null where none was decided. */
  seconds: { p50: number; p90: number } | null;
  /** Verdicts that the newest reported outcome contradicts. */
  reversed: number;
  /** Of the newest cases that two people decided, the second without being shown the first verdict. */
  second: Agreement & {
    /** Drawn, and not decided yet. */
    waiting: number;
  };
}

/** @throws DomainError project_not_found */
export async function reviewFigures(
  { store, now }: ReviewDeps,
  actor: Actor,
  projectId: string,
): Promise<ReviewFigures> {
  await getProject(store, projectId);
  const at = now();
  const { days, cases } = reviewLimits.figures;
  const { second } = reviewLimits;
  const [counts, newest, waiting, pairs] = await Promise.all([
    store.reviews.counts(projectId, { by: actor.name, at, max: reviewLimits.counted }),
    store.reviews.decided(projectId, at - days * 24 * 60 * minuteMs, cases),
    store.reviews.countSecond(projectId, secondsFrom(at), reviewLimits.counted),
    store.reviews.verdictPairs(projectId, secondsFrom(at), second.cases),
  ]);
  const seconds = newest
    .map(({ decidedAt, claimedAt }) => (decidedAt - claimedAt) / 1000)
    .sort((a, b) => a - b);
  const quantile = (share: number) => seconds[Math.ceil(share * seconds.length) - 1]!;
  return {
    counts,
    decided: newest.length,
    seconds: seconds.length > 0 ? { p50: quantile(0.5), p90: quantile(0.9) } : null,
    reversed: newest.filter(isReversed).length,
    second: { ...agreementOf(pairs), waiting },
  };
}

function isReversed({ verdict, outcome }: { verdict: FinalVerdict; outcome: string | null }) {
  if (verdict === "fraud") return outcome === "legitimate";
  return outcome === "fraud" || outcome === "chargeback";
}

/** @param at now, Unix ms. */
export function shownCase(record: ReviewRecord, at: number): ReviewCase {
  const { decisionId, claim, claimedBy, dueAt, expectedLoss, currency, verdict, decidedBy } =
    record;
  const state = stateAt(record, at);
  return {
    decisionId,
    state,
    expectedLoss,
    currency,
    verdict,
    decidedBy,
    sources: JSON.parse(record.sources) as ReviewSource[],
    openedAt: isoTime(record.openedAt),
    deadline: isoTime(record.deadline),
    claim:
      state === "claimed"
        ? { number: claim, by: claimedBy ?? "", until: isoTime(dueAt ?? at) }
        : null,
    postponedUntil: state === "postponed" ? isoTime(dueAt ?? at) : null,
    decidedAt: isoTime(record.decidedAt),
  };
}

/** What a merchant learns of a decision's review; null where it is not in review. */
export interface AnsweredReview {
  status: "open" | "decided";
  verdict: FinalVerdict | null;
  /** ISO 8601. */
  decidedAt: string | null;
}

export function answeredReview(record: ReviewRecord | null): AnsweredReview | null {
  if (record === null) return null;
  const { verdict, decidedAt } = record;
  return {
    status: verdict === null ? "open" : "decided",
    verdict,
    decidedAt: isoTime(decidedAt),
  };
}
