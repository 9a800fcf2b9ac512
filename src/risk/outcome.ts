/** The reported outcome of a decided booking. The newest report counts, and all are stored. */
import { type Static, Type } from "@sinclair/typebox";
import { schemaReader, type ValidationIssue } from "../attempt/request/schema-reader.ts";
import { DomainError } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import { webhookEvent } from "../projects/webhooks/event.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import type { KeyOwner } from "../storage/port/keys.ts";
import { type OutcomeRecord, withdrawn } from "../storage/port/outcomes.ts";
import type { Store } from "../storage/port/store.ts";
import { parseDecisionId } from "./decision.ts";

export const outcomes = ["chargeback", "fraud", "legitimate"] as const;

/** The payload of `POST /v1/decisions/{decisionId}/outcome`. */
export const OutcomeReport = Type.Object(
  {
    outcome: Type.Unsafe<(typeof outcomes)[number]>(
      Type.String({
        title: "OutcomeKind",
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

export interface OutcomeDeps {
  store: Pick<Store, "decisions" | "outcomes" | "webhooks">;
  now: () => number;
}

/**
 * Stores what a merchant reports of a decision. A report that repeats the newest one, or an earlier one with its
 * `requestId`, changes nothing, so a call can be repeated safely.
 *
 * @param input `report`: a parsed JSON object of the form of `OutcomeReport`.
 * @returns `reported`: the outcome of this report, as it was read; `counting`: the one that counts now.
 * @throws DomainError invalid_input, decision_not_found
 */
export async function reportOutcome(
  { store, now }: OutcomeDeps,
  input: {
    projectId: string;
    decisionId: string;
    /** What is known of the key that it is reported with; absent where there is none. */
    key?: Pick<KeyOwner, "keyId" | "webhookEvents">;
    report: Readonly<Record<string, unknown>>;
  },
): Promise<{ reported: string; counting: Outcome }> {
  const { projectId, decisionId, key } = input;
  const at = now();
  const report = requireReport(input.report, at);
  await requireDecision(store, projectId, decisionId);
  const sent = { ...recordOf(report, { projectId, decisionId, at }), keyId: key?.keyId ?? null };
  const newest = await add(store, key, sent);
  // Sent again after it was withdrawn: it is answered as it was at first, and stays withdrawn.
  const counting = outcomeOf(newest && newest.outcome !== withdrawn ? newest : sent);
  return { reported: sent.outcome, counting };
}

function recordOf(
  { outcome, occurredAt, note, requestId }: OutcomeReport,
  { projectId, decisionId, at }: { projectId: string; decisionId: string; at: number },
): OutcomeRecord {
  return {
    projectId,
    decisionId,
    outcome,
    occurredAt: occurredAt === undefined ? null : Date.parse(occurredAt),
    note: note ?? null,
    requestId,
    keyId: null,
    reportedAt: at,
  };
}

/** With its event, where the project's webhooks get it: as the key says, or else as the project has it now. */
async function add(
  store: OutcomeDeps["store"],
  key: Pick<KeyOwner, "webhookEvents"> | undefined,
  report: OutcomeRecord,
  replaces?: string,
): Promise<OutcomeRecord | null> {
  const wanted = key ? key.webhookEvents : await store.webhooks.wanted(report.projectId);
  return store.outcomes.report(report, reportedEvent(wanted, report), replaces);
}

/** @param wanted the types of event that the project's webhooks get. @returns null where they do not get it. */
export function reportedEvent(wanted: readonly string[] | null, report: OutcomeRecord) {
  const { projectId, reportedAt: at } = report;
  return webhookEvent(wanted, { projectId, type: "outcome.reported", at }, () => outcomeOf(report));
}

function requireReport(body: Readonly<Record<string, unknown>>, at: number): OutcomeReport {
  const reading = readOutcomeReport(body, at);
  if ("report" in reading) return reading.report;
  const fields = reading.issues.map(({ pointer, message }) => ({
    field: pointer.slice(1),
    message,
  }));
  throw new DomainError("invalid_input", { fields });
}

async function requireDecision(
  store: OutcomeDeps["store"],
  projectId: string,
  decisionId: string,
): Promise<void> {
  if (parseDecisionId(decisionId) && (await store.decisions.find(projectId, decisionId))) return;
  throw new DomainError("decision_not_found", { decisionId });
}

/** The report that counts, of all reports of a decision; null if there is none, or it was withdrawn. */
export function countingReport(reports: readonly OutcomeRecord[]): OutcomeRecord | null {
  const newest = reports.at(-1);
  return newest && newest.outcome !== withdrawn ? newest : null;
}

/** How the `requestId` of an outcome begins that a user set in the dashboard. */
export const setByUserPrefix = "dashboard-";

/**
 * Sets an outcome on behalf of a user, who has seen which one counts so far.
 *
 * @param input `replaces`: that outcome; null where none was reported.
 * @throws DomainError invalid_input, decision_not_found, outcome_changed
 */
export async function setOutcome(
  deps: OutcomeDeps & { store: Pick<Store, "audit"> },
  actor: Actor,
  input: {
    projectId: string;
    decisionId: string;
    report: Omit<OutcomeReport, "requestId">;
    replaces: string | null;
  },
): Promise<Outcome> {
  const { projectId, decisionId, replaces } = input;
  const { store } = deps;
  const at = deps.now();
  const requestId = `${setByUserPrefix}${crypto.randomUUID()}`;
  const report = requireReport({ ...input.report, requestId }, at);
  await requireDecision(store, projectId, decisionId);
  const sent = recordOf(report, { projectId, decisionId, at });
  const newest = await add(store, undefined, sent, replaces ?? withdrawn);
  if (newest?.requestId === requestId) {
    const detail = { outcome: report.outcome, before: replaces, requestId };
    const entry = { subject: decisionId, projectId, detail };
    await store.audit.add(auditEntry(actor, at, "outcome.set", entry));
    return outcomeOf(sent);
  }
  if (newest?.outcome === report.outcome) return outcomeOf(newest); // Somebody else has set the same.
  throw new DomainError("outcome_changed", { current: outcomeThatCounts(newest) });
}

/**
 * Withdraws the reported outcome: from now on the decision counts as one without a report, in
 * figures, exports, training and the history of later attempts. All reports stay, and a later report
 * counts again. If no report counts, this changes nothing.
 *
 * @param input `replaces`: the outcome that the user has seen; where it is absent, any is withdrawn.
 * @returns the outcome that counted before; null where there was none.
 * @throws DomainError decision_not_found, outcome_changed
 */
export async function withdrawOutcome(
  deps: OutcomeDeps & { store: Pick<Store, "audit"> },
  actor: Actor,
  input: { projectId: string; decisionId: string; replaces?: string | null },
): Promise<string | null> {
  const { projectId, decisionId, replaces } = input;
  await requireDecision(deps.store, projectId, decisionId);
  const before = await outcomeSoFar(deps, projectId, decisionId);
  if (before === null) return null;
  if (replaces !== undefined && before !== replaces) {
    throw new DomainError("outcome_changed", { current: before });
  }
  const requestId = `${replaces === undefined ? "command-" : setByUserPrefix}${crypto.randomUUID()}`;
  const withdrawal = {
    projectId,
    decisionId,
    requestId,
    keyId: null,
    outcome: withdrawn,
    occurredAt: null,
    note: null,
    reportedAt: deps.now(),
  };
  const newest = await add(deps.store, undefined, withdrawal, before);
  if (newest?.requestId !== requestId) {
    throw new DomainError("outcome_changed", { current: outcomeThatCounts(newest) });
  }
  const entry = { subject: decisionId, projectId, detail: { before, requestId } };
  await deps.store.audit.add(auditEntry(actor, deps.now(), "outcome.withdraw", entry));
  return before;
}

async function outcomeSoFar(
  { store }: OutcomeDeps,
  projectId: string,
  decisionId: string,
): Promise<string | null> {
  return outcomeThatCounts((await store.outcomes.list(projectId, decisionId)).at(-1));
}

const outcomeThatCounts = (newest: OutcomeRecord | null | undefined): string | null =>
  newest && newest.outcome !== withdrawn ? newest.outcome : null;

export function outcomeOf(record: OutcomeRecord): Outcome {
  const { decisionId, outcome, occurredAt, reportedAt } = record;
  return {
    decisionId,
    outcome,
    occurredAt: isoTime(occurredAt),
    reportedAt: isoTime(reportedAt),
  };
}
