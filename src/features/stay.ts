/** When, for how long, and where. */
import { dayStartMs, daysBetween, utcDayOf } from "../request/calendar.ts";
import { count, type Feature, family, flag } from "./feature.ts";

export const stay: readonly Feature[] = family("stay", [
  {
    name: "lead_time_days",
    type: "count",
    unit: "days",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning: "From the decision's day in UTC to check-in; below zero where check-in is past.",
    missing: null,
    compute: ({ at, request }) => daysBetween(utcDayOf(at), request.booking.checkIn),
  },
  {
    name: "nights",
    ...count,
    unit: "nights",
    meaning: "Length of the stay.",
    missing: null,
    compute: ({ request }) => daysBetween(request.booking.checkIn, request.booking.checkOut),
  },
  {
    name: "arrives_on_weekend",
    ...flag,
    meaning: "Check-in is on a Friday or Saturday.",
    missing: null,
    compute: ({ request }) => {
      const weekday = new Date(dayStartMs(request.booking.checkIn)).getUTCDay();
      return weekday === 5 || weekday === 6 ? 1 : 0;
    },
  },
  {
    name: "local_hour",
    type: "number",
    unit: "hours",
    range: [0, 24],
    meaning: "Time of day where the browser is, from its offset to UTC.",
    missing: "The browser's offset is not known.",
    compute: ({ at, collection }) => {
      const offsetMin = collection?.device?.utcOffsetMin;
      if (offsetMin === undefined) return null;
      const minutes = at / 60_000 - offsetMin;
      return (((minutes % 1440) + 1440) % 1440) / 60;
    },
  },
]);
