/** The score that a shadow model gives an attempt which the active model decided. */
export interface ShadowScore {
  projectId: string;
  decisionId: string;
  modelName: string;
  modelVersion: string;
  modelSha256: string;
  probability: number;
  riskScore: number;
  /** The score that the merchant was answered with. */
  servedRiskScore: number;
  at: number;
}

/** How many decisions had these two scores. */
export interface ScorePair {
  served: number;
  shadow: number;
  count: number;
}

export interface ShadowScoreStore {
  /** Adds those that are not stored yet, all or nothing. */
  add(scores: readonly ShadowScore[]): Promise<void>;
  /** A project's, of the decisions from one ID to another, both included, in their order. */
  list(projectId: string, firstId: string, lastId: string): Promise<ShadowScore[]>;
  /**
   * Every pair of scores that a shadow model and the active model gave.
   * @param since of decisions from then on, Unix ms; absent: of all.
   */
  pairs(
    name: string,
    version: string,
    projectId: string | null,
    since?: number,
  ): Promise<ScorePair[]>;
}
