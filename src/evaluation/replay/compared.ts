/** One decision, scored by the model that decided it and by the candidate. */
import type { CountedBooking, Silence } from "../money/silence.ts";
import type { KnownAs } from "./outcome-known.ts";
import type { Segments } from "./segment.ts";

/** One model's result. */
export interface Scored {
  probability: number;
  riskScore: number;
}

/** One decision with the result that was served and the candidate's. */
export interface Compared {
  decisionId: string;
  decidedAt: number;
  /** `name@version` of the model that decided. */
  decidedBy: string;
  source: string;
  before: Scored;
  after: Scored;
  knownAs: KnownAs;
  /** Whether the control group let it through, though the model denied it. */
  letThrough: boolean;
  /** Null where unknown. */
  fraud: boolean | null;
  /** For what it costs; null where the booking cannot turn out to be fraud. */
  outcome: (Omit<CountedBooking, "decidedAt"> & { silence: Silence }) | null;
  /** Scored as if nothing had been seen of the visitor; null where a model has no result. */
  unseen: { before: Scored | null; after: Scored | null };
  segments: Segments;
}

/** Without the candidate's results. */
export type ServedDecision = Omit<Compared, "after" | "unseen">;
