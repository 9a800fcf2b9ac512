import { afterAll, expect, test } from "bun:test";
import { base, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { billing } from "./billing.ts";

const seen = new Set<string>();

function featureValue(name: string, of: Partial<RiskRequest>): number | null {
  seen.add(name);
  return valueFor(billing, name, { request: { ...base, ...of } });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["billing_address_is_sent", {}, 0],
  ["billing_address_is_sent", { billing: { country: "PT" } }, 0],
  ["billing_address_is_sent", { billing: { addressLine: "" } }, 0],
  ["billing_address_is_sent", { billing: { addressLine: "Rua 1" } }, 1],
  ["billing_address_length_characters", {}, null],
  ["billing_address_length_characters", { billing: { addressLine: "" } }, null],
  ["billing_address_length_characters", { billing: { addressLine: "Rua 😀" } }, 5],
  ["billing_address_has_digit", {}, null],
  ["billing_address_has_digit", { billing: { addressLine: "Rua Augusta" } }, 0],
  ["billing_address_has_digit", { billing: { addressLine: "Rua Augusta 1" } }, 1],
  ["billing_address_has_digit", { billing: { addressLine: "شارع ٣" } }, 1],
  ["billing_in_hotel_country", {}, null],
  ["billing_in_hotel_country", { billing: { addressLine: "Rua 1" } }, null],
  ["billing_in_hotel_country", { billing: { country: "PT" } }, 1],
  ["billing_in_hotel_country", { billing: { country: "ES" } }, 0],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(billing.map((feature) => feature.name).sort());
});
