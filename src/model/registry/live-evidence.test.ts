/** The minimum of live decisions, on a real store. */
import { expect, test } from "bun:test";
import { sqliteStores } from "../../../test/fixtures/storage/sqlite-stores.ts";
import { defaultLimits } from "../../evaluation/replay/limits.ts";
import type { ShadowScore } from "../../storage/port/shadow-scores.ts";
import { liveEvidence } from "./live-evidence.ts";

const stores = sqliteStores();
const dayMs = 86_400_000;
const at = Date.UTC(2026, 5, 30);
const model = { name: "a", version: "1" };
const project = (id: string) => ({ id, riskSetting: "balanced" });

interface Differing {
  /** Of them, how many only the model in shadow mode denies. */
  denied?: number;
  /** How many only the active one denied. */
  allowed?: number;
  /** How many both deny. */
  both?: number;
  /** Days. */
  age?: number;
}

/** Scores of a project's decisions. */
function scores(projectId: string, count: number, of: Differing = {}) {
  const { denied = 0, allowed = 0, both = 0, age = 0 } = of;
  const served = (i: number) => i >= denied && i < denied + allowed + both;
  const shadow = (i: number) => i < denied || (i >= denied + allowed && served(i));
  return Array.from(
    { length: count },
    (_, i): ShadowScore => ({
      projectId,
      decisionId: `dec_${age}_${i}`,
      modelName: "a",
      modelVersion: "1",
      modelSha256: "x",
      probability: 0.1,
      servedRiskScore: served(i) ? 80 : 30,
      at: at - age * dayMs,
      riskScore: shadow(i) ? 80 : 30,
    }),
  );
}

async function evidenceOf(stored: readonly ShadowScore[], projects: readonly string[]) {
  const store = await stores.open(stores.newFolder());
  await store.shadowScores.add(stored);
  const asked = { model, projects: projects.map(project), limits: defaultLimits, at };
  return liveEvidence(store, asked);
}

test("decisions of the last 30 days count, of the projects that would get the model", async () => {
  const stored = [
    ...scores("prj_1", 200),
    ...scores("prj_1", 50, { age: 30 }),
    ...scores("prj_1", 400, { age: 31 }),
    ...scores("prj_2", 49),
    ...scores("prj_3", 500),
  ];
  expect((await evidenceOf(stored, ["prj_1"])).live).toEqual({
    decisions: 250,
    decisionsMin: 300,
    days: 30,
  });
  expect((await evidenceOf(stored, ["prj_1", "prj_2"])).live.decisions).toBe(299);
  expect((await evidenceOf(stored, [])).live.decisions).toBe(0);
});

test.each([
  [300, 3, 0],
  [300, 8, 0],
  [300, 9, 1],
  [19, 19, 0],
  [20, 20, 1],
])("of %i, %i newly denied: %i objections", async (count, denied, objections) => {
  const { denials } = await evidenceOf(scores("prj_1", count, { denied }), ["prj_1"]);
  expect(denials).toHaveLength(objections);
});

test.each([
  // Of 20, 15 are the least whose interval is above a half.
  [{ allowed: 15, both: 5, denied: 15 }, ["allowsDenied"]],
  [{ allowed: 14, both: 6, denied: 14 }, []],
  [{ allowed: 19, both: 0, denied: 19 }, []],
  [{ allowed: 20, both: 0 }, ["allowsDenied"]],
  [{ allowed: 20, both: 0, denied: 60 }, ["deniesMore"]],
])("of 300, %p: %p", async (of, findings) => {
  const { denials } = await evidenceOf(scores("prj_1", 300, of), ["prj_1"]);
  expect(denials.map(({ finding }) => finding as string)).toEqual(findings);
});

test("a limit that the replays had looser holds for live decisions too", async () => {
  const store = await stores.open(stores.newFolder());
  await store.shadowScores.add(scores("prj_1", 300, { allowed: 20 }));
  const asked = { model, projects: [project("prj_1")], at };
  const limits = { ...defaultLimits, newlyAllowedMax: 1 };
  expect((await liveEvidence(store, { ...asked, limits })).denials).toEqual([]);
});
