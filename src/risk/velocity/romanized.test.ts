import { expect, test } from "bun:test";
import fc from "fast-check";
import { romanized } from "./romanized.ts";

test.each([
  ["Ada Lovelace", "ada lovelace"],
  ["Иванова", "ivanova"],
  ["Παπαδόπουλος", "papadopoylos"],
  ["김민준", "gimminjun"],
  ["たなか", "tanaka"],
  ["王小明", "wangxiaoming"],
  ["محمد", "mhmd"],
  ["Müller-Łukasz", "muller lukasz"],
  ["Mu\u0308ller", "muller"],
  ["O’Neill", "oneill"],
  ["😀 !", ""],
  ["Ana😀Maria", "ana maria"],
  ["", ""],
])("%p is %p", (text, latin) => {
  expect(romanized(text)).toBe(latin);
});

test("any text gives lower-case letters, digits and single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(romanized(text)).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/);
    }),
  );
});
