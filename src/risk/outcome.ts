/** The reported outcome of a decided booking. The newest report counts, and all are stored. */
import { type Static, Type } from "@sinclair/typebox";
import { schemaReader, type ValidationIssue } from "../request/schema-reader.ts";
import type { OutcomeRecord } from "../storage/outcomes.ts";
import type { Store } from "../storage/store.ts";
import { parseDecisionId } from "./decision.ts";

export const outcomes = ["chargeback", "fraud", "legitimate"] as const;

/** The payload of `POST /v1/decisions/{decisionId}/outcome`. */
export const OutcomeReport = Type.Object(
  {
    outcome: Type.Unsafe<(typeof outcomes)[number]>(
      Type.String({
        format: "outcome",
        enum: outcomes,
        description:
          "chargeback: the payment was charged back. fraud: found to be fraudulent in another way. " +
          "legitimate: a genuine guest, also when the booking was refused.",
      }),
    ),
    occurredAt: Type.Optional(
      Type.String({
        format: "date-time",
        description: "When it happened: ISO 8601 with a time zone, not in the future.",
      }),
    ),
    note: Type.Optional(
      Type.String({ maxLength: 512, description: "For your team. The model does not read it." }),
    ),
    requestId: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Your correlation ID for this request. Returned in errors and stored.",
      examples: ["chargeback-000123"],
    }),
  },
  { title: "OutcomeReport", description: "The outcome of a booking that was scored." },
);
export type OutcomeReport = Static<typeof OutcomeReport>;

/** The response: the outcome that now counts. */
export interface Outcome {
  decisionId: string;
  outcome: string;
  occurredAt: string | null;
  reportedAt: string;
}

/** How far a merchant's clock may be ahead, ms. */
const aheadMs = 5 * 60 * 1000;
const reader = schemaReader(OutcomeReport);

/**
 * Reads a parsed JSON object as a report.
 * @param now Unix ms; `occurredAt` must not be later.
 */
export function readOutcomeReport(
  body: Readonly<Record<string, unknown>>,
  now: number,
): { report: OutcomeReport } | { issues: ValidationIssue[] } {
  const { value, issues } = reader(body);
  const { occurredAt } = value as { occurredAt?: unknown };
  if (issues.length === 0 && occurredAt && Date.parse(occurredAt as string) > now + aheadMs) {
    issues.push({ pointer: "/occurredAt", message: "must not be in the future" });
  }
  return issues.length > 0 ? { issues } : { report: value as OutcomeReport };
}

/**
 * Stores a report. A report that repeats the newest one changes nothing, so a call can be repeated
 * safely.
 *
 * @returns the outcome that now counts; null where the project has no such decision.
 */
export async function reportOutcome(
  asked: { projectId: string; decisionId: string; report: OutcomeReport; at: number },
  store: Store,
): Promise<Outcome | null> {
  const { projectId, decisionId, report, at } = asked;
  if (!parseDecisionId(decisionId)) return null;
  if (!(await store.decisions.find(projectId, decisionId))) return null;
  const stored = await store.outcomes.report({
    projectId,
    decisionId,
    outcome: report.outcome,
    occurredAt: report.occurredAt === undefined ? null : Date.parse(report.occurredAt),
    note: report.note ?? null,
    requestId: report.requestId,
    reportedAt: at,
  });
  return outcomeOf(stored);
}

export function outcomeOf(record: OutcomeRecord): Outcome {
  const { decisionId, outcome, occurredAt, reportedAt } = record;
  return {
    decisionId,
    outcome,
    occurredAt: occurredAt === null ? null : new Date(occurredAt).toISOString(),
    reportedAt: new Date(reportedAt).toISOString(),
  };
}
