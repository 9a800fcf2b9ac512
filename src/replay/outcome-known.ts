/** What became of a decision, as far as that can be said: only such decisions measure a model. */
import type { DecisionRecord } from "../storage/decisions.ts";
import type { OutcomeRecord } from "../storage/outcomes.ts";

export const knownAs = ["fraud", "legitimate", "quiet", "unknown"] as const;
/**
 * `fraud`: reported as fraud or chargeback. `legitimate`: reported as such. `quiet`: nothing was
 * reported for so long that it would have been. `unknown`: too young for that, or never booked.
 */
export type KnownAs = (typeof knownAs)[number];

export interface Maturity {
  /** When the replay began, Unix ms. */
  asOf: number;
  /** Days after which silence means that all went well; null: it never does. */
  matureDays: number | null;
}

type Decided = Pick<DecisionRecord, "decidedAt" | "source" | "suggestedAction">;

const dayMs = 86_400_000;

/**
 * Merchants report fraud, and seldom that a stay went well. So a booking that is mature, and that
 * nobody complained of, is taken as legitimate, as it is in training. Not where the service itself
 * advised to deny it: that is no booking, and nobody complains of it.
 *
 * @param report the newest.
 */
export function knownAsOf(
  { decidedAt, source, suggestedAction }: Decided,
  report: Pick<OutcomeRecord, "outcome"> | undefined,
  { asOf, matureDays }: Maturity,
): KnownAs {
  if (report) return report.outcome === "legitimate" ? "legitimate" : "fraud";
  if (matureDays === null || decidedAt > asOf - matureDays * dayMs) return "unknown";
  return source === "api" && suggestedAction === "deny" ? "unknown" : "quiet";
}

/** Whether it was fraud; null where that is not known. */
export function isFraud(known: KnownAs): boolean | null {
  return known === "unknown" ? null : known === "fraud";
}
