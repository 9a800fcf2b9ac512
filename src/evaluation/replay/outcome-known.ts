/** The outcome of a decision, as far as it is known: only such decisions measure a model. */
import { dayMs } from "../../base/durations.ts";
import { hasOutcome } from "../../risk/outcomes/observed.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { OutcomeRecord } from "../../storage/port/outcomes.ts";

export const knownAs = ["fraud", "legitimate", "quiet", "unknown"] as const;
/**
 * `fraud`: reported as fraud or chargeback. `legitimate`: reported as such. `quiet`: nothing was
 * reported within the time in which fraud is. `unknown`: too recent for that, or never booked.
 */
export type KnownAs = (typeof knownAs)[number];

/** Reports arrive within this many days, all but a few. */
export const defaultMatureDays = 60;

export interface Maturity {
  /** When the replay began, Unix ms. */
  asOf: number;
  /** Days after which a booking without a report counts as legitimate; null: it never does. */
  matureDays: number | null;
}

type Decided = Pick<DecisionRecord, "decidedAt" | "source" | "suggestedAction">;

/**
 * Merchants report fraud, and rarely legitimate stays. So a mature booking without a report counts
 * as legitimate, as it does in training. This does not apply where the service suggested to deny
 * it: there was probably no booking to complain about. This is for what takes one outcome or the other,
 * such as a ranking; what silence means in money is in src/evaluation/money/silence.ts.
 *
 * @param report the newest.
 */
export function knownAsOf(
  decision: Decided,
  report: Pick<OutcomeRecord, "outcome"> | undefined,
  { asOf, matureDays }: Maturity,
): KnownAs {
  if (report) return report.outcome === "legitimate" ? "legitimate" : "fraud";
  if (matureDays === null || decision.decidedAt > asOf - matureDays * dayMs) return "unknown";
  return hasOutcome(decision) ? "quiet" : "unknown";
}

/** Whether it was fraud; null where unknown. */
export function isFraud(known: KnownAs): boolean | null {
  return known === "unknown" ? null : known === "fraud";
}
