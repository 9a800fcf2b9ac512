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
  expect(scoreOf("least, typed by hand")).toBeLessThan(50);
});

test("the same booking set by a script scores medium at least, webdriver or not", () => {
  expect(scoreOf("full, set by a script")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, set by a script, no sign of automation")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("least, set by a script")).toBeGreaterThanOrEqual(75);
});

test("a tool that fills or types scores medium at least, in a guest's own browser too", () => {
  expect(scoreOf("full, filled by a tool")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, typed by a tool")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, typed by a tool in a guest's browser")).toBeGreaterThanOrEqual(65);
});

test("a visit that was posted at once scores far above the same that took its time", () => {
  const [posted, watched] = ["full, a visit posted at once", "full, typed by hand"].map(scoreOf);
  expect(posted).toBeGreaterThanOrEqual(watched! + 30);
});

test("a missing tab counts where others have one, and more in a series", () => {
  const where = (others: string) => scoreOf(`full, ${others}`);
  const alone = where("no telemetry where all others have some");
  expect(alone).toBeGreaterThan(scoreOf("full request, no telemetry"));
  expect(where("one of a series without telemetry")).toBeGreaterThanOrEqual(alone + 10);
});
