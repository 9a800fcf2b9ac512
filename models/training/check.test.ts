import { expect, test } from "bun:test";
import { join } from "node:path";
import { scoreCases } from "./check.ts";

const scores = new Map(
  (await scoreCases(join(import.meta.dir, "..", "default"))).map(({ name, score }) => [
    name,
    score,
  ]),
);
const scoreOf = (name: string) => scores.get(name) ?? Number.NaN;

test("ordinary bookings without telemetry score low", () => {
  expect(scoreOf("full request, no telemetry")).toBeLessThanOrEqual(50);
  expect(scoreOf("least request, no telemetry")).toBeLessThanOrEqual(50);
});

test("a booking typed by hand scores low, also in a browser under automation", () => {
  for (const request of ["full", "least"]) {
    expect(scoreOf(`${request}, typed by hand, automated browser`)).toBeLessThan(65);
  }
  expect(scoreOf("full, typed by hand")).toBeLessThanOrEqual(scoreOf("full request, no telemetry"));
});

test("the same booking set by a script scores medium at least, webdriver or not", () => {
  expect(scoreOf("full, set by a script")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, set by a script, no sign of automation")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, filled by a tool")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("least, set by a script")).toBeGreaterThanOrEqual(75);
});
