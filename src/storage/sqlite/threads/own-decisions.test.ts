import { expect, test } from "bun:test";
import { OwnDecisions } from "./own-decisions.ts";

test("this process's own decisions are those that it announced without a gap", () => {
  const own = new OwnDecisions();
  expect(own.cover(0, 1)).toBe(false);
  const writer = new OwnDecisions(own.shared);
  writer.announce([5, 6]);
  writer.announce([]);
  writer.announce([7]);
  expect([own.cover(4, 7), own.cover(6, 7), own.cover(3, 7), own.cover(4, 8)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  writer.announce([9]); // Another process wrote 8.
  expect([own.cover(6, 9), own.cover(7, 9), own.cover(8, 9)]).toEqual([false, false, true]);
});

test("the first decision of a folder begins a range too", () => {
  const own = new OwnDecisions();
  own.announce([1]);
  own.announce([2, 3]);
  expect([own.cover(0, 3), own.cover(0, 4)]).toEqual([true, false]);
});

test("what was announced and not committed is another's, if it is there at all", () => {
  const own = new OwnDecisions();
  own.announce([5, 6]);
  own.announce([7, 8]);
  own.withdraw([7, 8]);
  own.withdraw([]);
  expect([own.cover(4, 6), own.cover(4, 7), own.cover(6, 7)]).toEqual([true, false, false]);
  own.announce([8]); // Another process wrote 7.
  expect([own.cover(6, 8), own.cover(7, 8)]).toEqual([false, true]);
});
