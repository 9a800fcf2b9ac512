/** Frauds reported lately of an attempt's identities. */
import type { OutcomeKind } from "../../storage/port/velocity.ts";
import type { HistoryFacts, PastOutcomes } from "../velocity/facts.ts";
import { parties } from "./steady-attempts.ts";

/** How long a report counts against an identity. */
export const reportDays = 365;

/**
 * Chargebacks and frauds reported for attempts with one of these identities: of that which has most; 0 where the
 * latest was reported more than `reportDays` ago.
 */
export function reportedFrauds(
  { outcomes: by }: HistoryFacts,
  kinds: readonly OutcomeKind[],
): number {
  return by ? Math.max(...kinds.map((kind) => lately(by[kind]))) : 0;
}

/** Whether a fraud was reported for the device that is not one of the person's own: then the device has more. */
export function isReportedForAnother(history: HistoryFacts): boolean {
  const ofDevice = reportedFrauds(history, parties.device.kinds);
  return ofDevice > reportedFrauds(history, parties.person.kinds);
}

function lately(past: PastOutcomes | null): number {
  if (!past || past.sinceFraudDays === null || past.sinceFraudDays > reportDays) return 0;
  return past.fraud;
}
