import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainName } from "./plain-name.ts";

test.each([
  ["José", "jose"],
  ["Jónas Müller", "jonas muller"],
  ["  O'Brien-Smith ", "o brien smith"],
  ["İbrahim", "ibrahim"],
  ["李 小龙", "李 小龙"],
  ["ﬁona", "fiona"],
  ["Room  7,  Wing B", "room 7 wing b"],
  ["Ａｄａ ２", "ada 2"],
  ["...", ""],
  ["", ""],
])("%p is plainly %p", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

const letters = fc.string({ unit: fc.constantFrom(..."abYZ09 -é\u0301İß'"), maxLength: 20 });

test("a name of plain letters takes a shorter way to the same", () => {
  // An accent without a letter under it is no letter, but keeps a name from being plain already.
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."abYZ09  "), maxLength: 20 }), (name) => {
      expect(plainName(name)).toBe(plainName(`\u0301${name}`));
    }),
  );
});

test("a plain name is plain already, and has no spaces to spare", () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: "binary", maxLength: 30 })), (name) => {
      const plain = plainName(name);
      expect(plainName(plain)).toBe(plain);
      expect(plain).toBe(plain.trim());
      expect(plain).not.toContain("  ");
    }),
  );
});
