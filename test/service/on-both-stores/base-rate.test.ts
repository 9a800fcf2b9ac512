/** A project's own fraud rate on the executable: set, scored, verified, replayed, unset. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { ReplayReport } from "../../../src/evaluation/replay/report.ts";
import type { Reasons } from "../../../src/model/reasons/reasons.ts";
import { atBaseRate, shiftPoints } from "../../../src/risk/base-rate.ts";
import { riskScoreOf, scorePointsOf } from "../../../src/risk/score.ts";
import type { StoredDecision } from "../../../src/risk/stored-decision.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { writeOtherBundle } from "../../fixtures/other-bundle.ts";

const installation = new Installation();
const platt = { kind: "platt", a: -1, b: 0.5 } as const;
const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
let projectId: string;
let key: string;
let service: Service;

interface Verified {
  decisions: number;
  same: number;
}

async function install(version: string, baseRate: number | undefined): Promise<string> {
  const folder = join(installation.folder, version);
  await installation.json(
    "model",
    "install",
    await writeOtherBundle(folder, version, platt, { baseRate }),
  );
  return `default@${version}`;
}

const setRate = (percent: string) =>
  installation.json("project", "set", projectId, "--base-rate", percent);
const promote = (model: string) =>
  installation.json("model", "promote", model, "--project", projectId, "--force");

let asked = 0;
/** The decision of one more booking, as stored. */
async function decide(): Promise<StoredDecision> {
  const request = distinctGuest(asked++);
  request.booker.email = `a1b2c3d4e5f6g7h8j9.${asked}@mailinator.com`;
  const answer = await callRisk(service.url, key, request);
  expect(answer.status).toBe(200);
  const { decisionId, riskScore } = (await answer.json()) as {
    decisionId: string;
    riskScore: number;
  };
  const stored = await installation.json<StoredDecision>("decision", "show", decisionId);
  expect(stored.riskScore).toBe(riskScore);
  return stored;
}

/** Waits until the service scores with a model that was just promoted. */
const decideWith = (model: string): Promise<StoredDecision> =>
  waitUntil(`a decision with ${model}`, async () => {
    const one = await decide();
    return `${one.model.name}@${one.model.version}` === model && one;
  });

async function verifyAll(): Promise<void> {
  const { decisions, same } = await installation.json<Verified>("decision", "verify", "--all");
  expect(decisions).toBe(asked);
  expect(same).toBe(asked);
}

let rated: string;
beforeAll(async () => {
  const made = await installation.project();
  projectId = made.projectId;
  key = made.secret.key;
  rated = await install("2.0.0", 0.022);
  await promote(rated);
  service = await installation.serve();
});

describe("a project's fraud rate", () => {
  test("is not set at first, and scores are the model's", async () => {
    const one = await decide();
    expect(one).toMatchObject({ modelProbability: null, baseRates: null });
    expect(one.model.version).toBe("2.0.0");
    expect(one.riskScore).toBe(riskScoreOf(one.probability));
  });

  test("shifts the next score by its points, and is recorded with it", async () => {
    const before = await decide();
    await setRate("0.4");
    const after = await decide();
    expect(after.baseRates).toEqual({
      project: 0.004,
      model: 0.022,
      shiftPoints: shiftPoints(rates),
    });
    expect(after.probability).toBe(atBaseRate(after.modelProbability!, rates));
    expect(after.riskScore).toBe(
      Math.round(scorePointsOf(after.modelProbability!) + shiftPoints(rates)),
    );
    expect(after.riskScore).toBeLessThan(riskScoreOf(after.modelProbability!) - 20);
    expect(before.baseRates).toBeNull();
    await verifyAll();
  });

  test("is a step of its own among the reasons, which add up", async () => {
    const { decisionId } = await decide();
    const reasons = await installation.json<Reasons>("decision", "reasons", decisionId);
    const { base, groups, steps, points, remainder, riskScore } = reasons;
    expect(steps).toHaveLength(1);
    expect(steps[0]!.points).toBeCloseTo(-24.86, 2);
    const all = groups.reduce((sum, one) => sum + one.points, base) + steps[0]!.points;
    expect(all).toBeCloseTo(points, 6);
    expect(points + remainder.points).toBeCloseTo(riskScore, 6);
    const { out } = await installation.run("decision", "reasons", decisionId);
    // Tenths are shown so that they add up, and so the nearest of this one may be either.
    expect(out).toMatch(/Your fraud rate, 0\.4 % instead of 2\.2 % +−24\.[89]\n/);
    const shown = /POINTS\n(.+?)\nScore/s.exec(out)![1]!.split("\n");
    const tenths = shown.map((line) => {
      const [points] = /[+−]?[\d.]+$/.exec(line)!;
      return Math.round(10 * Number(points.replace("−", "-")));
    });
    expect(tenths.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(tenths.at(-1)!);
  });

  test("is exported with both probabilities", async () => {
    const file = join(installation.folder, "rows.ndjson");
    await installation.json("export", "--project", projectId, "--out", file);
    const rows = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(asked);
    const [first, last] = [rows[0], rows.at(-1)];
    expect(first.model_probability).toBe(first.probability);
    expect([first.project_base_rate, first.model_base_rate]).toEqual([null, null]);
    expect(last.probability).toBe(atBaseRate(last.model_probability, rates));
    expect([last.project_base_rate, last.model_base_rate]).toEqual([0.004, 0.022]);
  });

  test("that each decision had is used in a replay, whatever it is by now", async () => {
    await setRate("5");
    await decide();
    const replay = (model: string) =>
      installation.json<ReplayReport>("model", "replay", model, "--project", projectId);
    const same = await replay(rated);
    expect(same.probabilities).toEqual({ differing: 0, largestChange: 0 });
    expect(same.score.move.unchanged).toBe(asked);
    // The same model, but its probability is said to be that of twice the rate.
    const half = await replay(await install("2.1.0", 0.044));
    expect(half.probabilities.differing).toBe(asked - 2);
  });

  test("has no effect on a model that states none, and is back with the model before", async () => {
    const unrated = await install("3.0.0", undefined);
    await promote(unrated);
    const one = await decideWith(unrated);
    expect(one.baseRates).toEqual({ project: 0.05, model: null, shiftPoints: 0 });
    expect(one.riskScore).toBe(riskScoreOf(one.probability));
    await installation.json("model", "rollback", "--project", projectId);
    expect((await decideWith(rated)).baseRates).toMatchObject({ project: 0.05, model: 0.022 });
    await verifyAll();
  });

  test("is unset, and scores are the model's again", async () => {
    await setRate("none");
    expect(await decide()).toMatchObject({ modelProbability: null, baseRates: null });
    await verifyAll();
    const { out } = await installation.run("project", "show", projectId);
    expect(out).toContain("Fraud rate: not set");
  });

  test("outside its limits is refused", async () => {
    const { status, error } = await installation.run(
      "project",
      "set",
      projectId,
      "--base-rate",
      "40",
    );
    expect([status, error.trim()]).toEqual([
      2,
      "booking-risk: --base-rate must be a percentage from 0.01 % to 20 %, such as 0.4",
    ]);
  });
});
