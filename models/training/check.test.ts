import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "../../src/model/manifest.ts";
import { defaultManifest, writeAltered } from "../../test/fixtures/models/altered-default.ts";
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

test("a manually typed booking scores low, even in an automated browser", () => {
  for (const request of ["full", "least"]) {
    expect(scoreOf(`${request}, typed by hand, automated browser`)).toBeLessThan(65);
  }
  expect(scoreOf("full, typed by hand")).toBeLessThanOrEqual(scoreOf("full request, no telemetry"));
  expect(scoreOf("least, typed by hand")).toBeLessThan(50);
});

test("the same booking set by a script scores at least medium, with and without webdriver", () => {
  expect(scoreOf("full, set by a script")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, set by a script, no sign of automation")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("least, set by a script")).toBeGreaterThanOrEqual(75);
});

test("a tool that fills or types scores at least medium, even in a guest's own browser", () => {
  expect(scoreOf("full, filled by a tool")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, typed by a tool")).toBeGreaterThanOrEqual(65);
  expect(scoreOf("full, typed by a tool in a guest's browser")).toBeGreaterThanOrEqual(65);
});

test("a visit posted at once scores far above the same visit in real time", () => {
  const [posted, real] = ["full, a visit posted at once", "full, typed by hand"].map(scoreOf);
  expect(posted).toBeGreaterThanOrEqual(real! + 30);
});

test("a missing tab raises the score where others have one, and more so in a series", () => {
  const where = (others: string) => scoreOf(`full, ${others}`);
  const alone = where("no telemetry where all others have some");
  expect(alone).toBeGreaterThan(scoreOf("full request, no telemetry"));
  expect(where("one of a series without telemetry")).toBeGreaterThanOrEqual(alone + 10);
});

const folder = mkdtempSync(join(tmpdir(), "booking-risk-check-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function checked(name: string, manifest: Manifest) {
  const bundle = await writeAltered(join(folder, name), name, { manifest });
  writeFileSync(join(bundle, "CARD.md"), "# Card\n");
  const command = [process.execPath, join(import.meta.dir, "check.ts"), bundle, "--no-samples"];
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"] });
  const error = await child.stderr.text();
  return { status: await child.exited, error };
}

test("a bundle that can be loaded, but that `model check` refuses, ends with status 1 and why", async () => {
  const manifest = defaultManifest();
  expect(await checked("right", manifest)).toEqual({ status: 0, error: "" });
  const { bins } = manifest.calibrationEvidence!;
  const allFraud = bins!.map((bin) => ({ ...bin, frauds: bin.attempts }));
  const wrong = { ...manifest, calibrationEvidence: { bins: allFraud } };
  const { status, error } = await checked("wrong", wrong);
  expect(status).toBe(1);
  expect(error).toMatch(/^check\.ts: the model is not calibrated.+\n$/);
});
