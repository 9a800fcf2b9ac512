import { expect, test } from "bun:test";
import { contact } from "./contact.ts";
import { type BookerChanges, requestWith, valueFor } from "./example-attempt.ts";

const seen = new Set<string>();

function featureValue(name: string, of: BookerChanges): number | null {
  seen.add(name);
  return valueFor(contact, name, { request: requestWith(of) });
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
