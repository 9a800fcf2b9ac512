import { expect, test } from "bun:test";
import type { Attempt } from "./kind.ts";
import { attacks, defaultOptions, simulate } from "./simulate.ts";

/** A season in which each attempt gets the same answer. */
function seasonOf(score: number | null): Attempt[] {
  const season = simulate({ ...defaultOptions, attempts: 2500, fraudRate: 0.5 });
  const attempts: Attempt[] = [];
  for (let next = season.next(); !next.done; next = season.next(score)) attempts.push(next.value);
  return attempts;
}
const accepted = seasonOf(0);
const denied = seasonOf(99);
const again = (of: Attempt[]) => of.filter(({ tries }) => tries > 0);
const isSeries = new Set(attacks.filter(({ goesOn }) => goesOn).map(({ name }) => name));

test("whoever gets no answer acts as if accepted", () => {
  expect(seasonOf(null)).toEqual(accepted);
});

test("accepted fraud comes back after its report, and a few guests who were reported by mistake", () => {
  const fraud = again(accepted).filter((one) => one.fraud).length;
  expect(fraud).toBeGreaterThan(100);
  expect(again(accepted).length - fraud).toBeLessThan(fraud / 20);
});

test("denied fraud tries again at most five times, a guest three, and a series goes on as planned", () => {
  const most = (fraud: boolean) =>
    Math.max(...denied.filter((one) => one.fraud === fraud).map(({ tries }) => tries));
  expect(most(true)).toBe(5);
  expect(most(false)).toBe(3);
  expect(again(denied).filter(({ kind }) => isSeries.has(kind))).toEqual([]);
});

test("some of the denied leave their program and keep the machine", () => {
  const known = new Set<string>();
  let byHand = 0;
  for (const { fraud, tries, telemetry } of denied) {
    const device = telemetry[0]?.batch.device;
    if (!fraud || !device?.deviceId) continue;
    if (tries > 0 && !device.webdriver && known.has(device.deviceId)) byHand += 1;
    if (device.webdriver) known.add(device.deviceId);
  }
  expect(byHand).toBeGreaterThan(5);
});
