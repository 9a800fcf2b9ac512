import { expect, test } from "bun:test";
import { memoizeRecent } from "./memoize.ts";

test("a result is computed once, and no more than the limit are kept", () => {
  const computed: string[] = [];
  const lengthOf = memoizeRecent(2, (text) => {
    computed.push(text);
    return text.length;
  });
  expect(["a", "bb", "a", "bb"].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(computed).toEqual(["a", "bb"]);
  expect(["ccc", "ccc", "a"].map(lengthOf)).toEqual([3, 3, 1]);
  expect(computed).toEqual(["a", "bb", "ccc", "a"]);
});
