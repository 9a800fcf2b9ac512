/** A shadow with the real library, store and thread. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openModels } from "../../app/open.ts";
import { onScale } from "../../risk/base-rate.ts";
import { featureNames } from "../../risk/features/index.ts";
import { riskScoreOf } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { installBuiltIn } from "./built-in.ts";
import { type ShadowOutcome, shadowScoring } from "./shadow-scoring.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "booking-risk-shadow-"));
const store = await openSqliteStore(dataFolder);
const library = openModels({ dataFolder }, store);
await installBuiltIn(library, 1);
const [model] = await store.models.list();
const { name, version } = model!;
afterAll(async () => {
  await store.close();
  rmSync(dataFolder, { recursive: true });
});

function shadow(of = library) {
  const counts: Record<ShadowOutcome, number> = { scored: 0, dropped: 0, failed: 0 };
  const faults: string[] = [];
  const scoring = shadowScoring({
    library: of,
    onScale,
    nativeFolder: join(dataFolder, "runtime"),
    count: (outcome, decisions) => {
      counts[outcome] += decisions;
    },
    failed: (_, reason) => faults.push(reason),
  });
  return { ...scoring, counts, faults };
}

const decision = (projectId: string, id: string) =>
  ({ projectId, id, riskScore: 30, decidedAt: 5, projectBaseRate: null }) as DecisionRecord;
const values = Float64Array.from(featureNames, (_, i) => (i % 7 === 0 ? Number.NaN : i));

test("shadow scores are those that the model would have served, stored with the served ones", async () => {
  const { apply, note, close, counts, faults } = shadow();
  expect(await apply([{ projectId: "prj_1", name, version, startedAt: 1 }])).toBe(true);
  note(decision("prj_1", "dec_1"), values);
  note(decision("prj_2", "dec_2"), values); // This project has no shadow model.
  await close();
  const served = await library.open(model!);
  const probability = await served.score(values);
  await served.close();
  expect(await store.shadowScores.list("prj_1", "dec_0", "dec_9")).toEqual([
    {
      projectId: "prj_1",
      decisionId: "dec_1",
      at: 5,
      modelName: name,
      modelVersion: version,
      modelSha256: model!.sha256,
      probability,
      riskScore: riskScoreOf(probability),
      servedRiskScore: 30,
    },
  ]);
  expect(await store.shadowScores.list("prj_2", "dec_0", "dec_9")).toEqual([]);
  expect([counts, faults]).toEqual([{ scored: 1, dropped: 0, failed: 0 }, []]);
});

test("a shadow score is at the rate that the project had at the decision", async () => {
  const rated = { ...model!, version: "rated", bundleSha256: "rated" };
  rated.manifest = JSON.stringify({ ...JSON.parse(model!.manifest), baseRate: 0.022 });
  const models = { ...store.models, find: async () => rated };
  const filesOf: typeof library.filesOf = () => library.filesOf(model!);
  const ratedLibrary = { ...library, filesOf, store: { ...store, models } };
  const { apply, note, close } = shadow(ratedLibrary);
  await apply([{ projectId: "prj_4", name, version, startedAt: 1 }]);
  note({ ...decision("prj_4", "dec_1"), projectBaseRate: 0.004 }, values);
  note(decision("prj_4", "dec_2"), values);
  await close();
  const served = await library.open(model!);
  const own = await served.score(values);
  await served.close();
  const project = { baseRate: 0.004 };
  expect(await store.shadowScores.list("prj_4", "dec_0", "dec_9")).toMatchObject([
    onScale(own, project, { baseRate: 0.022 }),
    { probability: own, riskScore: riskScoreOf(own) },
  ]);
});

test("what comes faster than it scores is dropped and counted, and nobody waits", async () => {
  const { apply, note, close, counts } = shadow();
  await apply([{ projectId: null, name, version, startedAt: 1 }]);
  for (let i = 0; i < 10_050; i++) note(decision("prj_3", `dec_${i}`), values);
  expect(counts.dropped).toBe(50);
  await close();
  expect(counts).toEqual({ scored: 10_000, dropped: 50, failed: 0 });
});

test("a model that cannot be loaded is reported, and decisions continue", async () => {
  const { apply, note, close, faults } = shadow();
  const missing = { ...model!, name: "missing", bundleSha256: "x" };
  const line = { at: 1, actor: "a", action: "b", subject: "c", projectId: null, detail: "{}" };
  await store.models.add(missing, line);
  expect(await apply([{ projectId: null, name: "missing", version, startedAt: 1 }])).toBe(false);
  expect(faults).toHaveLength(1);
  note(decision("prj_4", "dec_1"), values);
  await close();
});
