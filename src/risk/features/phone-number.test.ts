import { expect, test } from "bun:test";
import fc from "fast-check";
import { getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { longestDigitRun, parsed, phoneFactsOf } from "./phone-number.ts";

const countries = getCountries();

test("an example of every country is told as the library tells it", () => {
  for (const country of countries) {
    const number = getExampleNumber(country, examples)!.number;
    expect([number, phoneFactsOf(number)]).toEqual([number, parsed(number)]);
  }
});

test("any number is told as the library tells it", () => {
  const numbers = fc
    .tuple(fc.constantFrom(...countries), fc.stringMatching(/^[0-9]{4,11}$/))
    .map(([country, digits]) => `+${getCountryCallingCode(country)}${digits}`);
  fc.assert(
    fc.property(numbers, (number) => {
      expect([number, phoneFactsOf(number)]).toEqual([number, parsed(number)]);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ["+351912345678", { isValid: true, country: "PT", use: "mobile" }],
  ["+351212345678", { isValid: true, country: "PT", use: "fixed" }],
  ["+12125550100", { isValid: true, country: "US", use: null }],
  ["+14165550100", { isValid: true, country: "CA", use: null }],
  ["+18005550100", { isValid: true, country: "US", use: "special" }],
  ["+77012345678", { isValid: true, country: "KZ", use: "mobile" }],
  ["+79161234567", { isValid: true, country: "RU", use: "mobile" }],
  ["+447400123456", { isValid: true, country: "GB", use: "mobile" }],
  ["+447911123456", { isValid: true, country: "GG", use: "mobile" }],
  ["+351900000001", { isValid: false, country: "PT", use: null }],
  ["+49030123456", { isValid: true, country: "DE", use: "fixed" }],
  ["+1684000", { isValid: false, country: "AS", use: null }],
  ["+35191", { isValid: false, country: "PT", use: null }],
  ["+12", { isValid: false, country: null, use: null }],
  ["+999999999999999", { isValid: false, country: null, use: null }],
  ["", { isValid: false, country: null, use: null }],
] as const)("%s", (number, facts) => {
  expect(phoneFactsOf(number)).toEqual(facts);
  expect(phoneFactsOf(number)).toEqual(facts); // The remembered answer is the same.
});

test.each([
  ["", 0, 0],
  ["7", 0, 1],
  ["123456", 1, 6],
  ["123456", -1, 1],
  ["9876", -1, 4],
  ["5555", 0, 4],
  ["1122", 0, 2],
  ["890", 1, 2],
] as const)("of %j, the run by %i has %i digits", (digits, step, length) => {
  expect(longestDigitRun(digits, step)).toBe(length);
});
