/**
 * What it means that nothing was reported of a booking, for the page Money and for the report of a replay
 * alike. Merchants report fraud, and rarely good stays. A booking therefore counts by how likely its fraud would
 * be reported by now, as the project's own reports tell (src/risk/outcomes/reporting-delay.ts). Where they do not tell
 * yet, the page has no figures; a replay takes a booking of which nothing was reported for a number of days as
 * good, and younger ones do not count. A denied booking could not be charged back, and what is reported of some
 * is a selection: it never counts, unless the control group let it through, and then for all that were drawn.
 */
import { dayMs } from "../../base/durations.ts";
import { addAmounts, amountsOf, noAmounts } from "../../risk/outcomes/amounts.ts";
import { addDecisions, type Evidence, noEvidence } from "../../risk/outcomes/fraud-rate.ts";
import type { ReportingDelay } from "../../risk/outcomes/reporting-delay.ts";
import type { Valued } from "./prices.ts";

export type Silence =
  | { basis: "estimated"; delay: Pick<ReportingDelay, "knownWithin" | "observedUntil"> }
  /** After so many days it was good. */
  | { basis: "fixed"; asOf: number; matureDays: number }
  /** Only what was reported counts. */
  | { basis: "reportedOnly" };

/** Bookings, and what is known of some of them. */
export interface OutcomeTally {
  /** All that count, each for as many as it represents. */
  bookings: Valued;
  /** Of those, each for itself. */
  evidence: Evidence;
}

export const noOutcomes = (): OutcomeTally => ({
  bookings: { count: 0, amounts: noAmounts() },
  evidence: noEvidence(),
});

/** A booking that can turn out to be fraud. */
export interface CountedBooking {
  /** Unix ms. */
  decidedAt: number;
  /** Null where it is not known in the currency of the prices. */
  amount: number | null;
  /** The newest report. */
  reported: "fraud" | "legitimate" | null;
  /** How many it represents. */
  weight: number;
}

const settled = { observedUntil: 0, knownWithin: () => ({ share: 1, error: 0 }) };

export function countBooking(to: OutcomeTally, one: CountedBooking, silence: Silence): void {
  const { decidedAt, reported, weight } = one;
  if (silence.basis === "reportedOnly" && reported === null) return;
  if (silence.basis === "fixed" && decidedAt > silence.asOf - silence.matureDays * dayMs) return;
  const delay = silence.basis === "estimated" ? silence.delay : settled;
  if (silence.basis === "estimated" && decidedAt > silence.delay.observedUntil) return;
  const amounts = amountsOf(one.amount);
  to.bookings.count += weight;
  addAmounts(to.bookings.amounts, amounts, weight);
  addDecisions(to.evidence, { decidedAt, count: 1, isFraud: reported === "fraud", amounts }, delay);
}
