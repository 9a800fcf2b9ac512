/** One decision, answered by the model that decided it and by the candidate. */
import type { KnownAs } from "./outcome-known.ts";

/** One model's answer. */
export interface Scored {
  probability: number;
  riskScore: number;
}

/** One decision with the answer that was given and the candidate's. */
export interface Compared {
  decisionId: string;
  decidedAt: number;
  /** `name@version` of the model that decided. */
  decidedBy: string;
  source: string;
  before: Scored;
  after: Scored;
  knownAs: KnownAs;
  /** Null where it is not known. */
  fraud: boolean | null;
  /** The booking's. */
  value: number;
}

/** Without the candidate's answer. */
export type Undecided = Omit<Compared, "after">;
