/** `GET /v1/decisions/{decisionId}`: a decision with its outcome and its strongest reasons. */
import { DomainError } from "../../base/domain-error.ts";
import { QueueFull } from "../../base/fair-queue.ts";
import { isoTime } from "../../base/iso-time.ts";
import { answeredReview } from "../../decisions/reviews/reviews.ts";
import { isExpected } from "../../model/reasons/explainer/explain.ts";
import type { Explainer } from "../../model/reasons/explainer/explainer.ts";
import type { Reasons } from "../../model/reasons/reasons.ts";
import { within } from "../../model/reasons/within.ts";
import { decisionResponse, parseDecisionId } from "../../risk/decision.ts";
import { decidedAction, storedMatches } from "../../risk/order-of-decision.ts";
import { countingReport } from "../../risk/outcome.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { ListMatch } from "../../storage/port/lists.ts";
import type { OutcomeRecord } from "../../storage/port/outcomes.ts";
import type { Store } from "../../storage/port/store.ts";
import { jsonResponse, type MerchantHandler } from "./merchant-endpoint.ts";

/** How long an answer waits for reasons that were not computed before, ms. */
const waitMs = 3000;

export interface DecisionDeps {
  store: Pick<Store, "decisions" | "outcomes" | "reviews">;
  explainer: Pick<Explainer, "of">;
}

export const reasonsStatuses = ["available", "pending", "unavailable"] as const;

/** Why the decision has its score, as far as it is known. */
export interface AnsweredReasons {
  status: (typeof reasonsStatuses)[number];
  /** Why they are pending or unavailable. */
  detail: string | null;
  summary: string | null;
  strongest: {
    group: string;
    groupTitle: string;
    feature: string;
    text: string;
    points: number;
    definite: boolean;
  }[];
}

export function decisionHandler({ store, explainer }: DecisionDeps): MerchantHandler {
  return async ({ request, owner: { project } }) => {
    const decisionId = new URL(request.url).pathname.split("/").at(-1)!;
    const record =
      parseDecisionId(decisionId) && (await store.decisions.find(project.id, decisionId));
    if (!record) throw new DomainError("decision_not_found", { decisionId });
    const [reports, review, reasons] = await Promise.all([
      store.outcomes.list(project.id, decisionId),
      store.reviews.find(project.id, decisionId),
      answeredReasons(record, explainer),
    ]);
    return jsonResponse({
      ...decisionResponse(record),
      requestId: record.requestId,
      model: { name: record.modelName, version: record.modelVersion },
      decidedBy: decidedBy(record),
      listMatches: storedMatches(record).map(listMatch),
      outcome: outcomeOf(countingReport(reports)),
      review: answeredReview(review),
      reasons,
    });
  };
}

/** All members always, so that clients have one type for it. */
function decidedBy(record: DecisionRecord) {
  const decided = decidedAction(record);
  return { entryId: null, listsVersion: null, ...decided };
}

const listMatch = ({ kind, entryId, version }: ListMatch) => ({
  kind,
  entryId,
  listsVersion: version,
});

function outcomeOf(report: OutcomeRecord | null) {
  if (!report) return null;
  const { outcome, occurredAt, reportedAt } = report;
  return {
    outcome,
    occurredAt: isoTime(occurredAt),
    reportedAt: isoTime(reportedAt),
  };
}

async function answeredReasons(
  record: DecisionRecord,
  explainer: Pick<Explainer, "of">,
): Promise<AnsweredReasons> {
  const none = { summary: null, strongest: [] };
  const pending: AnsweredReasons = {
    status: "pending",
    ...none,
    detail: "The reasons are being computed. Ask again in a few seconds.",
  };
  const computed = explainer.of(record).then(available, (error: unknown): AnsweredReasons => {
    if (error instanceof QueueFull) return pending;
    if (!isExpected(error)) throw error;
    return { status: "unavailable", ...none, detail: `There are no reasons: ${error.message}.` };
  });
  return within(waitMs, computed, pending);
}

function available({ summary: { sentence, top } }: Reasons): AnsweredReasons {
  return {
    status: "available",
    detail: null,
    summary: sentence,
    strongest: top.map(({ group, title, feature, text, points, isDefinite }) => ({
      group,
      groupTitle: title,
      feature,
      text,
      points: Math.round(points * 10) / 10,
      definite: isDefinite,
    })),
  };
}
