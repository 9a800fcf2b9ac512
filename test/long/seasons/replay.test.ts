/** `model replay` and `drift` on the executable: a simulated season, replayed on itself and on others. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import builtIn from "../../../models/default/manifest.json";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { DriftReport } from "../../../src/cli/drift/report.ts";
import type { ReplayReport } from "../../../src/evaluation/replay/report.ts";
import { Installation } from "../../fixtures/executable.ts";
import { writeOtherBundle } from "../../fixtures/other-bundle.ts";
import { seasonLines } from "../../fixtures/season.ts";

const season = seasonLines({ seed: "replay", attempts: 3000, days: 60, fraudRate: 0.1 });
const own = `default@${builtIn.version}`;

const installation = new Installation();
const inFolder = (name: string) => join(installation.folder, name);
let project: string;
let other: string;

type Answer = ReplayReport & { seconds: number; decisionsPerSecond: number; files: string[] };
const replay = (model: string, ...flags: string[]) =>
  installation.json<Answer>("model", "replay", model, "--project", project, ...flags);

beforeAll(async () => {
  project = (await installation.json("project", "create", "Season <1>")).projectId!;
  writeFileSync(inFolder("season.ndjson"), `${season.join("\n")}\n`);
  await installation.json("history", "import", inFolder("season.ndjson"), "--project", project);
  const platt = { kind: "platt", a: -1.3, b: 0.4 } as const;
  other = await writeOtherBundle(inFolder("other"), "2.0.0", platt);
});

/** The season ended months ago. */
const fromLongAgo = ["--age-days-max", "36500"];

/** Without its speed and time. */
function result({ seconds, decisionsPerSecond, files, asOf, period, ...rest }: Answer) {
  return rest;
}

describe("the same model on its own decisions", () => {
  test("gives the same bits: no feature, no probability, no score and no answer differs", async () => {
    const report = await replay(own, ...fromLongAgo);
    expect(report.decisions).toMatchObject({ replayed: season.length, compared: season.length });
    expect(report.recomputed).toEqual({
      differing: 0,
      differingFeatures: {},
      otherFeatureSet: 0,
    });
    expect(report.probabilities).toEqual({ differing: 0, largestChange: 0 });
    expect(report.score.move.unchanged).toBe(season.length);
    expect(report.score.populationStability).toEqual({ index: 0, level: "stable" });
    expect(report.ranking.after).toEqual(report.ranking.before);
    expect(report.calibration.after).toEqual(report.calibration.before);
    for (const { before, after, flips, costChange } of Object.values(report.settings)) {
      expect(after).toEqual(before);
      // No prices were entered.
      expect([flips.toDeny.count, flips.toAllow.count, costChange]).toEqual([0, 0, null]);
    }
    expect(report.passed).toBeTrue();
  });

  test("in one thread or in three", async () => {
    const one = await replay(own, "--threads", "1");
    expect(result(await replay(own, "--threads", "3"))).toEqual(result(one));
  });
});

