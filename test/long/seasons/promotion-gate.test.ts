/** Every way around the gate of `model promote` that was found, on the executable. */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import builtIn from "../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../scripts/bench/recalibrated.ts";
import { waitUntil } from "../../../scripts/wait-until.ts";
import type { ReplayReport } from "../../../src/replay/report.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";
import { floats, model, node } from "../../fixtures/models/build.ts";
import { recentSeason } from "../../fixtures/recent-season.ts";

const dayMs = 86_400_000;
const installation = new Installation();
const inFolder = (name: string) => join(installation.folder, name);
let project: string;
let secret: string;

/** The default model under another name, so that a replay finds no difference. */
const same = () => writeRecalibrated(inFolder("same"), "1.0.0", 0);
const higher = () => writeRecalibrated(inFolder("higher"), "2.0.0", 5);

beforeAll(async () => {
  const made = await installation.project("Season");
  project = made.projectId;
  secret = made.secret.key;
  writeFileSync(inFolder("season.ndjson"), `${recentSeason().join("\n")}\n`);
  await installation.json("history", "import", inFolder("season.ndjson"), "--project", project);
  for (const bundle of [same(), higher()]) await installation.json("model", "install", bundle);
}, 120_000);

const replay = (name: string, ...flags: string[]) =>
  installation.json<ReplayReport>("model", "replay", name, "--project", project, ...flags);
const promote = (name: string, ...flags: string[]) =>
  installation.run("model", "promote", name, "--project", project, ...flags);
const rollback = () => installation.json("model", "rollback", "--project", project);
const failed = ({ criteria }: ReplayReport) =>
  criteria.filter(({ passed }) => passed === false).map(({ name }) => name);

/** Live decisions that a model scores in shadow mode, and the service that decided them. */
async function shadowed(name: string, calls: number) {
  const service = await installation.serve();
  await installation.json("model", "shadow", name, "--project", project);
  await waitUntil("the shadow model", async () =>
    (await (await fetch(`${service.url}/metrics`)).text()).includes('state="shadow"'),
  );
  for (let i = 0; i < calls; i++) {
    const { status } = await callRisk(service.url, secret, distinctGuest(i));
    expect(status).toBe(200);
  }
  const report = () =>
    installation.json<{ decisions: number }>(
      ...["model", "shadow", name, "--project", project, "--report"],
    );
  await waitUntil("all shadow scores", async () => (await report()).decisions === calls);
  return service;
}

async function lastPromotion() {
  const log = await installation.json<{ action: string; detail: { forced?: boolean } }[]>(
    ...["model", "log"],
  );
  return log.find(({ action }) => action === "model.promote")!.detail;
}

interface Listed {
  name: string;
  version: string;
  active: { projectId: string | null; forced: boolean }[];
}

test("a project without any replay: the message names the command", async () => {
  expect(await promote("recalibrated@1.0.0")).toMatchObject({
    status: 1,
    error:
      `booking-risk: recalibrated@1.0.0 has no finished replay for project ${project}; run: ` +
      `booking-risk model replay recalibrated@1.0.0 --project ${project} (or use --force, which is recorded)\n`,
  });
}, 30_000);

test("a replay of one decision, or of an hour, does not pass", async () => {
  const { decisions } = await replay("recalibrated@1.0.0");
  const first = Date.parse(decisions.first!);
  const hour = ["--from", new Date(first).toISOString()];
  const short = await replay(
    "recalibrated@1.0.0",
    ...hour,
    "--to",
    new Date(first + 3_600_000).toISOString(),
  );
  expect(short.decisions.replayed).toBeWithin(1, 30);
  expect(failed(short)).toEqual(["decisions", "knownFrauds", "recency", "span"]);
  expect(await promote("recalibrated@1.0.0")).toMatchObject({
    status: 1,
    error: expect.stringContaining(
      "did not pass; read its report, or use --force, which is recorded",
    ),
  });
}, 60_000);

