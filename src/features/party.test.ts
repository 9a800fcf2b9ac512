import { expect, test } from "bun:test";
import { historyFacts } from "../history/facts.ts";
import { sightingOf } from "../history/sighting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { groupSizeOf, party } from "./party.ts";

const at = Date.UTC(2027, 3, 1, 12);
const base: RiskRequest = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Mundial", country: "PT" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
  requestId: "r-1",
};
const history = historyFacts(sightingOf({}, at, 0), {});
const group = (adultCount: number, childCount: number, infantCount: number) => ({
  ...base.booking,
  groupSize: { adultCount, childCount, infantCount },
});
const seen = new Set<string>();

function featureValue(name: string, of: Partial<RiskRequest>): number | null {
  const request = { ...base, ...of };
  const collection = null;
  seen.add(name);
  const feature = party.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature.compute({ at, request, collection, history });
}

test("the group size is the stated one, else the number of named guests", () => {
  expect(groupSizeOf(base)).toBe(0);
  expect(groupSizeOf({ ...base, guests: [{}, {}, {}] })).toBe(3);
  expect(groupSizeOf({ ...base, guests: [{}], booking: group(2, 0, 0) })).toBe(2);
  const adults = { ...base.booking, groupSize: { adultCount: 5 } };
  expect(groupSizeOf({ ...base, booking: adults })).toBe(5);
});

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["group_size_people", {}, null],
  ["group_size_people", { guests: [] }, null],
  ["group_size_people", { guests: [{}, {}] }, 2],
  ["group_size_people", { guests: [{}], booking: group(2, 1, 1) }, 4],
  ["group_size_people", { booking: group(0, 0, 0) }, null],
  ["children_share", {}, null],
  ["children_share", { guests: [{}] }, null],
  ["children_share", { booking: group(0, 0, 0) }, null],
  ["children_share", { booking: group(2, 0, 0) }, 0],
  ["children_share", { booking: group(1, 2, 1) }, 0.75],
  ["named_guests_people", {}, null],
  ["named_guests_people", { guests: [] }, 0],
  [
    "named_guests_people",
    { guests: [{}, { firstName: "" }, { firstName: "A" }, { lastName: "B" }] },
    2,
  ],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(party.map((feature) => feature.name).sort());
});
