/** Which decisions can have an outcome at all. */
import type { DecisionSource } from "../../storage/port/decisions.ts";

/**
 * Whether an outcome of the decision can become known. Where the service advised to deny, there was
 * probably no booking that could be charged back, and what is reported of such guests is a
 * selection. An imported attempt was booked, whatever the service would have advised.
 */
export function hasOutcome(decision: { source: DecisionSource; suggestedAction: string }): boolean {
  return decision.source !== "api" || decision.suggestedAction !== "deny";
}
