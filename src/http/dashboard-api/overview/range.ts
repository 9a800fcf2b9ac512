/** The period of an overview, in whole hours or whole days, UTC. */
import { Type } from "@sinclair/typebox";
import { invalidInput } from "../../../base/domain-error.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { startOfLastDays } from "../../../decisions/last-days.ts";
import { type OverviewRange, stepsMax } from "../../../decisions/overview.ts";

const Day = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$", maxLength: 10 });

/** A preset range up to now, or two days (UTC), both included. */
export const RangeQuery = Type.Object({
  last: Type.Optional(
    Type.Union([Type.Literal("24h"), Type.Literal("7d"), Type.Literal("30d"), Type.Literal("90d")]),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});
export type RangeQuery = typeof RangeQuery.static;

const lastDays = { "7d": 7, "30d": 30, "90d": 90 } as const;
/** Longer ranges have a step for each day instead of each hour. */
const hourlyDaysMax = 7;

/** @throws DomainError invalid_input where the range is empty or too long. */
export function rangeOf({ last, from, to }: RangeQuery, now: number): OverviewRange {
  if (from === undefined && to === undefined) return lastRange(last ?? "7d", now);
  const range = {
    from: from === undefined ? invalid("from", "is required with `to`") : dayOf(from, "from"),
    to: (to === undefined ? floor(now, dayMs) : dayOf(to, "to")) + dayMs,
  };
  const days = (range.to - range.from) / dayMs;
  if (days < 1) return invalid("to", "must not be before `from`");
  if (days > stepsMax) return invalid("from", `must be at most ${stepsMax} days before \`to\``);
  return { ...range, step: days <= hourlyDaysMax ? "hour" : "day" };
}

/** Includes the current hour, or day. */
function lastRange(last: NonNullable<RangeQuery["last"]>, now: number): OverviewRange {
  const to = floor(now, hourMs) + hourMs;
  if (last === "24h") return { from: to - 24 * hourMs, to, step: "hour" };
  const days = lastDays[last];
  return { from: startOfLastDays(days, now), to, step: days <= hourlyDaysMax ? "hour" : "day" };
}

/** The whole days that the range touches, by which hotels and countries are counted. */
export function wholeDays({ from, to }: Pick<OverviewRange, "from" | "to">) {
  return { from: floor(from, dayMs), to: floor(to - 1, dayMs) + dayMs };
}

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;

function dayOf(text: string, field: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`);
  const isDay = ms >= 0 && new Date(ms).toISOString().startsWith(text);
  return isDay ? ms : invalid(field, "must be a day, as 2026-03-31");
}

function invalid(field: string, message: string): never {
  throw invalidInput(field, message);
}