describe("another model", () => {
  test("is reported with its differences, in a file and on a self-contained page", async () => {
    const out = inFolder("out");
    const report = await replay(other, "--out", out);
    expect(report.candidate.version).toBe("2.0.0");
    expect(report.probabilities.differing).toBe(season.length);
    expect(report.recomputed.differing).toBe(0);
    const { flips, before, after } = report.settings.balanced;
    expect(after.denied - before.denied).toBe(flips.toDeny.count - flips.toAllow.count);
    const changed = flips.toDeny.count > 0 ? flips.toDeny : flips.toAllow;
    expect(changed.count).toBeGreaterThan(0);
    const [example] = changed.examples;
    const stored = await installation.json("decision", "show", example!.decisionId);
    expect(Number(stored.riskScore)).toBe(example!.before);

    const { seconds, decisionsPerSecond, files, ...rest } = report;
    expect(files).toEqual([join(out, "report.json"), join(out, "report.html")]);
    expect(JSON.parse(readFileSync(files[0]!, "utf8"))).toEqual(rest);
    const page = readFileSync(files[1]!, "utf8");
    expect(page).not.toMatch(/<script|https?:|<link|<img|NaN|undefined|null/);
    expect(page).toContain("Season &#60;1&#62;");
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(join(out, "checkpoint.json"))).toBeFalse();
  });

  test("a replay that was killed and repeated gives the same report", async () => {
    const whole = result(await replay(other));
    let interrupted = 0;
    for (let attempt = 0; attempt < 10 && interrupted === 0; attempt++) {
      const out = inFolder(`killed-${attempt}`);
      const checkpoint = join(out, "checkpoint.json");
      const command = ["model", "replay", other, "--project", project, "--threads", "1"];
      const run = Bun.spawn([installation.executable, ...command, "--out", out], {
        cwd: installation.folder,
        env: {},
        stdio: ["ignore", "ignore", "ignore"],
      });
      const isFar = () => run.exitCode !== null || existsSync(checkpoint);
      await waitUntil("a checkpoint", isFar, { intervalMs: 2 });
      run.kill("SIGKILL");
      await run.exited;
      if (!existsSync(checkpoint)) continue;
      const { tally } = JSON.parse(readFileSync(checkpoint, "utf8"));
      interrupted = tally.decisions;
      expect(interrupted).toBeLessThan(season.length);
      expect(result(await replay(other, "--out", out))).toEqual(whole);
      expect(existsSync(checkpoint)).toBeFalse();
    }
    expect(interrupted, "decisions of the interrupted run").toBeGreaterThan(0);
  });

  test("a period limits the decisions that are replayed", async () => {
    const inFebruary = season.filter((line) => JSON.parse(line).decidedAt.startsWith("2026-02"));
    const report = await replay(other, "--from", "2026-02-01", "--to", "2026-03-01");
    expect(report.decisions.replayed).toBe(inFebruary.length);
    expect(report.decisions.first!.slice(0, 7)).toBe("2026-02");
    expect(report.decisions.last!.slice(0, 7)).toBe("2026-02");
    const none = await replay(other, "--from", "2020-01-01", "--to", "2020-02-01");
    expect(none).toMatchObject({ passed: false, decisions: { replayed: 0 } });
  });

  test("without --project, all projects are replayed", async () => {
    await installation.json("project", "create", "Empty");
    const report = await installation.json<Answer>("model", "replay", other);
    expect(report.projectId).toBeNull();
    expect(report.projects).toHaveLength(2);
    expect(report.decisions.replayed).toBe(season.length);
  });
});

describe("money", () => {
  test("is the sum of what mistakes cost, each booking at its own value where that is given", async () => {
    const prices = [
      "--value",
      "100",
      "--margin",
      "0.2",
      "--chargeback-cost",
      "10",
      "--fraud-loss",
      "1",
      "--currency",
      "EUR",
      "--reported-only", // The same bookings as are counted.
    ];
    const flat = await replay(own, ...prices);
    const { refusedGuests, missedFraud, cost } = flat.settings.balanced.before;
    expect(missedFraud.count).toBeGreaterThan(0);
    expect(refusedGuests.cost!).toBeCloseTo(refusedGuests.count * 20, 6);
    expect(missedFraud.cost!).toBeCloseTo(missedFraud.count * 110, 6);
    expect(cost!).toBeCloseTo(refusedGuests.cost! + missedFraud.cost!, 6);

    const exported = inFolder("all.csv");
    await installation.json("export", "--project", project, "--out", exported);
    const ids = readFileSync(exported, "utf8").match(/dec_[0-9a-f]{32}/g)!;
    const values = inFolder("values.csv");
    writeFileSync(values, `decisionId,value\r\n${ids.map((id) => `${id},"50"`).join("\r\n")}\r\n`);
    const told = await replay(own, ...prices, "--values", values, "--currency", "CHF");
    expect(told.money).toMatchObject({ currency: "CHF", valuesRead: season.length });
    const half = told.settings.balanced.before;
    expect(half.refusedGuests.cost!).toBeCloseTo(refusedGuests.cost! / 2, 6);
    expect(half.missedFraud.cost!).toBeCloseTo(missedFraud.count * 60, 6);
  });

  test("an invalid line of the values file is reported by its number", async () => {
    const values = inFolder("bad.csv");
    writeFileSync(values, "decisionId,value\ndec_1,5\n");
    const run = await installation.run(
      "model",
      "replay",
      own,
      "--project",
      project,
      "--values",
      values,
    );
    expect(run).toMatchObject({ status: 1, error: expect.stringContaining(", line 2: must be") });
  });
});

