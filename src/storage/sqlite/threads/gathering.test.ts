import { expect, test } from "bun:test";
import { fewMax, gatheredPauses, gathering } from "./gathering.ts";

const groupMax = 20_000;

/** What each of some pauses said, with so many decisions waiting at its end. */
function after(...waiting: number[]): boolean[] {
  let next = 0;
  const isTime = gathering(() => waiting[next++]!, groupMax);
  return waiting.map(() => isTime());
}

test("few decisions are indexed after each pause", () => {
  expect(after(0, 1, fewMax)).toEqual([true, true, true]);
});

test("many are gathered until they fill a group", () => {
  expect(after(fewMax + 1, groupMax - 1, groupMax, fewMax + 1)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test("but for a few pauses at most, which then begin anew", () => {
  const once = [...new Array<boolean>(gatheredPauses - 1).fill(false), true];
  expect(after(...new Array<number>(gatheredPauses * 2).fill(1000))).toEqual([...once, ...once]);
});
