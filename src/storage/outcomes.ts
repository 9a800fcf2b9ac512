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