test("a wrong use is reported in one line", async () => {
  const run = (model: string, ...flags: string[]) =>
    installation.run("model", "replay", model, "--project", project, ...flags);
  expect(await run("default@9.9.9")).toMatchObject({
    status: 1,
    error: "booking-risk: there is no model default@9.9.9; see: booking-risk model list\n",
  });
  expect((await run("nowhere")).status).toBe(1);
  for (const flags of [
    ["--from", "yesterday"],
    ["--from", "2026-03-01", "--to", "2026-02-01"],
    ["--margin", "2"],
    ["--margin", "0.2"], // The other prices are missing.
    ["--lifetime-value", "-1"],
    ["--currency", "euros"],
    ["--threads", "many"],
  ]) {
    expect((await run(own, ...flags)).status, flags.join(" ")).toBe(2);
  }
});

test("promotion requires a replay that passed", async () => {
  const name = "default@2.0.0";
  await installation.json("model", "install", other);
  const promote = () => installation.run("model", "promote", name, "--project", project);
  expect((await promote()).status).toBe(1);
  const strict = await replay(name, "--decisions-min", String(season.length + 1));
  expect(strict.passed).toBeFalse();
  expect((await promote()).status).toBe(1);
  const loose = await replay(
    name,
    "--deny-change-max",
    "1",
    "--told-ratio-max",
    "100",
    "--calibration-error-max",
    "1",
    "--recall-loss-max",
    "1",
    "--live-decisions-min",
    "0",
    ...fromLongAgo,
  );
  expect(loose.passed).toBeTrue();
  expect(await promote()).toMatchObject({ status: 0, error: "" });
});

describe("drift", () => {
  const drift = (...flags: string[]) =>
    installation.json<DriftReport>("drift", "--project", project, ...flags);

  test("compares imports with earlier ones, the largest effect first, with bands and days", async () => {
    const report = await drift("--days", "20");
    expect(report.past!.periods).toBe(2); // The season is not longer.
    const stability = report.features!.map((one) => one.stability);
    expect(stability).not.toContain(null);
    const quiet = report.features!.filter(({ alert }) => !alert);
    const effects = quiet.map(({ effect }) => effect!);
    expect(effects.toSorted((a, b) => b - a)).toEqual(effects);
    expect(effects[0]).toBeGreaterThan(0);
    expect(report).toMatchObject({ basis: "imports", live: 0, needed: 298 });
    expect(report.leftOut).toBeGreaterThan(100);
    expect(report.features!.map(({ name }) => name)).not.toContain("collection_is_known");
    const sum = (counts: { decisions: number }[]) =>
      counts.reduce((total, { decisions }) => total + decisions, 0);
    expect(sum(report.bands!)).toBe(report.decisions);
    expect(sum(report.days!)).toBe(report.decisions);
    expect(report.days!.length).toBeLessThanOrEqual(21);
  });

  test("exits with 0 whatever it finds, also without decisions", async () => {
    const shown = await installation.run("drift", "--project", project);
    expect(shown.status).toBe(0);
    expect(shown.out).toContain("Only imports are compared");
    expect(shown.out.split("\n").length).toBeLessThan(30);
    const all = await installation.run("drift", "--project", project, "--all");
    expect(all.out).toContain("FEATURE");
    expect(all.out).toContain("nights");
    const empty = (await installation.json("project", "create", "New")).projectId!;
    const nothing = await installation.run("drift", "--project", empty);
    expect(nothing).toMatchObject({ status: 0, out: "There is no decision yet.\n" });
    expect((await installation.run("drift", "--project", project, "--days", "0")).status).toBe(2);
  });
});
