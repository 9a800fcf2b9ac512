/** Why a decision has its score, as computed once. */
export interface ReasonsRecord {
  projectId: string;
  decisionId: string;
  json: string;
  computedAt: number;
}

export interface ReasonsStore {
  /** Replaces a decision's reasons, if there are any. */
  put(reasons: ReasonsRecord): Promise<void>;
  /** Those of the named decisions that are stored, in no order. */
  list(projectId: string, decisionIds: readonly string[]): Promise<ReasonsRecord[]>;
}
