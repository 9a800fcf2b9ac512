import { expect, test } from "bun:test";
import { historyFacts } from "../history/facts.ts";
import { sightingOf } from "../history/sighting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { contact } from "./contact.ts";

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
  const feature = contact.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature.compute({ at, request, collection, history });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["email_local_length_characters", {}, 3],
  ["email_local_length_characters", { email: "用户@例子.公司" }, 2],
  ["email_local_length_characters", { email: "𝒜@b.co" }, 1],
  ["email_digit_share", {}, 0],
  ["email_digit_share", { email: "ada1815@1.co" }, 4 / 7],
  ["email_digit_share", { email: "1815@b.co" }, 1],
  ["email_is_tagged", {}, 0],
  ["email_is_tagged", { email: "ada+x@example.com" }, 1],
  ["email_name_similarity", {}, 3 / 11],
  ["email_name_similarity", { email: "ADA.Lovelace@example.com" }, 1],
  ["email_name_similarity", { email: "alove@example.com" }, 4 / 11],
  ["email_name_similarity", { email: "xq3@example.com" }, 0],
  ["email_name_similarity", { firstName: "-", lastName: "!" }, null],
  [
    "email_name_similarity",
    { firstName: "Jonás", lastName: "Müller", email: "jonas.muller@b.co" },
    1,
  ],
  ["phone_length_digits", {}, 12],
  ["phone_length_digits", { phone: "+12" }, 2],
  ["phone_in_billing_country", {}, null],
  ["phone_in_billing_country", { billing: { addressLine: "Rua 1" } }, null],
  ["phone_in_billing_country", { billing: { country: "PT" } }, 1],
  ["phone_in_billing_country", { billing: { country: "ES" } }, 0],
  ["phone_in_billing_country", { billing: { country: "AQ" } }, null],
  ["phone_in_billing_country", { phone: "+14155550100", billing: { country: "CA" } }, 1],
  ["phone_in_hotel_country", {}, 1],
  ["phone_in_hotel_country", { phone: "+441234567890" }, 0],
  ["phone_in_hotel_country", { hotel: { name: "Base", country: "AQ" } }, null],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(contact.map((feature) => feature.name).sort());
});
