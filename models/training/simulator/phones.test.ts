import { expect, test } from "bun:test";
import parsePhone from "libphonenumber-js/max";
import { countryCodes } from "./countries.ts";
import { internetPhone, phoneInRange, phoneOf, phoneRange, rentedPhone } from "./phones.ts";
import { randomOf } from "./random.ts";

const random = randomOf("phones");
const many = (make: () => string) => Array.from({ length: 300 }, make);
const valid = (numbers: readonly string[]) =>
  numbers.filter((number) => parsePhone(number)?.isValid()).length / numbers.length;

test("nearly all numbers of every country are valid and belong to it", () => {
  for (const home of countryCodes) {
    const numbers = many(() => phoneOf(random, home));
    if (valid(numbers) < 0.96) throw new Error(`${home}: ${valid(numbers)}`);
    for (const number of numbers) {
      const found = parsePhone(number);
      if (found?.isValid() && found.country !== home) throw new Error(`${home}: ${number}`);
    }
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
