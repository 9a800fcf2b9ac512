/** A season of simulated bookings, as a merchant would import and send it. */
import type { Attempt, SentBatch } from "../../../models/training/simulator/kind.ts";
import { defaultOptions, simulate } from "../../../models/training/simulator/simulate.ts";
import { isoTime } from "../../../src/base/iso-time.ts";

export interface Season {
  /** Lines for `history import`, oldest first, up to now. */
  past: string;
  /** An attempt whose telemetry and booking are sent live. */
  live: Attempt;
}

/** @param attempts the number of attempts of all simulated merchants, combined into one. */
export function seasonOf(attempts: number, now: number): Season {
  const all = [
    ...simulate({ ...defaultOptions, seed: "screenshots", attempts, days: 45, fraudRate: 0.04 }),
  ];
  const later = now - all.at(-1)!.at - 60_000;
  const seen = all.filter(({ telemetry, fraud }) => fraud && telemetry.length > 4);
  const longest = seen.toSorted((a, b) => b.telemetry.length - a.telemetry.length)[0]!;
  const live = { ...longest, request: withStayLater(longest.request, now - longest.at) };
  return { past: all.map((one) => `${JSON.stringify(lineOf(one, later))}\n`).join(""), live };
}

function lineOf({ at, request, telemetry, outcome }: Attempt, later: number) {
  const [first] = telemetry;
  const known = outcome && outcome.reportedAt + later < Date.now();
  return {
    decidedAt: new Date(at + later).toISOString(),
    request: withStayLater(request, later),
    ...(first && { collection: collectionOf(first, later) }),
    ...(known && {
      outcome: outcome.outcome,
      outcomeAt: new Date(outcome.reportedAt + later).toISOString(),
    }),
  };
}

/** As far ahead of a booking that is `laterMs` later, to the day. */
function withStayLater(request: Attempt["request"], laterMs: number): Attempt["request"] {
  const dayMs = 86_400_000;
  const days = Math.round(laterMs / dayMs);
  const moved = (date: string) => isoTime(Date.parse(date) + days * dayMs).slice(0, 10);
  const { checkIn, checkOut } = request.booking;
  return {
    ...request,
    booking: { ...request.booking, checkIn: moved(checkIn), checkOut: moved(checkOut) },
  };
}

function collectionOf({ batch, arrival }: SentBatch, later: number) {
  const { device } = batch;
  return {
    ip: arrival.ip,
    userAgent: arrival.userAgent,
    startedAt: new Date(Math.min(batch.startedAt, arrival.receivedAt) + later).toISOString(),
    ...(device?.deviceId && { deviceId: device.deviceId }),
    ...(device?.timeZone && { timezone: device.timeZone }),
    ...(device?.languages?.[0] && { language: device.languages[0] }),
    ...(device?.platform && { platform: device.platform }),
  };
}

/** The batches of a visit, shifted in time to end now. */
export function batchesNow({ at, telemetry }: Attempt, key: string, now: number): object[] {
  const later = now - at;
  return telemetry
    .filter(({ arrival }) => arrival.receivedAt <= at)
    .map(({ batch }) => ({
      ...batch,
      key,
      startedAt: batch.startedAt + later,
      sentAt: batch.sentAt + later,
    }));
}
