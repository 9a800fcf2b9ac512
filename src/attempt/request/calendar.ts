/** Calendar days in the form `YYYY-MM-DD`, without a time or a time zone. */
import { dayMs } from "../../base/durations.ts";

/** Whether a value is an existing day of the Gregorian calendar in the form `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is string {
  return typeof value === "string" && dayOf(value) !== null;
}

/** Unix ms of the day's midnight in UTC; NaN if the day does not exist. */
export function dayStartMs(day: string): number {
  const days = dayOf(day);
  return days === null ? Date.parse(`${day}T00:00:00.000Z`) : days * dayMs;
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

const minus = "-".charCodeAt(0);
/** Days of a year before each month; the last is the whole year. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/**
 * Days from 1970-01-01 to an existing day of that form; null for any other text. By arithmetic: a
 * request's days are read six times, and `Date.parse` takes 0.2 µs, this 0.02 µs.
 */
function dayOf(text: string): number | null {
  if (text.length !== 10 || text.charCodeAt(4) !== minus || text.charCodeAt(7) !== minus) {
    return null;
  }
  const year = number(text, 0, 4);
  const month = number(text, 5, 7);
  const day = number(text, 8, 10);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return null;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const first = daysBefore[month - 1]! + (month > 2 ? leap : 0);
  const end = daysBefore[month]! + (month > 1 ? leap : 0);
  return first + day > end ? null : daysBeforeYear(year) - daysBefore1970 + first + day - 1;
}

/** The number that these digits are; NaN where one is not a digit. */
function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN;
  }
  return value;
}

/** Days from the beginning of year 0 of the Gregorian calendar, which is a leap year. */
function daysBeforeYear(year: number): number {
  const leaps =
    year === 0 ? 0 : floor((year - 1) / 4) - floor((year - 1) / 100) + floor((year - 1) / 400) + 1;
  return 365 * year + leaps;
}

const { floor } = Math;
const daysBefore1970 = daysBeforeYear(1970);
