/** The dates of the stay. */
import { dayNumber, utcDayOf } from "../../attempt/request/calendar.ts";
import { dayMs } from "../../base/durations.ts";
import { type Attempt, count, type Feature, family, flag } from "./feature.ts";
import { fromFacts } from "./from-facts.ts";
import { textsOf } from "./request-texts.ts";

const isWeekend = (weekday: number) => weekday === 5 || weekday === 6;

/** 0 is Sunday, as 1970-01-01 was a Thursday. */
const arrivalWeekday = ({ request }: Attempt) => {
  const weekday = (textsOf(request).checkIn + 4) % 7;
  return weekday < 0 ? weekday + 7 : weekday;
};

const nightsOf = ({ request }: Attempt) => {
  const { checkIn, checkOut } = textsOf(request);
  return checkOut - checkIn;
};

const year10000 = Date.UTC(10_000, 0);

/** Days from 1970-01-01 to the UTC calendar day of a time; NaN for a year without four digits. */
const dayOfTime = (at: number) =>
  at >= 0 && at < year10000 ? Math.floor(at / dayMs) : dayNumber(utcDayOf(at));

export const stay: readonly Feature[] = family("stay", [
  {
    name: "lead_time_days",
    type: "count",
    unit: "days",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning:
      "From the day of the decision in UTC to check-in; negative where check-in is in the past.",
    why: "Fraud books for tonight or tomorrow, before the cardholder sees the charge. So do stranded travellers.",
    source: ["request"],
    missing: null,
    compute: ({ at, request }) => textsOf(request).checkIn - dayOfTime(at),
  },
  {
    name: "nights",
    ...count,
    unit: "nights",
    meaning: "Length of the stay.",
    why: "Fraud favours short stays, and sometimes very long ones that are resold.",
    source: ["request"],
    missing: null,
    compute: nightsOf,
  },
  {
    name: "arrives_on_weekend",
    ...flag,
    meaning: "Check-in is on a Friday or Saturday.",
    why: "Leisure and business travel differ in risk. Not a sign alone.",
    source: ["request"],
    missing: null,
    compute: (attempt) => (isWeekend(arrivalWeekday(attempt)) ? 1 : 0),
  },
  {
    name: "includes_weekend_night",
    ...flag,
    meaning: "At least one night of the stay begins on a Friday or Saturday.",
    why: "Separates leisure from business travel better than the day of arrival. Not a sign alone.",
    source: ["request"],
    missing: null,
    compute: (attempt) => {
      const untilFriday = (5 - arrivalWeekday(attempt) + 7) % 7; // 6 from Saturday.
      return untilFriday === 6 || nightsOf(attempt) > untilFriday ? 1 : 0;
    },
  },
  {
    name: "local_hour",
    type: "number",
    unit: "hours",
    range: [0, 24],
    meaning: "Time of day at the browser, from its UTC offset.",
    why: "People book during the day and in the evening; scripts, and people who fake their time zone, also deep at night.",
    missing: "The browser's UTC offset is unknown.",
    ...fromFacts(["device"], ({ device: { utcOffsetMin } }, { at }) => {
      if (utcOffsetMin === undefined) return null;
      const minutes = at / 60_000 - utcOffsetMin;
      return (((minutes % 1440) + 1440) % 1440) / 60;
    }),
  },
]);
