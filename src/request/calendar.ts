/** Calendar days in the form `YYYY-MM-DD`, without a time or a time zone. */

const dayMs = 24 * 60 * 60 * 1000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a value is an existing day of the Gregorian calendar in the form `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const match = shape.exec(value);
  if (!match) return false;
  const ms = dayStartMs(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

/** Unix ms of the day's midnight in UTC; NaN if the day does not exist. */
export function dayStartMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Whole days from one calendar day to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dayStartMs(to) - dayStartMs(from)) / dayMs);
}

/** The UTC calendar day of a time in Unix ms. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Days from 1970-01-01 to a calendar day. */
export function dayNumber(day: string): number {
  return dayStartMs(day) / dayMs;
}
