/** A season of simulated bookings, as a merchant would import and send it. */
import { lineOf } from "../../../models/training/history-file.ts";
import type { Attempt } from "../../../models/training/simulator/kind.ts";
import { later } from "../../../models/training/simulator/later.ts";
import { defaultOptions, simulate } from "../../../models/training/simulator/simulate.ts";

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
  const shift = now - all.at(-1)!.at - 60_000;
  const seen = all.filter(({ telemetry, fraud }) => fraud && telemetry.length > 4);
  const longest = seen.toSorted((a, b) => b.telemetry.length - a.telemetry.length)[0]!;
  return {
    past: all.map((one) => `${lineOf(later(one, shift), now)}\n`).join(""),
    live: later(longest, now - longest.at),
  };
}

/** The batches of a visit that arrived before its attempt. */
export function batchesOf({ at, telemetry }: Attempt, key: string): object[] {
  return telemetry
    .filter(({ arrival }) => arrival.receivedAt <= at)
    .map(({ batch }) => ({ ...batch, key }));
}
