import { dayOf } from "./velocity.ts";
import type { NewWebhookEvent } from "./webhook-event.ts";

/**
 * Stored in place of an outcome where a report is taken back: from then on the decision counts as one
 * without a report. What was reported before stays, and counted until then.
 */
export const withdrawn = "withdrawn";

/** What a merchant or an operator reported about a decision. */
export interface OutcomeRecord {
  projectId: string;
  decisionId: string;
  /** Or `withdrawn`. */
  outcome: string;
  occurredAt: number | null;
  note: string | null;
  requestId: string;
  /**
   * The secret key that it was reported with. Null where it was imported or set by a user, or stored
   * by a version that did not store keys.
   */
  keyId: string | null;
  reportedAt: number;
}

/** A decision that was reported as fraud or chargeback, and when that was first reported; Unix ms. */
export interface FraudReport {
  decidedAt: number;
  reportedAt: number;
}

/** What a project has reported so far. */
export interface ReportHistory {
  /** Of the decisions whose newest outcome is fraud or chargeback. */
  frauds: readonly FraudReport[];
  /** UTC days on which any outcome was reported, and the first and the last report; Unix ms. */
  reportDays: number;
  firstReportedAt: number | null;
  lastReportedAt: number | null;
}

/** A report, and when its decision was made. */
export interface DatedReport extends FraudReport {
  decisionId: string;
  outcome: string;
}

/** @param reports of a project, those of one decision in their order. */
export function reportHistoryOf(reports: Iterable<DatedReport>): ReportHistory {
  const frauds = new Map<string, FraudReport>();
  const days = new Set<number>();
  let [firstReportedAt, lastReportedAt]: [number | null, number | null] = [null, null];
  for (const { decisionId, decidedAt, outcome, reportedAt } of reports) {
    days.add(dayOf(reportedAt));
    firstReportedAt = Math.min(firstReportedAt ?? reportedAt, reportedAt);
    lastReportedAt = Math.max(lastReportedAt ?? reportedAt, reportedAt);
    const isFraud = outcome === "fraud" || outcome === "chargeback";
    if (!isFraud) frauds.delete(decisionId);
    else if (!frauds.has(decisionId)) frauds.set(decisionId, { decidedAt, reportedAt });
  }
  return { frauds: [...frauds.values()], reportDays: days.size, firstReportedAt, lastReportedAt };
}

export interface OutcomeStore {
  /**
   * Adds a report, unless the decision's newest one says the same, or an earlier one with the same `requestId` does:
   * a request that is sent again must not undo the reports after it.
   * @param event for the project's webhooks, recorded by the same commit where the report is added.
   * @param replaces the outcome that must count so far, `withdrawn` where none does: otherwise nothing is added.
   *   Absent: whichever counts.
   * @returns the newest report, whether or not it was added by this call; null where nothing was added and there is none.
   */
  report(
    outcome: OutcomeRecord,
    event?: NewWebhookEvent | null,
    replaces?: string,
  ): Promise<OutcomeRecord | null>;
  /** A decision's reports, oldest first, with those that withdraw one. */
  list(projectId: string, decisionId: string): Promise<OutcomeRecord[]>;
  /**
   * The report that counts of each decision from one ID to another, both included: the newest, unless
   * it was withdrawn.
   */
  between(projectId: string, firstId: string, lastId: string): Promise<OutcomeRecord[]>;
}
