import { expect, test } from "bun:test";
import { featureNames } from "../../risk/features/index.ts";
import { partyWeight } from "./past.ts";
import { periodsBefore } from "./past-periods.ts";

const day = 86_400_000;

test("a period is compared with those of its length on the same weekdays", () => {
  const to = Date.UTC(2026, 5, 10, 12);
  const starts = (days: number) =>
    periodsBefore({ from: to - days * day, to }).map((one) => [
      (to - one.to) / day,
      (one.to - one.from) / day,
    ]);
  expect(starts(7)).toEqual([
    [7, 7],
    [14, 7],
    [21, 7],
    [28, 7],
  ]);
  expect(starts(1).map(([ago]) => ago)).toEqual([7, 14, 21, 28]);
  expect(starts(30)).toEqual([
    [35, 30],
    [70, 30],
    [105, 30],
    [140, 30],
  ]);
});

test("a hundred bookings of one party count as five, and unknown counts as none", () => {
  const values = new Float64Array(featureNames.length).fill(Number.NaN);
  expect(partyWeight(values)).toBe(1);
  let sum = 0;
  for (let n = 0; n < 100; n++) {
    values[featureNames.indexOf("device_attempts_24h")] = n;
    sum += partyWeight(values);
  }
  expect(sum).toBeCloseTo(5.19, 2);
  values[featureNames.indexOf("ip_attempts_24h")] = 999;
  expect(partyWeight(values)).toBe(0.001);
});
