/** The columns of charts over time. */
import { dayMs } from "../../../base/durations.ts";
import { dateFormat, formatClockTime, formatMinute, formatUtcDay } from "../format.ts";
import type { Column } from "./series.ts";

const date = dateFormat({ day: "numeric", month: "short" });
const utcDate = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

/**
 * One column per start time, in Unix ms. Hours are in the user's time zone, with the date under each
 * midnight if there are several days. Days are UTC days, because figures are counted by them.
 */
export function timeColumns(starts: readonly number[], step: "hour" | "day"): Column[] {
  if (step === "day") {
    return starts.map((at) => ({ label: `${formatUtcDay(at)} (UTC)`, tick: utcDate.format(at) }));
  }
  const isLong = starts.length > 0 && starts.at(-1)! - starts[0]! > 2 * dayMs;
  return starts.map((at) => ({ label: formatMinute(at), tick: hourTick(at, isLong) }));
}

function hourTick(at: number, isLong: boolean): string | null {
  const hours = new Date(at).getHours();
  if (hours === 0) return date.format(at);
  return isLong || hours % 3 !== 0 ? null : formatClockTime(at);
}
