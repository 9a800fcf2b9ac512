/** What a merchant or an operator reported about a decision. */
export interface OutcomeRecord {
  projectId: string;
  decisionId: string;
  outcome: string;
  occurredAt: number | null;
  note: string | null;
  requestId: string;
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

export interface OutcomeStore {
  /**
   * Adds a report, unless the decision's newest one says the same.
   * @returns the newest report, whether or not it was added by this call.
   */
  report(outcome: OutcomeRecord): Promise<OutcomeRecord>;
  /** A decision's reports, oldest first. */
  list(projectId: string, decisionId: string): Promise<OutcomeRecord[]>;
  /** The reports of all decisions from one ID to another, both included, oldest first. */
  between(projectId: string, firstId: string, lastId: string): Promise<OutcomeRecord[]>;
}
