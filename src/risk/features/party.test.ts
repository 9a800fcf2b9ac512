import { afterAll, expect, test } from "bun:test";
import { base, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { groupSizeOf, party } from "./party.ts";

const group = (adultCount: number, childCount: number, infantCount: number) => ({
  ...base.booking,
  groupSize: { adultCount, childCount, infantCount },
});
const ada = { firstName: "Ada", lastName: "Lovelace" };
const seen = new Set<string>();

function featureValue(name: string, of: Partial<RiskRequest>): number | null {
  seen.add(name);
  return valueFor(party, name, { request: { ...base, ...of } });
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
  ["children_are_alone", {}, null],
  ["children_are_alone", { booking: group(0, 0, 0) }, null],
  ["children_are_alone", { booking: group(1, 2, 0) }, 0],
  ["children_are_alone", { booking: group(0, 0, 1) }, 1],
  ["named_guests_over_group_ratio", {}, null],
  ["named_guests_over_group_ratio", { guests: [ada] }, null],
  ["named_guests_over_group_ratio", { booking: group(2, 0, 0) }, null],
  ["named_guests_over_group_ratio", { guests: [ada], booking: group(0, 0, 0) }, null],
  ["named_guests_over_group_ratio", { guests: [ada, {}], booking: group(2, 2, 0) }, 0.25],
  ["named_guests_over_group_ratio", { guests: [ada, ada], booking: group(1, 0, 0) }, 2],
  ["duplicate_guests_share", {}, null],
  ["duplicate_guests_share", { guests: [{}, { firstName: "-" }] }, null],
  ["duplicate_guests_share", { guests: [ada] }, 0],
  ["duplicate_guests_share", { guests: [ada, { firstName: "ÁDA", lastName: "lovelace" }] }, 0.5],
  ["duplicate_guests_share", { guests: Array.from({ length: 100 }, () => ada) }, 0.99],
  ["guests_of_bookers_family_share", {}, null],
  ["guests_of_bookers_family_share", { guests: [{ firstName: "Ada" }] }, null],
  ["guests_of_bookers_family_share", { guests: [ada, { lastName: "LOVELÁCE" }] }, 1],
  ["guests_of_bookers_family_share", { guests: [ada, { lastName: "Byron" }, {}] }, 0.5],
  [
    "guests_of_bookers_family_share",
    { guests: [ada], booker: { ...base.booker, lastName: "!" } },
    null,
  ],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(party.map((feature) => feature.name).sort());
});
