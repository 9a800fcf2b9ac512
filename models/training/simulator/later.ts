/** A simulated attempt at a later time: for a season that ends today. */
import { dayMs } from "../../../src/base/durations.ts";
import type { Attempt } from "./kind.ts";

/** The attempt, its visit and its outcome `ms` later, and its stay by that many days, rounded. */
export function later(attempt: Attempt, ms: number): Attempt {
  const { at, request, telemetry, outcome } = attempt;
  const days = Math.round(ms / dayMs);
  const moved = (date: string) =>
    new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
  const { checkIn, checkOut } = request.booking;
  const booking = { ...request.booking, checkIn: moved(checkIn), checkOut: moved(checkOut) };
  return {
    ...attempt,
    at: at + ms,
    request: { ...request, booking },
    telemetry: telemetry.map(({ batch, arrival }) => ({
      batch: { ...batch, startedAt: batch.startedAt + ms, sentAt: batch.sentAt + ms },
      arrival: { ...arrival, receivedAt: arrival.receivedAt + ms },
    })),
    outcome: outcome && { ...outcome, reportedAt: outcome.reportedAt + ms },
  };
}
