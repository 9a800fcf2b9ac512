import { describe, expect, test } from "bun:test";
import { plainPoints } from "./noticeable.ts";
import { sentenceOf } from "./sentence.ts";

const named = (points: number, text: string, more: object = {}) => ({
  points,
  text,
  why: `${text} why.`,
  isExpected: true,
  isDefinite: false,
  isReadable: true,
  ...more,
});
const unexpected = { isExpected: false };
const definite = { isDefinite: true };

describe("the sentence about a group", () => {
  test.each<[string, number, ReturnType<typeof named>[], string]>([
    [
      "names the strongest two of its direction",
      12.2,
      [named(9, "a"), named(-3, "b"), named(2, "c"), named(1, "d")],
      "Raises the score by 12 points: a; c.",
    ],
    ["lowers", -1, [named(2, "a"), named(-3, "b")], "Lowers the score by 1 point: b."],
    ["is small", 0.4, [named(0.4, "a")], "Raises the score by less than a point: a."],
    [
      "leaves out what counts otherwise than by itself",
      5,
      [named(4, "a"), named(1, "b", unexpected)],
      "Raises the score by 5 points: a.",
    ],
    [
      "leaves out what a person does not read",
      5,
      [named(4, "a", { isReadable: false }), named(1, "b")],
      "Raises the score by 5 points: b; and 1 more.",
    ],
    [
      "says so where there is nothing else",
      6,
      [named(6, "a", { isReadable: false })],
      "Raises the score by 6 points, by what is unknown or says little by itself.",
    ],
    [
      "says so where that is the strongest",
      5,
      [named(4, "a", unexpected), named(1, "b")],
      "Raises the score by 5 points, in combination with other facts: a.",
    ],
    [
      "counts many small ones",
      8,
      Array.from({ length: 16 }, (_, i) => named(0.5, `f${i}`)),
      "Raises the score by 8 points: f0; f1; and 14 more.",
    ],
    ["has nothing to name", 0.01, [named(4, "a")], "Leaves the score unchanged."],
    [
      "names definite evidence that adds nothing",
      0.01,
      [named(0.01, "webdriver", definite)],
      "Leaves the score unchanged. Definite evidence: webdriver, which leaves the score unchanged. webdriver why.",
    ],
    [
      "names definite evidence that lowers",
      -5,
      [named(-4, "a"), named(-1, "webdriver", { ...definite, ...unexpected })],
      "Lowers the score by 5 points: a. Definite evidence: webdriver, which lowers the score by 1 point. webdriver why.",
    ],
  ])("%s", (_, points, features, text) => expect(sentenceOf(points, features)).toBe(text));
});

test("points without a sign", () => {
  expect([0.3, -1, 9.96, 12.6].map(plainPoints)).toEqual([
    "0.3 points",
    "1 point",
    "10.0 points",
    "13 points",
  ]);
});
