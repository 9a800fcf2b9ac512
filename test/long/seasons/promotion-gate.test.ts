/** What `model promote` takes and says, on the executable. The ways around it are in gate-tricks.test.ts. */
import { beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import builtIn from "../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { recentSeason } from "../../fixtures/recent-season.ts";
import { failed, Gate } from "./gate.ts";

const gate = new Gate();

/** The default model under another name, so that a replay finds no difference; and one with much higher scores. */
const same = "recalibrated@1.0.0";
const higher = "recalibrated@2.0.0";

beforeAll(async () => {
  await gate.open(recentSeason());
  for (const [version, shift] of [
    ["1.0.0", 0],
    ["2.0.0", 5],
  ] as const) {
    await gate.json("model", "install", writeRecalibrated(gate.inFolder(version), version, shift));
  }
});

test("a project without any replay: the message names the command", async () => {
  expect(await gate.promote(same)).toMatchObject({
    status: 1,
    error:
      `booking-risk: ${same} has no finished replay for project ${gate.projectId}; run: ` +
      `booking-risk model replay ${same} --project ${gate.projectId} (or use --force, which is recorded)\n`,
  });
});

test("a replay passes, and too few live decisions in shadow mode refuse the promotion", async () => {
  const report = await gate.replay(same);
  expect(failed(report)).toEqual([]);
  expect(report).toMatchObject({ passed: true, loosened: [], rules: 4 });
  expect(report.withoutTelemetry.decisions).toBe(report.decisions.replayed);
  expect(await gate.promote(same)).toMatchObject({
    status: 1,
    error:
      `booking-risk: ${same} has scored 0 live decisions of the last 30 days in shadow mode for project ` +
      `${gate.projectId}, and a promotion takes 300; run: booking-risk model shadow ${same} --project ` +
      `${gate.projectId}, and wait for them (or use --force, which is recorded)\n`,
  });
  expect((await gate.promote(same, "--force")).status).toBe(0);
  expect(await gate.lastPromotion()).toMatchObject({ forced: true, live: 0, against: ["live"] });
  await gate.rollback();
});

test("with enough live decisions its promotion is not forced", async () => {
  const service = await gate.shadowed(same, 300, distinctGuest);
  const report = ["model", "shadow", same, "--project", gate.projectId, "--report"];
  const { live } = await gate.json<{ live: object }>(...report);
  expect(live).toEqual({ decisions: 300, decisionsMin: 300, days: 30 });
  expect((await gate.run(...report)).out).toContain(
    "A promotion takes 300 live decisions of the last 30 days: there are 300.",
  );
  expect((await gate.promote(same)).status).toBe(0);
  expect(await gate.lastPromotion()).toMatchObject({ forced: false, live: 300 });
  await gate.rollback();
  await service.stop();
});

test("a shadow that denies what was allowed live stops what a looser replay let through", async () => {
  await gate.replay(
    higher,
    "--deny-change-max",
    "1",
    "--precision-loss-max",
    "1",
    "--calibration-error-max",
    "1",
    "--told-ratio-max",
    "1000",
    "--part-deny-max",
    "1",
    "--live-decisions-min",
    "0",
  );
  const service = await gate.shadowed(higher, 25, distinctGuest);
  const refused = await gate.promote(higher);
  expect(refused).toMatchObject({
    status: 1,
    error: expect.stringMatching(
      /^booking-risk: recalibrated@2\.0\.0 would deny 2\d of 25 live decisions of project prj_\w+, as its shadow scores show, where \d+ were denied \(balanced\); see: /,
    ),
  });
  expect((await gate.promote(higher, "--force")).status).toBe(0);
  expect(await gate.lastPromotion()).toMatchObject({ forced: true, against: ["shadow"] });
  await gate.rollback();
  expect((await gate.run("model", "list")).out).toContain("active for all projects");
  await service.stop();
});

test("values may be given by request ID", async () => {
  const [line] = recentSeason();
  const { requestId } = JSON.parse(line!).request;
  writeFileSync(gate.inFolder("by-request.csv"), `requestId,value\n"${requestId}",77\n`);
  const report = await gate.replay(
    `default@${builtIn.version}`,
    "--values",
    gate.inFolder("by-request.csv"),
    "--value",
    "300",
    "--margin",
    "0.15",
    "--currency",
    "EUR",
    "--chargeback-cost",
    "25",
    "--fraud-loss",
    "1",
  );
  expect(report.money!.valuesRead).toBe(1);
});
