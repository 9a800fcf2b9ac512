import { expect, test } from "bun:test";
import { fallsOf, medianOf, summaryOf } from "./findings.ts";

test("campaigns count alike, however many attempts they have", () => {
  const few = { line: "a", scores: [80] };
  const many = { line: "a", scores: [10, 10, 10, 10] };
  const { campaigns, attempts, median, denied } = summaryOf([few, many]);
  expect([campaigns, attempts, median, denied!.share]).toEqual([2, 5, 10, 0.5]);
  expect(denied!.low).toBeCloseTo(0.0945, 3);
  expect(denied!.high).toBeCloseTo(0.9055, 3);
});

test("a campaign that found nothing is not counted", () => {
  const { campaigns, denied, points } = summaryOf([{ line: "a", scores: [] }]);
  expect([campaigns, denied, points]).toEqual([0, null, null]);
});

test("falls are measured from the highest score before", () => {
  expect(fallsOf([10, 50, 45, 60, 20])).toEqual([0, 0, 5, 0, 40]);
});

test("the median of an even number lies between the two in the middle", () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 3, 2])]).toEqual([2, 2.5]);
});
