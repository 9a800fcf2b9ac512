import { expect, test } from "bun:test";
import { at, bare, base, nothingKnown, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { amount } from "./amount.ts";
import { payment } from "./payment.ts";

type Payment = NonNullable<RiskRequest["payment"]>;

const paidBy = (sent: Payment) => ({ request: { ...base, payment: sent } });
const costs = (value: number, currency: string, checkOut = "2027-05-04") => ({
  request: { ...base, booking: { ...base.booking, checkOut, totalAmount: { value, currency } } },
});

test.each<[name: string, sent: Payment, value: number | null]>([
  ["pays_by_card", { method: "card" }, 1],
  ["pays_by_card", { method: "wallet" }, 0],
  ["pays_by_card", {}, null],
  ["pays_by_wallet", { method: "wallet" }, 1],
  ["pays_by_wallet", { method: "other" }, 0],
  ["pays_later", { method: "payAtProperty" }, 1],
  ["pays_later", { method: "invoice" }, 1],
  ["pays_later", { method: "payLater" }, 1],
  ["pays_later", { method: "bankTransfer" }, 0],
  ["pays_with_stored_value", { method: "giftCard" }, 1],
  ["pays_with_stored_value", { method: "loyaltyPoints" }, 1],
  ["pays_with_stored_value", { method: "card" }, 0],
  ["card_is_of_billing_country", { billingCountryMatch: true }, 1],
  ["card_is_of_billing_country", { billingCountryMatch: false }, 0],
  ["card_is_of_billing_country", { method: "card" }, null],
  ["avs_address_matches", { avs: "match" }, 1],
  ["avs_address_matches", { avs: "addressMatch" }, 1],
  ["avs_address_matches", { avs: "postalCodeMatch" }, 0],
  ["avs_address_matches", { avs: "mismatch" }, 0],
  ["avs_address_matches", { avs: "unavailable" }, null],
  ["avs_address_matches", { avs: "unchecked" }, null],
  ["avs_postal_code_matches", { avs: "postalCodeMatch" }, 1],
  ["avs_postal_code_matches", { avs: "addressMatch" }, 0],
  ["cvc_matches", { cvc: "match" }, 1],
  ["cvc_matches", { cvc: "mismatch" }, 0],
  ["cvc_matches", { cvc: "unavailable" }, null],
  ["three_d_secure_authenticated", { threeDSecure: "authenticated" }, 1],
  ["three_d_secure_authenticated", { threeDSecure: "attempted" }, 0],
  ["three_d_secure_authenticated", {}, null],
  ["three_d_secure_failed", { threeDSecure: "failed" }, 1],
  ["three_d_secure_failed", { threeDSecure: "notRequested" }, 0],
  ["previous_declines", { previousDeclines: 0 }, 0],
  ["previous_declines", { previousDeclines: 7 }, 7],
  ["previous_declines", {}, null],
])("%s of %j is %p", (name, sent, value) => {
  expect(valueFor(payment, name, paidBy(sent))).toBe(value as number);
});

test.each<[name: string, ...Parameters<typeof costs>, value: number]>([
  ["total_amount", 45_600, "EUR", "2027-05-04", 456],
  ["total_amount", 45_600, "JPY", "2027-05-04", 45_600],
  ["total_amount", 45_600, "KWD", "2027-05-04", 45.6],
  ["total_amount", 0, "EUR", "2027-05-04", 0],
  ["amount_per_night", 45_600, "EUR", "2027-05-04", 152],
  ["amount_per_night", 45_600, "EUR", "2027-05-02", 456],
])("%s of %p %s until %s is %p", (name, value, currency, checkOut, expected) => {
  expect(valueFor(amount, name, costs(value, currency, checkOut!))).toBe(expected);
});

test("an attempt without an amount and a payment has none of their features", () => {
  for (const { name, compute } of [...amount, ...payment]) {
    expect([name, compute({ ...bare, at, history: nothingKnown })]).toEqual([name, null]);
  }
});
