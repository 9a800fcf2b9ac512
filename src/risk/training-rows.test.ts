import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { attemptDecider } from "./decide.ts";
import { pastDecisionOrder } from "./decision.ts";
import { putFeatureSet } from "./feature-sets.ts";
import { decodeVector, featureNames } from "./features/index.ts";
import { reportOutcome, withdrawOutcome } from "./outcome.ts";
import { type TrainingRow, trainingRows } from "./training-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-training-"));
const at = Date.UTC(2027, 3, 1, 12);
/** The last 32 bits of each decision's identifier, which decide whether it is kept. */
const lastBits = [0, 2 ** 30 - 1, 2 ** 30, 2 ** 31, 2 ** 32 - 1];
const ids: string[] = [];
let store: Store;
let project: ProjectRecord;

beforeAll(async () => {
  store = await openSqliteStore(folder);
  project = await projectFixture(store);
  await putFeatureSet(store);
  const decide = attemptDecider({ store, network: () => null as never });
  for (const [i, bits] of lastBits.entries()) {
    const digest = `${"0".repeat(11)}${bits.toString(16).padStart(8, "0")}`;
    const { id } = await decide({
      project: { ...project, baseRate: 0.02 },
      source: "api",
      keyId: "key-1",
      collection: null,
      outcome: null,
      model: {
        name: "m",
        version: "1.2.3",
        sha256: "0",
        baseRate: 0.01,
        score: async () => 0.1,
      },
      request: booking({ requestId: `r-${i}` }),
      order: pastDecisionOrder(at + i, digest),
    });
    ids.push(id);
  }
  const report = (decisionId: string, outcome: string, more: object = {}, keyId?: string) =>
    reportOutcome(
      { store, now: () => at + 5000 },
      {
        projectId: project.id,
        decisionId,
        ...(keyId && { key: { keyId, webhookEvents: null } }),
        report: { outcome, requestId: "report", ...more },
      },
    );
  await report(ids[1]!, "legitimate");
  await report(ids[3]!, "legitimate");
  const occurredAt = new Date(at + 1000).toISOString();
  await report(ids[3]!, "chargeback", { occurredAt }, "key-2");
  await report(ids[4]!, "fraud");
  const withdrawn = { projectId: project.id, decisionId: ids[4]! };
  await withdrawOutcome({ store, now: () => at + 6000 }, { name: "operator" }, withdrawn);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function rows(otherKept?: number, from: Store = store): Promise<TrainingRow[]> {
  return (await Array.fromAsync(trainingRows(project.id, from, otherKept))).flat();
}

test("a row has the decision as it was served, and its newest report", async () => {
  const all = await rows();
  expect(all.map(({ decisionId }) => decisionId)).toEqual(ids);
  const outcomes = all.map(({ outcome }) => outcome);
  expect(outcomes).toEqual([null, "legitimate", null, "chargeback", null]);
  const record = (await store.decisions.find(project.id, ids[3]!))!;
  const { riskScore, probability } = record;
  expect(probability).toBeGreaterThan(0.1); // At the project's base rate.
  const { features, ...row } = all[3]!;
  const served = decodeVector(record.features);
  const absent = new Array(featureNames.length - served.length).fill(Number.NaN);
  expect([...features]).toEqual([...served, ...absent]);
  expect(row).toEqual({
    decisionId: ids[3]!,
    requestId: "r-3",
    keyId: "key-1",
    decidedAt: at + 3,
    source: "api",
    riskScore,
    suggestedAction: record.suggestedAction,
    probability,
    modelProbability: 0.1,
    projectBaseRate: 0.02,
    modelBaseRate: 0.01,
    model: "m@1.2.3",
    outcome: "chargeback",
    outcomeReportedAt: at + 5000,
    outcomeOccurredAt: at + 1000,
    outcomeKeyId: "key-2",
    weight: 1,
    controlGroup: null,
  });
  const noReport = { outcomeReportedAt: null, outcomeOccurredAt: null, outcomeKeyId: null };
  expect(all[0]).toMatchObject(noReport);
});

test("all fraud is kept, and of the others a fraction that weighs as much as all of them", async () => {
  const weights = (await rows(0.25)).map(({ decisionId, weight }) => [decisionId, weight]);
  expect(weights).toEqual([
    [ids[0]!, 4],
    [ids[1]!, 4],
    [ids[3]!, 1],
  ]);
});

describe("a booking of the control group", () => {
  const march = Date.UTC(2027, 2, 31);
  type Draw = readonly [result: string, share: number, decidedAt: number] | null;

  async function rowsWith(draws: Draw[], counted = draws): Promise<TrainingRow[]> {
    const { decisions, outcomes } = store;
    const recordsOf = async (of: Draw[]) => {
      const all = await decisions.after(project.id, "", of.length);
      return all.map((record, i) => {
        const [result, share, decidedAt] = of[i] ?? [null, 0, record.decidedAt];
        const controlGroup = result && JSON.stringify({ share, draw: share / 2, result });
        return { ...record, decidedAt, controlGroup };
      });
    };
    const after = async (_: string, id: string) => (id === "" ? recordsOf(draws) : []);
    const drawn = async () =>
      (await recordsOf(counted)).filter(({ controlGroup }) => controlGroup !== null);
    const findFeatureSet = decisions.findFeatureSet.bind(decisions);
    return rows(1, { decisions: { after, drawn, findFeatureSet }, outcomes } as never);
  }

  test("weighs as much as all that were drawn with it", async () => {
    const results = ["allowed", "denied", "otherGuest", null, "limitReached"];
    const all = await rowsWith(
      results.map((result) => {
        const month = result === "limitReached" ? march : at;
        return result === null ? null : [result, 0.02, month];
      }),
    );
    expect(all.map(({ weight }) => weight)).toEqual([50, 1, 1, 1, 1]);
    expect(all.map(({ controlGroup }) => controlGroup)).toEqual(results as never);
  });

  test("represents those beyond a limit of its month too, at whatever share they were drawn", async () => {
    const all = await rowsWith([
      ["allowed", 0.02, at],
      ["limitReached", 0.02, at],
      ["limitReached", 0.04, at],
      ["allowed", 0.05, march],
      ["limitReached", 0.05, march],
    ]);
    // 50 by its share, and 50 and 25 by those that it stands for; 20 and 20.
    expect(all.map(({ weight }) => weight)).toEqual([125, 1, 1, 40, 1]);
  });

  test("weighs 1 / share where it is stored after the others are counted", async () => {
    const draw: Draw = ["allowed", 0.02, at];
    const beyond: Draw = ["limitReached", 0.02, at];
    const weightsWith = async (counted: Draw) =>
      (await rowsWith([counted, draw], [counted])).map(({ weight }) => weight);
    expect(await weightsWith(null)).toEqual([1, 50]);
    expect(await weightsWith(beyond)).toEqual([1, 50]);
  });
});

test("the values of an older catalogue are in the order of this one, and the others are missing", async () => {
  const [first, second] = featureNames as [string, string];
  const { decisions, outcomes } = store;
  await decisions.putFeatureSet({ id: "older", names: JSON.stringify([second, "gone", first]) });
  const older = { featureSet: "older", features: "[2,3,1]" };
  const after: Store["decisions"]["after"] = async (...page) =>
    (await decisions.after(...page)).map((record) => ({ ...record, ...older }));
  const findFeatureSet = decisions.findFeatureSet.bind(decisions);
  const drawn = async () => [];
  const [row] = await rows(1, { decisions: { after, drawn, findFeatureSet }, outcomes } as never);
  expect([...row!.features]).toEqual(
    featureNames.map((name) => (name === first ? 1 : name === second ? 2 : Number.NaN)),
  );
});
