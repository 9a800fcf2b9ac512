import { expect, test } from "bun:test";
import { historyFacts } from "../history/facts.ts";
import { sightingOf } from "../history/sighting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { identity } from "./identity.ts";

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
const seen = new Set<string>();

function featureValue(
  name: string,
  of: Partial<RiskRequest["booker"]> & Partial<Omit<RiskRequest, "booker">>,
): number | null {
  const { guests, billing, hotel, booking, collectionId, requestId, ...booker } = of;
  const more = { guests, billing, hotel, booking, collectionId };
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  const request = { ...base, ...given, booker: { ...base.booker, ...booker } };
  const collection = null;
  seen.add(name);
  const feature = identity.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature.compute({ at, request, collection, history });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["name_length_characters", {}, 12],
  ["name_length_characters", { firstName: "𝒜𝒷", lastName: "李" }, 4],
  ["name_length_characters", { firstName: "-", lastName: "!" }, 0],
  ["name_length_characters", { firstName: "Zoë", lastName: "Müller" }, 10],
  ["name_vowel_share", {}, 6 / 11],
  ["name_vowel_share", { firstName: "Xkcd", lastName: "Qwrt" }, 0],
  ["name_vowel_share", { firstName: "AÉI", lastName: "ouy" }, 1],
  ["name_vowel_share", { firstName: "李", lastName: "小龙" }, null],
  ["name_is_repeated", {}, 0],
  ["name_is_repeated", { firstName: "Test", lastName: " tést " }, 1],
  ["name_is_repeated", { firstName: "--", lastName: "!!" }, 0],
  ["booker_is_referenced", {}, 0],
  ["booker_is_referenced", { referenceId: "" }, 0],
  ["booker_is_referenced", { referenceId: "user-1" }, 1],
  ["booker_is_guest", {}, null],
  ["booker_is_guest", { guests: [] }, null],
  ["booker_is_guest", { guests: [{}, { firstName: "" }] }, null],
  ["booker_is_guest", { guests: [{ firstName: "Charles", lastName: "Babbage" }] }, 0],
  [
    "booker_is_guest",
    { guests: [{ firstName: "Ida" }, { firstName: "ADA", lastName: "Lovelace" }] },
    1,
  ],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(identity.map((feature) => feature.name).sort());
});
