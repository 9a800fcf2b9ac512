import { expect, test } from "bun:test";
import fc from "fast-check";
import { characterCount, characterSet, hasAny, isDigit } from "./characters.ts";

const text = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);

test.each([/\p{N}/u, /[^\p{L}\s'-]/u, /\p{Lu}/u])("a text has one of %p, or has not", (pattern) => {
  const set = characterSet(pattern);
  fc.assert(fc.property(text, (one) => expect(hasAny(set, one)).toBe(pattern.test(one))));
});

test("characters are counted, not units of UTF-16", () => {
  fc.assert(fc.property(text, (one) => expect(characterCount(one)).toBe([...one].length)));
});

test("a digit is one from 0 to 9", () => {
  const codes = Array.from({ length: 2000 }, (_, code) => code);
  expect(String.fromCharCode(...codes.filter(isDigit))).toBe("0123456789");
});
