import { describe, expect, test } from "bun:test";
import { fieldsMax, shownRequest } from "./request-fields.ts";

const request = {
  booker: {
    firstName: "<b>Ada",
    lastName: "Lovelace",
    email: "ada@x.example",
    phone: "+351912345678",
  },
  guests: [{ firstName: "Byron" }, { lastName: "Noel" }],
  billing: { addressLine: "Rua Augusta 1", country: "PT" },
  hotel: { name: "Avenida", country: "PT", stars: "five" },
  booking: {
    checkIn: "2027-05-01",
    checkOut: "2027-05-04",
    groupSize: { adultCount: 2 },
    totalAmount: { value: 1234550, currency: "EUR" },
  },
  payment: {
    method: "card",
    instrumentId: "fp_of-ada",
    billingCountryMatch: false,
    cvc: "mismatch",
  },
  requestId: "r-1",
  loyalty: { __proto__x: ["gold-card"] },
};
const text = JSON.stringify(request);

describe("whoever may see guests' data", () => {
  const { groups, withheld, json } = shownRequest(text, true, []);
  const fields = (title: string) =>
    groups.find((one) => one.title === title)?.fields.map(({ label, value }) => [label, value]);

  test("sees every field with its value as it is", () => {
    expect(fields("Guest")).toEqual([
      ["First name", "<b>Ada"],
      ["Last name", "Lovelace"],
    ]);
    expect(fields("Party")).toEqual([
      ["Adults", "2"],
      ["Guest 1, first name", "Byron"],
      ["Guest 2, last name", "Noel"],
    ]);
    expect(fields("Stay")).toContainEqual(["Total amount", "EUR 12,345.50"]);
    expect(fields("Payment")).toEqual([
      ["Method", "card"],
      ["Card or account", "fp_of-ada"],
      ["Issued in the billing country", "no"],
      ["Check of the security code", "mismatch"],
    ]);
    expect(withheld).toBe(0);
    expect(JSON.parse(json!)).toEqual(request);
  });

  test("sees fields that nobody knows, by their path", () => {
    expect(fields("Other fields")).toEqual([
      ["hotel.stars", "five"],
      ["loyalty.__proto__x.0", "gold-card"],
    ]);
  });
});

test("whoever may not gets none of the guest's texts, nor of what is unknown", () => {
  const shown = shownRequest(text, false, []);
  const answer = JSON.stringify(shown);
  for (const secret of [
    "Ada",
    "Lovelace",
    "ada@x",
    "+3519",
    "Byron",
    "Noel",
    "Augusta",
    "gold",
    "five",
    "fp_of-ada",
  ]) {
    expect(answer).not.toContain(secret);
  }
  expect(shown.withheld).toBe(10);
  expect(answer).toContain("mismatch");
  expect(answer).toContain("2027-05-01");
  expect(answer).toContain("Avenida");
});

test("an amount has the digits of its currency, and what is no amount is shown as it is", () => {
  const amountOf = (totalAmount: unknown) =>
    shownRequest(JSON.stringify({ booking: { totalAmount } }), true, []).groups.flatMap(
      ({ fields }) => fields.map(({ value }) => value),
    );
  expect(amountOf({ value: 12550, currency: "JPY" })).toEqual(["JPY 12,550"]);
  expect(amountOf({ value: 12550, currency: "BHD" })).toEqual(["BHD 12.550"]);
  expect(amountOf({ value: 0, currency: "EUR" })).toEqual(["EUR 0.00"]);
  expect(amountOf({ value: "1", currency: "<b>" })).toEqual(["1", "<b>"]);
});

test("more fields than are told are counted", () => {
  const many = Object.fromEntries(Array.from({ length: fieldsMax + 3 }, (_, i) => [`f${i}`, i]));
  const { groups, leftOut } = shownRequest(JSON.stringify(many), true, []);
  expect([groups[0]!.fields.length, leftOut]).toEqual([fieldsMax, 3]);
});

test("what is too deep is shown as JSON", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(30)}"<i>"${"}".repeat(30)}`);
  const { groups } = shownRequest(JSON.stringify(deep), true, []);
  expect(groups[0]!.fields[0]!.value).toStartWith('{"a":');
});
