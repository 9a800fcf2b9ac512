import { expect, test } from "bun:test";
import { rangeOf } from "../http/dashboard-api/overview/range.ts";
import { startOfLast, startOfLastDays } from "./last-days.ts";

const now = Date.UTC(2026, 10, 22, 9, 30);

test("the last days are whole, today included, and hours roll", () => {
  expect(new Date(startOfLastDays(30, now)).toISOString()).toBe("2026-10-24T00:00:00.000Z");
  expect(startOfLastDays(1, now)).toBe(Date.UTC(2026, 10, 22));
  expect(startOfLast("30d", now)).toBe(startOfLastDays(30, now));
  expect(startOfLast("24h", now)).toBe(now - 24 * 60 * 60 * 1000);
  for (const last of ["7d", "30d", "90d"] as const) {
    expect(rangeOf({ last }, now).from).toBe(startOfLast(last, now));
  }
});
