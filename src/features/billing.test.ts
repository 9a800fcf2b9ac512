import { expect, test } from "bun:test";
import { historyFacts } from "../history/facts.ts";
import { sightingOf } from "../history/sighting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { billing } from "./billing.ts";

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

function featureValue(name: string, of: Partial<RiskRequest>): number | null {
  const request = { ...base, ...of };
  const collection = null;
  seen.add(name);
  const feature = billing.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature.compute({ at, request, collection, history });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["billing_address_is_sent", {}, 0],
  ["billing_address_is_sent", { billing: { country: "PT" } }, 0],
  ["billing_address_is_sent", { billing: { addressLine: "" } }, 0],
  ["billing_address_is_sent", { billing: { addressLine: "Rua 1" } }, 1],
  ["billing_in_hotel_country", {}, null],
  ["billing_in_hotel_country", { billing: { addressLine: "Rua 1" } }, null],
  ["billing_in_hotel_country", { billing: { country: "PT" } }, 1],
  ["billing_in_hotel_country", { billing: { country: "ES" } }, 0],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(billing.map((feature) => feature.name).sort());
});
