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

/** Scores of a project's decisions: `denied` of them only by the model in shadow mode. */
function scores(projectId: string, count: number, of: { denied?: number; age?: number } = {}) {
  const { denied = 0, age = 0 } = of;
  return Array.from(
    { length: count },
    (_, i): ShadowScore => ({
      projectId,
      decisionId: `dec_${age}_${i}`,
      modelName: "a",
      modelVersion: "1",
      modelSha256: "x",
      probability: 0.1,
      servedRiskScore: 30,
      at: at - age * dayMs,
      riskScore: i < denied ? 80 : 30,
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
