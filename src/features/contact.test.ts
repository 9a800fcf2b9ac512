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
  ["email_trailing_digits", {}, 0],
  ["email_trailing_digits", { email: "a1da1987@b.co" }, 4],
  ["email_trailing_digits", { email: "1815@b.co" }, 4],
  ["email_consonant_run_letters", {}, 1],
  ["email_consonant_run_letters", { email: "xKcdq.wrt7bb@b.co" }, 5],
  ["email_consonant_run_letters", { email: "用户@例子.公司" }, 0],
  ["email_keyboard_run_keys", {}, 1],
  ["email_keyboard_run_keys", { email: "QWERTY123@b.co" }, 6],
  ["email_keyboard_run_keys", { email: "ada12345@b.co" }, 5],
  ["email_distinct_character_share", {}, 2 / 3],
  ["email_distinct_character_share", { email: "aaaa@b.co" }, 0.25],
  ["email_distinct_character_share", { email: "𝒜𝒜@b.co" }, 0.5],
  ["email_domain_length_characters", {}, 11],
  ["email_domain_length_characters", { email: "用户@例子.公司" }, 5],
  ["email_is_disposable", {}, 0],
  ["email_is_disposable", { email: "ada@Mailinator.com" }, 1],
  ["email_is_disposable", { email: "ada@inbox.mailinator.com" }, 1],
  ["email_is_disposable", { email: "ada@gmail.com" }, 0],
  ["email_is_free_mail", {}, 0],
  ["email_is_free_mail", { email: "ada@GMAIL.com" }, 1],
  ["email_is_free_mail", { email: "ada@mailinator.com" }, 0],
  ["phone_is_valid", {}, 1],
  ["phone_is_valid", { phone: "+14155550100" }, 1],
  ["phone_is_valid", { phone: "+12" }, 0],
  ["phone_is_valid", { phone: "+999999999999999" }, 0],
  ["phone_is_valid", { phone: "+11111111111" }, 0],
  ["phone_is_mobile", {}, 1],
  ["phone_is_mobile", { phone: "+351212345678" }, 0],
  ["phone_is_mobile", { phone: "+14155550100" }, null],
  ["phone_is_mobile", { phone: "+12" }, null],
  ["phone_is_voip_or_premium", {}, 0],
  ["phone_is_voip_or_premium", { phone: "+351301234567" }, 1],
  ["phone_is_voip_or_premium", { phone: "+18005550100" }, 1],
  ["phone_is_voip_or_premium", { phone: "+14155550100" }, null],
  ["phone_is_voip_or_premium", { phone: "+12" }, null],
  ["phone_repeated_run_digits", {}, 1],
  ["phone_repeated_run_digits", { phone: "+15555555555" }, 10],
  ["phone_repeated_run_digits", { phone: "+11" }, 2],
  ["phone_counted_run_digits", {}, 8],
  ["phone_counted_run_digits", { phone: "+35198765" }, 5],
  ["phone_counted_run_digits", { phone: "+15555555555" }, 1],
  ["phone_country_is_billing_country", {}, null],
  ["phone_country_is_billing_country", { billing: { addressLine: "Rua 1" } }, null],
  ["phone_country_is_billing_country", { billing: { country: "PT" } }, 1],
  ["phone_country_is_billing_country", { phone: "+14165550100", billing: { country: "CA" } }, 1],
  ["phone_country_is_billing_country", { phone: "+14165550100", billing: { country: "US" } }, 0],
  ["phone_country_is_billing_country", { phone: "+77012345678", billing: { country: "KZ" } }, 1],
  ["phone_country_is_billing_country", { phone: "+447797712345", billing: { country: "GB" } }, 0],
  ["phone_country_is_billing_country", { phone: "+12", billing: { country: "US" } }, null],
  ["phone_country_is_hotel_country", {}, 1],
  ["phone_country_is_hotel_country", { phone: "+447400123456" }, 0],
  ["phone_country_is_hotel_country", { phone: "+80012345678" }, null],
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
