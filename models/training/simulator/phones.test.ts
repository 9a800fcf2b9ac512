import { expect, test } from "bun:test";
import parsePhone from "libphonenumber-js/max";
import { countryCodes } from "./countries.ts";
import { internetPhone, phoneInRange, phoneOf, phoneRange, rentedPhone } from "./phones.ts";
import { randomOf } from "./random.ts";

const random = randomOf("phones");
const numbersMade = 300;
const many = (make: () => string) => Array.from({ length: numbersMade }, make);
const valid = (numbers: readonly string[]) =>
  numbers.filter((number) => parsePhone(number)?.isValid()).length / numbers.length;

test("nearly all numbers of every country are valid and belong to it", () => {
  for (const home of countryCodes) {
    // A mistyped one may be a valid number, of another country too.
    const own = many(() => phoneOf(random, home)).filter((number) => {
      const found = parsePhone(number);
      return found?.isValid() && found.country === home;
    });
    if (own.length < 0.96 * numbersMade)
      throw new Error(`${home}: ${own.length} of ${numbersMade}`);
  }
});

test("all numbers, including the invalid ones, have the format that the API requires", () => {
  for (const number of many(() => rentedPhone(random))) expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
});

test("numbers of a range share all but three digits and are valid", () => {
  for (const home of countryCodes) {
    const range = phoneRange(random, home);
    const numbers = many(() => phoneInRange(random, range));
    expect(numbers.every((number) => number.startsWith(range))).toBe(true);
    expect(valid(numbers)).toBeGreaterThan(0.95);
  }
});

test("in countries with a VoIP range, VoIP numbers are recognised", () => {
  for (const home of ["PT", "GB", "FR", "IE", "NL", "PL"]) {
    expect(parsePhone(internetPhone(random, home))?.getType()).toBe("VOIP");
  }
});
