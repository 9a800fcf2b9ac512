/** A model whose probabilities are half of what is reported, on a store with a year of bookings. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { bookWithOutcomes } from "../../../test/fixtures/booked-outcomes.ts";
import { openModels } from "../../app/open.ts";
import { DomainError } from "../../base/domain-error.ts";
import { featureNames } from "../../risk/features/index.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { installBuiltIn } from "./built-in.ts";
import type { CalibrationReport } from "./calibration-report.ts";
import { installRecalibrated, projectCalibration } from "./recalibrate.ts";

const now = Date.UTC(2026, 10, 1);
const dataFolder = mkdtempSync(join(tmpdir(), "booking-risk-recalibrate-"));
const store = await openSqliteStore(dataFolder, { indexing: true });
const library = openModels({ dataFolder }, store);
const deps = { library, now: () => now };
const ada = { name: "ada" };
const prj = "prj_1";
/** With countries in which less than one fraud is expected. */
const few = "prj_few";
let model: { name: string; version: string };

beforeAll(async () => {
  await installBuiltIn(library, 1);
  const [builtIn] = await store.models.list();
  model = { name: builtIn!.name, version: builtIn!.version };
  for (const id of [prj, "prj_right", "prj_new", few]) {
    const names = { id, name: id, riskSetting: "balanced" };
    await store.projects.create({ ...names, createdAt: 1, archivedAt: null, baseRate: null });
  }
  const times = (country: string) => (country === "PT" ? 4 : 2);
  await bookWithOutcomes(store, { projectId: prj, model, count: 6000, now, times });
  const right = { projectId: "prj_right", model, count: 4000, now, times: () => 1 };
  await bookWithOutcomes(store, right);
  const ofFew = { projectId: few, model, now };
  await bookWithOutcomes(store, { ...ofFew, count: 1500, times });
  await bookWithOutcomes(store, { ...ofFew, count: 12, times: () => 1e6, country: "IS" });
  await bookWithOutcomes(store, { ...ofFew, count: 5, times: () => 0, country: "FO" });
  await waitUntil("the index", async () => (await store.search.backlog()) === 0);
});
afterAll(async () => {
  await store.close();
  rmSync(dataFolder, { recursive: true });
});

const reportOf = (projectId: string) => projectCalibration(deps, { model, projectId });
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${error}`);
  return error;
}
const segment = ({ segments }: CalibrationReport, value: string) =>
  segments.find((one) => one.value === value)!;

describe("a model that is off", () => {
  test("is compared in all and by segment, those that are off first", async () => {
    const report = await reportOf(prj);
    expect(report.all.isOff).toBeTrue();
    expect(report.all.ratio!.value).toBeWithin(1.8, 3);
    expect(report.segments[0]!.isOff).toBeTrue();
    expect(segment(report, "PT").ratio!.low).toBeGreaterThan(segment(report, "DE").ratio!.value);
    const amounts = report.segments.filter(({ kind }) => kind === "amount");
    expect(amounts.map(({ value }) => value).sort()).toEqual([
      "100 to 300 EUR",
      "100 to 300 JPY",
      "300 to 1000 EUR",
      "300 to 1000 JPY",
      "below 100 EUR",
      "below 100 JPY",
    ]);
    expect(report.segments.filter(({ kind }) => kind === "telemetry")).toHaveLength(1);
  });

  test("gets a shift near the true one, and another version that gives what was proposed", async () => {
    const { proposal } = await reportOf(prj);
    const expected = 10 * Math.log2(2.5); // A quarter has four times the odds, the others twice.
    expect(proposal!.points).toBeWithin(expected - 3, expected + 3);
    const check = async () => [];
    const { model: own, isNew } = await installRecalibrated({ ...deps, check }, ada, {
      model,
      projectId: prj,
    });
    expect([isNew, own.ownerProjectId, own.version]).toEqual([true, prj, `${model.version}+r1`]);
    const [before, after] = await Promise.all(
      [(await store.models.find(model.name, model.version))!, own].map((one) => library.open(one)),
    );
    const row = new Float64Array(featureNames.length).fill(Number.NaN);
    const [p, q] = [await before!.score(row), await after!.score(row)];
    const points = 10 * Math.log2(q / (1 - q) / (p / (1 - p)));
    const { slope, shift } = proposal!;
    const wanted = ((slope - 1) * Math.log(p / (1 - p)) + shift) * (10 / Math.LN2);
    expect(Math.abs(points - wanted)).toBeLessThan(1); // It is linear between the points of the calibration.
    await Promise.all([before!.close(), after!.close()]);
    const manifest = JSON.parse(own.manifest);
    expect(manifest.baseRate).toBeWithin(0.08, 0.2);
    expect(manifest.calibrationEvidence.bins).toHaveLength(10);
    const again = await installRecalibrated({ ...deps, check }, ada, { model, projectId: prj });
    expect(again.model.version).toBe(`${model.version}+r2`);
    const entries = await store.audit.about(`${own.name}@${own.version}`, 9);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([["model.install", "ada"]]);
  });
});

test("a segment with far more frauds than expected is off, and first, however few were expected", async () => {
  const report = await reportOf(few);
  const [first] = report.segments;
  expect([first!.value, first!.isOff]).toEqual(["IS", true]);
  expect(first!.expected).toBeLessThan(1);
  expect(first!.ratio!.low).toBeGreaterThan(segment(report, "PT").ratio!.low);
  const { ratio, isOff } = segment(report, "FO");
  expect([ratio, isOff]).toEqual([null, false]);
  const lows = report.segments.filter(({ isOff }) => isOff).map(({ ratio }) => ratio!.low);
  expect(lows).toEqual(lows.toSorted((a, b) => b - a));
});

test("one that is right gets no proposal, and is not installed", async () => {
  const report = await reportOf("prj_right");
  expect(report.all.isOff).toBeFalse();
  expect(report.proposal).toBeNull();
  const input = { model, projectId: "prj_right" };
  const error = await refusal(installRecalibrated({ ...deps, check: async () => [] }, ada, input));
  expect(error.code).toBe("not_recalibrated");
});

test("without reports, it is said what is missing", async () => {
  const error = await refusal(reportOf("prj_new"));
  expect(
    error.messageFrom({ not_recalibrated: ({ reason }: { reason: string }) => reason } as never),
  ).toContain("0 bookings were reported as fraud");
});
