/**
 * The queue of decisions that people look into: what puts a decision into it, and in which order the cases are
 * served. Stated once. It never changes what a decision suggests.
 */
import { dayStartMs } from "../attempt/request/calendar.ts";
import { minorUnitsOf } from "../attempt/request/currency.ts";
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import { dayMs } from "../base/durations.ts";
import { isoTime } from "../base/iso-time.ts";
import { webhookEvent } from "../projects/webhooks/event.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ListMatch } from "../storage/port/lists.ts";
import type { NewReview, ReviewRules, ReviewSource } from "../storage/port/reviews.ts";

/**
 * Why a decision goes to review by itself: entries of the watch list that say so, a band of scores, a random share.
 * All of it follows from what is stored with the decision and from the project's rules.
 * @returns empty where it does not.
 */
export function reviewSources(
  { id, riskScore }: Pick<DecisionRecord, "id" | "riskScore">,
  matches: readonly ListMatch[],
  rules: ReviewRules | null,
): ReviewSource[] {
  const sources: ReviewSource[] = [];
  for (const { entryId, review } of matches) if (review) sources.push({ kind: "watch", entryId });
  if (rules === null) return sources;
  const { band, share } = rules;
  if (band !== null && riskScore >= band.from && riskScore <= band.to) {
    sources.push({ kind: "band", ...band });
  }
  if (share > 0 && isSampled(id, share)) sources.push({ kind: "sample", share });
  return sources;
}

/**
 * Whether a decision is of the random share, by the last 32 bits of its ID, which are random. The same decision is of
 * every larger share.
 */
export function isSampled(decisionId: string, share: number): boolean {
  return Number.parseInt(decisionId.slice(-8), 16) < share * 2 ** 32;
}

/**
 * The end of free cancellation or of the day of check-in (UTC, since the hotel's hour is not known), whichever is
 * earlier. Where free cancellation had ended when the booking was decided, or was not sent, check-in alone counts.
 * @returns Unix ms.
 */
export function reviewDeadline(
  { booking }: Pick<RiskRequest, "booking">,
  decidedAt: number,
): number {
  const checkIn = dayStartMs(booking.checkIn) + dayMs;
  const free = Date.parse(booking.freeCancellationUntil ?? "");
  return free > decidedAt ? Math.min(free, checkIn) : checkIn;
}

/** The value of a night, in units of any currency, where no amount was sent. */
const assumedNight = 100;

/** In units of the booking's currency: amounts of different currencies are compared as they are, nothing is converted. */
function stayValue({ booking: { totalAmount, checkIn, checkOut } }: Pick<RiskRequest, "booking">) {
  if (totalAmount) return totalAmount.value / minorUnitsOf(totalAmount.currency);
  return (assumedNight * (dayStartMs(checkOut) - dayStartMs(checkIn))) / dayMs;
}

/** A loss below this is as little as none. */
const leastLoss = 0.01;

/**
 * A case's place in the queue; the least is served first:
 *
 *     place = deadline / 1 day - log2(expected loss),  expected loss = probability of fraud × value of the stay
 *
 * So twice the loss is as urgent as a deadline that is a day earlier. The order of two cases does not depend on the
 * time, and an index has it. A case whose deadline has passed is served when no other waits.
 */
export function reviewPlace(deadline: number, expectedLoss: number): number {
  return deadline / dayMs - Math.log2(Math.max(expectedLoss, leastLoss));
}

/**
 * A decision on its way into the queue.
 * @param of `openedAt`: Unix ms; `webhookEvents`: the types of event that the project's webhooks get; absent: none.
 */
export function newReview(
  { projectId, id: decisionId, decidedAt, probability, riskScore }: DecisionRecord,
  of: {
    request: Pick<RiskRequest, "booking">;
    sources: readonly ReviewSource[];
    openedAt: number;
    webhookEvents?: readonly string[] | null | undefined;
  },
): NewReview {
  const { request, sources, openedAt: at, webhookEvents } = of;
  const deadline = reviewDeadline(request, decidedAt);
  const expectedLoss = probability * stayValue(request);
  const currency = request.booking.totalAmount?.currency ?? null;
  const event = webhookEvent(
    webhookEvents,
    { projectId, type: "decision.review_opened", at },
    () => {
      const because = [...new Set(sources.map(({ kind }) => kind))];
      return { decisionId, riskScore, because, deadline: isoTime(deadline) };
    },
  );
  return {
    projectId,
    decisionId,
    sources: JSON.stringify(sources),
    openedAt: at,
    event,
    deadline,
    expectedLoss,
    currency,
    place: reviewPlace(deadline, expectedLoss),
  };
}
