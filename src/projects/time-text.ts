/** A moment as people and programs write it. */
import { isCalendarDate } from "../attempt/request/calendar.ts";

const timeForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** What is asked for, after the name of a field. */
export const timeRule = "must be a day or a time, such as 2027-05-01 or 2027-05-01T09:00:00Z";

/** The first moment that RFC 3339 has no form for, Unix ms. */
const yearTenThousand = Date.UTC(10_000, 0, 1);

/**
 * Unix ms; a day alone begins at midnight UTC. Null where it is neither: `Date.parse` takes 31 February for 3 March, and
 * in UTC a time with an offset can be in the year 10,000.
 */
export function readTime(text: string): number | null {
  const day = timeForm.exec(text)?.[1];
  const at = isCalendarDate(day) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) || at >= yearTenThousand ? null : at;
}
