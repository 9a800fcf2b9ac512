/** What "the last 30 days" means, wherever decisions are counted or listed. */
import { dayMs } from "../base/durations.ts";

/**
 * Whole days in UTC, today included: the last day is today so far. Figures by hotel and country are
 * only counted by whole days, so that every page has the same decisions under the same name.
 *
 * @param now Unix ms. @returns the beginning of the first day, Unix ms.
 */
export function startOfLastDays(days: number, now: number): number {
  return (Math.floor(now / dayMs) - (days - 1)) * dayMs;
}

/** A range of the names of views and overviews: hours roll, days are whole. */
export function startOfLast(range: `${number}${"h" | "d"}`, now: number): number {
  const count = Number.parseInt(range, 10);
  if (range.endsWith("d")) return startOfLastDays(count, now);
  return now - count * 60 * 60 * 1000;
}
