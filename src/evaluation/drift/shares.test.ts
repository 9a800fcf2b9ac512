import { expect, test } from "bun:test";
import { allowedDenyRateChange } from "../../risk/deny-rate.ts";
import { ShareCounts, shareShift } from "./shares.ts";

function of(decisions: number, having: number, weight = 1): ShareCounts {
  const counts = new ShareCounts();
  for (let i = 0; i < decisions; i++) counts.add(i < having, weight);
  return counts;
}

/** Three earlier periods, each with these shares. */
const past = (...having: number[]) => having.map((one) => of(1000, one));
const alert = (now: ShareCounts, before: ShareCounts[]) =>
  shareShift(now, before, allowedDenyRateChange).alert;

test("an alert needs a change that is large, beyond chance and beyond what the past shows", () => {
  expect(alert(of(1000, 60), past(20, 21, 20))).toBeTrue();
  expect(alert(of(1000, 5), past(40, 41, 40))).toBeTrue();
  expect(alert(of(1000, 28), past(20, 21, 20))).toBeFalse(); // Less than a point.
  expect(alert(of(100_000, 2500), [of(100_000, 2000), of(100_000, 2000)])).toBeFalse();
  expect(alert(of(300, 12), [of(300, 5), of(300, 5)])).toBeFalse(); // Chance.
  expect(alert(of(1000, 60), past(20, 45, 20))).toBeFalse(); // Such waves there were before.
});

test("a series of one party counts as the few that its weights add up to", () => {
  const now = of(1000, 20);
  for (let i = 0; i < 200; i++) now.add(true, 1 / (i + 1));
  const found = shareShift(now, past(20, 20, 20), allowedDenyRateChange);
  expect(found).toMatchObject({ before: 0.02, alert: false });
  expect(found.now).toBeCloseTo(220 / 1200, 12); // As it is, for people to read.
});

test("nothing is said without a past or without decisions", () => {
  const none = { now: 0.02, before: null, alert: false };
  expect(shareShift(of(1000, 20), [], allowedDenyRateChange)).toEqual(none);
  expect(shareShift(of(0, 0), past(20), allowedDenyRateChange).alert).toBeFalse();
});
