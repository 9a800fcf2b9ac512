import { expect, test } from "bun:test";
import { clockDifferenceMs } from "../../port/store.ts";
import { aheadMs, clockDifferenceLog } from "./database-clock.ts";

test("the difference is that of the middle of the round trip", () => {
  expect(aheadMs(10_000, 5_500, 11_000)).toBe(5_000);
  expect(aheadMs(10_000, 3_610_500, 11_000)).toBe(-3_600_000);
});

test("a difference is logged as it begins and as it ends", () => {
  const lines: unknown[][] = [];
  const note = clockDifferenceLog((...line) => lines.push(line));
  for (const ms of [0, clockDifferenceMs, -clockDifferenceMs]) note(ms);
  expect(lines).toEqual([]);
  for (const ms of [-clockDifferenceMs - 1, -20_000, 0, 5]) note(ms);
  expect(lines).toEqual([
    ["warning", "clock_differs", { aheadOfDatabaseMs: -clockDifferenceMs - 1 }],
    ["info", "clock_agrees"],
  ]);
});
