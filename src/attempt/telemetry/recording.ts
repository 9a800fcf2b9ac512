/**
 * Recognises a visit that was recorded once and is sent again. The numbers that the script measures of a
 * longer piece of typing, of a path of the pointer or of some swipes do not occur twice: times in
 * milliseconds and their squares, lengths in pixels. Of all such pieces of a visit the one with the least
 * hash stands for it, whatever the order of the batches, and also where some of them are left out.
 *
 * It recognises what is sent as it was recorded. Whoever changes each piece a little is not recognised.
 */
import { sha256Bits52 } from "../../base/sha256.ts";
import type { EventOf } from "./facts.ts";
import type { TelemetryEvent } from "./protocol.ts";

/** Fewer keys, moves or swipes may give the same numbers by chance. */
const least = { keys: 6, moves: 20, swipes: 4 } as const;
/** Keys that follow faster come from a program, such as a password manager that types: all alike. */
const leastGapMs = 30;

/**
 * @param known of the visit so far.
 * @returns 52 bits of a hash; null where nothing of the visit is long enough.
 */
export function withRecordingOf(known: number | null, event: TelemetryEvent): number | null {
  const measured = measuredOf(event);
  if (!measured) return known;
  const hash = sha256Bits52(measured.join(" "));
  return known === null ? hash : Math.min(known, hash);
}

function measuredOf(event: TelemetryEvent): unknown[] | null {
  if (event.kind === "field") return typing(event);
  if (event.kind === "pointer") return path(event);
  if (event.kind === "touch") return swipes(event);
  return null;
}

function typing({ keys, gapSumMs, gapSquareSum, ...more }: EventOf<"field">): unknown[] | null {
  if (keys < least.keys || gapSumMs < leastGapMs * keys) return null;
  const { corrections, focusMs, holds, holdSumMs, holdSquareSum } = more;
  return [
    "typing",
    keys,
    gapSumMs,
    gapSquareSum,
    corrections,
    focusMs,
    holds,
    holdSumMs,
    holdSquareSum,
  ];
}

function path({ moves, distancePx, directPx, ...more }: EventOf<"pointer">): unknown[] | null {
  if (moves < least.moves) return null;
  const { moveMs, stepSquareSum, turns } = more;
  return ["path", moves, distancePx, directPx, moveMs, stepSquareSum, turns];
}

function swipes({ swipes, swipePx, swipeMs, taps }: EventOf<"touch">): unknown[] | null {
  return swipes < least.swipes ? null : ["swipes", swipes, swipePx, swipeMs, taps];
}