test("a replay passes, and too few live decisions in shadow mode refuse the promotion", async () => {
  const report = await replay("recalibrated@1.0.0");
  expect(failed(report)).toEqual([]);
  expect(report).toMatchObject({ passed: true, loosened: [], rules: 3 });
  expect(report.withoutTelemetry.decisions).toBe(report.decisions.replayed);
  expect(await promote("recalibrated@1.0.0")).toMatchObject({
    status: 1,
    error:
      "booking-risk: recalibrated@1.0.0 has scored 0 live decisions of the last 30 days in shadow mode for project " +
      `${project}, and a promotion takes 300; run: booking-risk model shadow recalibrated@1.0.0 --project ` +
      `${project}, and wait for them (or use --force, which is recorded)\n`,
  });
  expect((await promote("recalibrated@1.0.0", "--force")).status).toBe(0);
  expect(await lastPromotion()).toMatchObject({ forced: true, live: 0, against: ["live"] });
  await rollback();
}, 60_000);

test("with enough live decisions its promotion is not forced", async () => {
  const service = await shadowed("recalibrated@1.0.0", 300);
  const report = ["model", "shadow", "recalibrated@1.0.0", "--project", project, "--report"];
  const { live } = await installation.json<{ live: object }>(...report);
  expect(live).toEqual({ decisions: 300, decisionsMin: 300, days: 30 });
  expect((await installation.run(...report)).out).toContain(
    "A promotion takes 300 live decisions of the last 30 days: there are 300.",
  );
  expect((await promote("recalibrated@1.0.0")).status).toBe(0);
  expect(await lastPromotion()).toMatchObject({ forced: false, live: 300 });
  await rollback();
  await service.stop();
}, 120_000);

test("a passed replay of an older version counts no more, nor one without a recent decision", async () => {
  const database = new Database(join(installation.data, "control.db"));
  const change = (path: string, value: string) =>
    database.run(
      `UPDATE replays SET report = json_set(report, '${path}', ${value}) WHERE passed = 1 AND name = 'recalibrated'`,
    );
  change("$.decisions.last", `'${new Date(Date.now() - 31 * dayMs).toISOString()}'`);
  expect((await promote("recalibrated@1.0.0")).error).toContain(
    "has no decision of the last 30 days; its newest is 31 days old",
  );
  change("$.rules", "1");
  expect((await promote("recalibrated@1.0.0")).error).toContain(
    "is of an older version of booking-risk, which tested less",
  );
  database.close();
}, 60_000);

