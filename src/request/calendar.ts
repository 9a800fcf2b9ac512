/** Calendar days as the contract spells them: `YYYY-MM-DD`, no time, no zone. */

const dayMs = 24 * 60 * 60 * 1000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a value is a real day of the Gregorian calendar spelled `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const match = shape.exec(value);
  if (!match) return false;
  const ms = dayStartMs(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

/** Unix ms of the day's midnight in UTC; NaN where there is no such day. */
export function dayStartMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Whole days from one calendar day to another; negative where `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dayStartMs(to) - dayStartMs(from)) / dayMs);
}

/** The calendar day in UTC of a moment, Unix ms. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Days from 1970-01-01 to a calendar day. */
export function dayNumber(day: string): number {
  return dayStartMs(day) / dayMs;
}
