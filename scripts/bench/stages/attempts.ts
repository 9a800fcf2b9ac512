/** The attempts that the stages work on. */
import { geoipOf } from "../../../models/training/simulator/geoip.ts";
import type { SentBatch } from "../../../models/training/simulator/kind.ts";
import { defaultOptions, simulate } from "../../../models/training/simulator/simulate.ts";
import type { NetworkLookup } from "../../../src/attempt/geoip/facts.ts";
import { type BookingMix, bookingBodies } from "../bookings.ts";
import type { Workload } from "./budget.ts";

/** An attempt as it arrives. */
export interface Arriving {
  at: number;
  body: Uint8Array;
  /** What the browser had sent by then. */
  telemetry: readonly SentBatch[];
}

export interface Attempts {
  next(): Arriving;
  network: NetworkLookup;
}

const utf8 = new TextEncoder();

/** @param count more than this will not be asked for. */
export function attemptsOf(workload: Workload, count: number): Attempts {
  if (workload === "visit") return visits(count);
  return bookings({ hasAllMembers: workload === "extended" });
}

function bookings(mix: BookingMix): Attempts {
  const body = bookingBodies(mix);
  return {
    next: () => ({ at: Date.now(), body: utf8.encode(body()), telemetry: [] }),
    network: () => null,
  };
}

/** A simulated season of one merchant: travellers and attacks of all kinds. */
function visits(count: number): Attempts {
  // Whole episodes are drawn, so the number is approximate.
  const attempts = Math.ceil(count * 1.2) + 1000;
  const season = simulate({ ...defaultOptions, seed: "stages", attempts, days: 60 });
  return {
    next() {
      const { value, done } = season.next();
      if (done) throw new Error("the season ended");
      const { at, request, telemetry } = value;
      const arrived = telemetry.filter(({ arrival }) => arrival.receivedAt <= at);
      return { at, body: utf8.encode(JSON.stringify(request)), telemetry: arrived };
    },
    network: geoipOf,
  };
}
