/** A relative time. Its tooltip has the full time in the user's time zone and in UTC. */
import { useEffect, useState } from "react";
import { dayMs } from "../../base/durations.ts";
import { formatDay, formatMoment, localTime } from "./format.ts";

/** In the language of the texts around it. */
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const units = [
  ["hour", 3600],
  ["minute", 60],
] as const;

export function timeAgo(ms: number, now: number): string {
  const seconds = (ms - now) / 1000;
  if (Math.abs(ms - now) > 14 * dayMs) return formatDay(ms);
  if (Math.abs(ms - now) >= dayMs) return relative.format(calendarDays(now, ms), "day");
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(Math.trunc(seconds), "second");
}

/** From one day to another in the viewer's time zone; 47 hours ago was not always yesterday. */
function calendarDays(from: number, to: number): number {
  const dayOf = (ms: number) => Date.parse(localTime(ms).slice(0, 10));
  return (dayOf(to) - dayOf(from)) / dayMs;
}

export function Time({ at }: { at: string }) {
  const ms = Date.parse(at);
  const now = useNow();
  const utc = `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return (
    <time dateTime={at} title={`${formatMoment(ms)}\n${utc}`}>
      {timeAgo(ms, now)}
    </time>
  );
}

/** The current time, updated every ten seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
