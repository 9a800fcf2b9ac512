import { expect, test } from "bun:test";
import { timeAgo } from "./time.tsx";

const now = new Date(2027, 4, 12, 9).getTime();
const hours = (count: number) => now + count * 3_600_000;

test.each([
  [-20, "20 hours ago"],
  [-30, "yesterday"],
  [-34, "2 days ago"],
  [-47, "2 days ago"],
  [-24 * 14, "14 days ago"],
  [20, "in 20 hours"],
  [30, "tomorrow"],
  [47, "in 2 days"],
])("%p hours from 9:00 is %p: days are those of the calendar", (count, expected) => {
  expect(timeAgo(hours(count), now)).toBe(expected);
});
