import { expect, test } from "bun:test";
import fc from "fast-check";
import { longestConsonantRun, longestKeyRun, longestRepeat } from "./gibberish.ts";

test.each([
  ["", 0],
  ["x", 1],
  ["ada", 1],
  ["asdfgh", 6],
  ["xhgfdsax", 6],
  ["4321", 4],
  ["7890", 4],
  ["1kfa", 1],
  ["qwertz", 6],
  ["azerty", 6],
  ["asas", 2],
  ["wertheim", 4],
  ["as df", 2],
  ["a\0b", 1],
  ["😀😀", 1],
  ["йцукен", 1],
] as const)("%j has a run of %p keys", (text, length) => {
  expect(longestKeyRun(text)).toBe(length);
});

test.each([
  ["", 0],
  ["aeiouy", 0],
  ["ada", 1],
  ["schwartz", 4],
  ["xkcd qwrt", 4],
  ["kyrgyz", 2],
  ["müller", 2],
  ["李小龙", 0],
] as const)("%j has a run of %p consonants", (text, length) => {
  expect(longestConsonantRun(text)).toBe(length);
});

test.each([
  ["", 0],
  ["ada", 1],
  ["anna", 2],
  ["aaaab", 4],
  ["baaaa", 4],
  ["😀😀😀", 3],
] as const)("%j repeats a character %p times", (text, length) => {
  expect(longestRepeat(text)).toBe(length);
});

test("no run is longer than its text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      for (const run of [longestKeyRun, longestConsonantRun, longestRepeat]) {
        expect(run(text)).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});
