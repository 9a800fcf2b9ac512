import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hasCardNumber, isCardNumber } from "./card-number.ts";

/** The digit that makes the checksum of Luhn right: computed from the left, unlike in the code. */
function withCheckDigit(digits: string): string {
  const isDoubled = (place: number) => (digits.length - place) % 2 === 1;
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const sum = [...digits].reduce((total, digit, place) => {
    return total + (isDoubled(place) ? doubled[Number(digit)]! : Number(digit));
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
const digitsOf = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
const separator = fc.constantFrom("", " ", "-", ".", "\u00a0", "–", "/", "_", "  ");

test("what has 13 to 19 digits and the checksum is one, however it is separated", () => {
  fc.assert(
    fc.property(
      digitsOf(12, 18),
      fc.array(separator, { minLength: 20, maxLength: 20 }),
      (some, gaps) => {
        const number = withCheckDigit(some);
        const spaced = [...number].map((digit, place) => `${digit}${gaps[place]}`).join("");
        return isCardNumber(number) && isCardNumber(spaced);
      },
    ),
  );
});

test("another last digit, fewer or more digits are none", () => {
  fc.assert(
    fc.property(digitsOf(12, 18), fc.integer({ min: 1, max: 9 }), (some, more) => {
      const number = withCheckDigit(some);
      const last = (Number(number.at(-1)) + more) % 10;
      return !isCardNumber(`${number.slice(0, -1)}${last}`);
    }),
  );
  expect(isCardNumber(withCheckDigit("41111111111"))).toBe(false);
  expect(isCardNumber(withCheckDigit("4111111111111111111"))).toBe(false);
});

test.each(["", " ", "tok_4111111111111111", "4111a111111111111", "pm_1J4x", "+351912345678"])(
  "no card number: %j",
  (text) => expect(isCardNumber(text)).toBe(false),
);

describe("in a text", () => {
  test.each([
    ['{"a":"4111 1111 1111 1111"}', true],
    ['{"a":4111111111111111,"b":1}', true],
    ["pay with 4111-1111-1111-1111, please", true],
    ["４１１１１１１１１１１１１１１１", true],
    ['{"a":[4111,1111,1111,1111]}', false],
    ['{"at":"2026-01-01T00:00:00Z","phone":"+351912345678"}', false],
    ["", false],
  ])("%j", (text, expected) => expect(hasCardNumber(text)).toBe(expected));
});
