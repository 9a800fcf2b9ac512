import { afterAll, expect, test } from "bun:test";
import { at, base, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { stay } from "./stay.ts";

const midnight = Date.UTC(2027, 3, 2);
const booked = (checkIn: string, checkOut: string) => ({ booking: { checkIn, checkOut } });
const seen = new Set<string>();

function featureValue(
  name: string,
  of: { at?: number; booking?: RiskRequest["booking"]; device?: CollectionFacts["device"] },
): number | null {
  seen.add(name);
  const request = { ...base, booking: of.booking ?? base.booking };
  const collection = of.device === undefined ? null : ({ device: of.device } as CollectionFacts);
  return valueFor(stay, name, { at: of.at ?? at, request, collection });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["lead_time_days", {}, 30],
  ["lead_time_days", booked("2027-04-01", "2027-04-02"), 0],
  ["lead_time_days", { ...booked("2027-04-02", "2027-04-03"), at: midnight - 1 }, 1],
  ["lead_time_days", { ...booked("2027-04-02", "2027-04-03"), at: midnight }, 0],
  ["lead_time_days", booked("2027-03-30", "2027-04-02"), -2],
  ["nights", {}, 3],
  ["nights", booked("2027-12-31", "2028-01-01"), 1],
  ["arrives_on_weekend", booked("2027-05-06", "2027-05-09"), 0],
  ["arrives_on_weekend", booked("2027-05-07", "2027-05-09"), 1],
  ["arrives_on_weekend", booked("2027-05-08", "2027-05-09"), 1],
  ["arrives_on_weekend", booked("2027-05-09", "2027-05-10"), 0],
  ["includes_weekend_night", booked("2027-05-07", "2027-05-08"), 1], // Friday.
  ["includes_weekend_night", booked("2027-05-08", "2027-05-09"), 1], // Saturday.
  ["includes_weekend_night", booked("2027-05-09", "2027-05-14"), 0], // Sunday to Friday.
  ["includes_weekend_night", booked("2027-05-09", "2027-05-15"), 1],
  ["includes_weekend_night", booked("2027-05-06", "2027-05-07"), 0], // Thursday.
  ["includes_weekend_night", booked("2027-05-06", "2027-05-08"), 1],
  ["local_hour", {}, null],
  ["local_hour", { device: null }, null],
  ["local_hour", { device: {} }, null],
  ["local_hour", { device: { utcOffsetMin: 0 } }, 12],
  ["local_hour", { device: { utcOffsetMin: -330 } }, 17.5],
  ["local_hour", { device: { utcOffsetMin: 300 } }, 7],
  ["local_hour", { device: { utcOffsetMin: 0 }, at: midnight }, 0],
  ["local_hour", { device: { utcOffsetMin: 60 }, at: midnight }, 23],
  ["local_hour", { device: { utcOffsetMin: 900 }, at: 0 }, 9],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(stay.map((feature) => feature.name).sort());
});
