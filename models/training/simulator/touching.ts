/** Fingers on a screen, as a browser tells of them. */
import type { TelemetryEvent } from "../../../src/telemetry/protocol.ts";
import type { Browser } from "./browsers.ts";
import type { Random } from "./random.ts";

type TouchSums = Omit<Extract<TelemetryEvent, { kind: "touch" }>, "at" | "page">;

/** @returns what is told of so many taps and swipes; nothing where there were none. */
export function touchSums(
  random: Random,
  { sizesTouches }: Browser["input"],
  taps: number,
  swipes: number,
): TouchSums | null {
  if (taps + swipes === 0) return null;
  return {
    kind: "touch",
    taps,
    swipes,
    swipePx: Math.round(swipes * random.around(260, 0.35)),
    swipeMs: Math.round(swipes * random.around(230, 0.35)),
    sized: sizesTouches ? taps + swipes : 0,
  };
}