describe("loosened limits", () => {
  const loose = [
    ...["--deny-change-max", "1", "--precision-loss-max", "1", "--calibration-error-max", "1"],
    ...["--told-ratio-max", "1000", "--part-deny-max", "1", "--live-decisions-min", "0"],
  ];

  test("are in the report, and the promotion is recorded as forced", async () => {
    const strict = await replay("recalibrated@2.0.0");
    expect(failed(strict)).toContain("denyRate");
    expect(failed(strict)).toContain("withoutTelemetry");
    expect(failed(strict)).toContain("parts");
    const report = await replay("recalibrated@2.0.0", ...loose);
    expect(report.passed).toBeTrue();
    expect(report.loosened.map(({ name }) => name)).toEqual([
      "precisionLossMax",
      "denyRateChangeMax",
      "partDenyChangeMax",
      "calibrationErrorMax",
      "toldRatioMax",
      "liveDecisionsMin",
    ]);
    const said = await promote("recalibrated@2.0.0");
    expect(said).toMatchObject({ status: 0, error: "" });
    expect(said.out).toContain(
      "Recorded as forced: its replay passed with looser limits (precisionLossMax 1 instead of 0.01",
    );
    expect(await lastPromotion()).toMatchObject({ forced: true });
    const models = await installation.json<Listed[]>("model", "list");
    const listed = models.find(({ version }) => version === "2.0.0")!;
    expect(listed.active).toMatchObject([{ projectId: project, forced: true }]);
    const lines = await installation.run("model", "list");
    expect(lines.out).toContain(`active for ${project} (forced)`);
    await rollback();
  }, 120_000);

  test("a replay of all projects does not outdo the project's own", async () => {
    await replay("recalibrated@2.0.0");
    await installation.json("model", "replay", "recalibrated@2.0.0", ...loose);
    expect((await promote("recalibrated@2.0.0")).error).toContain(
      `for project ${project} did not pass`,
    );
    const all = await installation.run("model", "promote", "recalibrated@2.0.0");
    expect(all.error).toContain(`for project ${project} did not pass`);
  }, 60_000);

  test("a shadow that denies what was allowed live stops it", async () => {
    await replay("recalibrated@2.0.0", ...loose);
    const service = await shadowed("recalibrated@2.0.0", 25);
    const refused = await promote("recalibrated@2.0.0");
    expect(refused).toMatchObject({
      status: 1,
      error: expect.stringMatching(
        /^booking-risk: recalibrated@2\.0\.0 would deny 2\d of 25 live decisions of project prj_\w+, as its shadow scores show, where \d+ were denied \(balanced\); see: /,
      ),
    });
    expect((await promote("recalibrated@2.0.0", "--force")).status).toBe(0);
    expect(await lastPromotion()).toMatchObject({ forced: true, against: ["shadow"] });
    await rollback();
    const lines = await installation.run("model", "list");
    expect(lines.out).toContain("active for all projects");
    await service.stop();
  }, 120_000);
});

/** p = 0.02 with a known collection, 0.5 without: as if all training rows had had telemetry. */
function writeBlind(folder: string): string {
  const features = ["collection_is_known"];
  const file = model({
    inputs: [{ name: "features", shape: ["N", 1] }],
    outputs: [{ name: "probability", shape: ["N", 1] }],
    nodes: [
      node("IsNaN", ["features"], ["missing"]),
      node("Where", ["missing", "zero", "features"], ["known"]),
      node("MatMul", ["known", "weights"], ["logit"]),
      node("Sigmoid", ["logit"], ["probability"]),
    ],
    initializers: [floats("weights", [1, 1], [-3.9]), floats("zero", [1], [0])],
  });
  const known = 1 / (1 + Math.exp(3.9));
  const manifest = {
    ...{ schema: 1, name: "blind", version: "1.0.0", createdAt: "2026-11-21T00:00:00Z" },
    sha256: createHash("sha256").update(file).digest("hex"),
    input: { name: "features", features },
    output: { name: "probability", column: 0, kind: "probability" },
    calibration: { kind: "none" },
    golden: [
      { features: [1], probability: known },
      { features: [0], probability: 0.5 },
    ],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), file);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

test("a model that denies whatever has no telemetry is told apart, whatever was replayed", async () => {
  const report = await replay(writeBlind(inFolder("blind")));
  const criterion = report.criteria.find(({ name }) => name === "withoutTelemetry")!;
  expect(criterion.passed).toBeFalse();
  const scored = report.withoutTelemetry.decisions.toLocaleString("en-US");
  expect(criterion.found).toEndWith(` by the active model, 100 % by this one, ${scored} scored`);
  expect(report.withoutTelemetry.denyRate.balanced.after).toBe(1);
}, 60_000);

test("values may be given by request ID", async () => {
  const [line] = recentSeason();
  const { requestId } = JSON.parse(line!).request;
  writeFileSync(inFolder("by-request.csv"), `requestId,value\n"${requestId}",77\n`);
  const report = await replay(
    `default@${builtIn.version}`,
    ...["--values", inFolder("by-request.csv"), "--value", "300", "--margin", "0.15"],
    ...["--currency", "EUR", "--chargeback-cost", "25", "--fraud-loss", "1"],
  );
  expect(report.money!.valuesRead).toBe(1);
}, 60_000);
