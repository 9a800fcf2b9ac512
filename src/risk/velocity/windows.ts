/** The windows that earlier attempts are counted over. */
import { dayMs, hourMs, minuteMs } from "../../base/durations.ts";
import { type Sighting, velocityLimits } from "../../storage/port/velocity.ts";

/** The windows that attempts are counted over, each ending at the attempt. */
export const windows = {
  "10m": 10 * minuteMs,
  "1h": hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": velocityLimits.windowMs,
} as const;
export type Window = keyof typeof windows;
export const windowNames = Object.keys(windows) as Window[];

export const windowTexts: Readonly<Record<Window, string>> = {
  "10m": "in the last 10 minutes",
  "1h": "in the last hour",
  "24h": "in the last 24 hours",
  "7d": "in the last 7 days",
  "30d": "in the last 30 days",
};

/** Index of the first sighting at or after a time, by bisection. */
export function firstSince(earlier: readonly Sighting[], sinceMs: number): number {
  if (earlier.length === 0 || earlier[0]!.at >= sinceMs) return 0;
  let low = 0;
  let high = earlier.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (earlier[middle]!.at < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the sightings, which are in order of time, lie in each window. */
export function countByWindow(earlier: readonly Sighting[], at: number): number[] {
  if (earlier.length === 0) return [0, 0, 0, 0, 0]; // The most common case.
  return windowNames.map((window) => earlier.length - firstSince(earlier, at - windows[window]));
}
