import { expect, test } from "bun:test";
import { readTime } from "./time-text.ts";

test.each([
  ["2027-05-01", Date.UTC(2027, 4, 1)],
  ["2028-02-29", Date.UTC(2028, 1, 29)],
  ["2027-05-01T09:00:00Z", Date.UTC(2027, 4, 1, 9)],
  ["2027-05-01T09:00:00+02:00", Date.UTC(2027, 4, 1, 7)],
  ["9999-12-31T23:59:59Z", Date.UTC(9999, 11, 31, 23, 59, 59)],
  // In UTC, this is in the year 10,000.
  ["9999-12-31T23:59:59-23:59", null],
  // No such day: `Date.parse` takes it for one of the next month.
  ["2027-02-31", null],
  ["2027-02-29T00:00:00Z", null],
  ["2027-06-31T00:00:00Z", null],
  ["2027-13-01", null],
  ["tomorrow", null],
  ["", null],
])("%s is %p", (text, at) => {
  expect(readTime(text)).toBe(at);
});
