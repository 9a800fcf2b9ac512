/** Reasons with the real runtime: the default model and a model of each toolkit. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import type { ExplainedModel, Row } from "../../src/model/reasons/explained-model.ts";
import { pointsOf } from "../../src/model/reasons/points.ts";
import { reasonsOf } from "../../src/model/reasons/reasons.ts";
import { catalogue, featureNames, featureSetId } from "../../src/risk/features/index.ts";
import { riskScoreOf, suggestedActionOf } from "../../src/risk/score.ts";
import type { DecisionRecord } from "../../src/storage/port/decisions.ts";

const root = resolve(import.meta.dir, "../..");
const toolkits = join(root, "test/fixtures/models/toolkits");
const folders = [
  join(root, "models/default"),
  ...readdirSync(toolkits, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("refused-"))
    .map(({ name }) => join(toolkits, name)),
];

function recordOf(row: Row, { manifest, allocate, predict }: ExplainedModel): DecisionRecord {
  const { name, version, sha256, input } = manifest;
  const values = allocate(1);
  values.set(row.map((value) => value ?? Number.NaN));
  const probability = predict(values, 1)[0]!;
  const served = new Map(input.features.map((feature, i) => [feature, row[i]]));
  return {
    ...({ projectId: "p", id: "d", featureSet: featureSetId } as DecisionRecord),
    modelName: name,
    modelVersion: version,
    modelSha256: sha256,
    suggestedAction: suggestedActionOf(riskScoreOf(probability), "balanced"),
    probability,
    modelProbability: null,
    projectBaseRate: null,
    modelBaseRate: null,
    listMatches: null,
    controlGroup: null,
    challenge: null,
    riskScore: riskScoreOf(probability),
    features: JSON.stringify(featureNames.map((feature) => served.get(feature) ?? null)),
  };
}

describe.each(folders.map((folder) => [folder.slice(root.length + 1), folder] as const))(
  "%s",
  (_, folder) => {
    let bundle: Bundle;
    beforeAll(async () => {
      bundle = await readBundleFolder(folder, featureNames);
    });
    afterAll(() => bundle?.close());

    test("its reasons add up to the score within 1e-6", async () => {
      for (const { features } of bundle.manifest.golden.slice(0, 4)) {
        const record = recordOf(features, bundle);
        const { base, groups, points, remainder } = await reasonsOf(record, featureNames, bundle);
        const all = groups.reduce((sum, one) => sum + one.points, base);
        expect(Math.abs(all - pointsOf(record.probability))).toBeLessThan(1e-6);
        expect(Math.abs(points + remainder.points - record.riskScore)).toBeLessThan(1e-6);
        for (const { points: own, features, others } of groups) {
          const parts = features.reduce((sum, one) => sum + one.points, others?.points ?? 0);
          expect(Math.abs(parts - own)).toBeLessThan(1e-9);
        }
      }
    });
  },
);

test("with all 14 groups and 32 background rows one decision takes seconds at most, without blocking", async () => {
  const bundle = await readBundleFolder(join(root, "models/default"), featureNames);
  const model = withAllGroups(bundle);
  const [first, ...others] = bundle.manifest.golden.map(({ features }) => features);
  // Every group differs in every row, so that no result can be reused.
  const background = others.slice(0, 32).map((row) => row.map((value) => (value ?? 0) + 1000.5));
  const worst = { ...model, manifest: { ...model.manifest, background } };
  const record = recordOf(first!, worst);

  // In processor time, which does not depend on what else the machine does.
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const started = cpuMs();
  let stall = 0;
  let last = started;
  let isDone = false;
  const turn = () => {
    const now = cpuMs();
    stall = Math.max(stall, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const reasons = await reasonsOf(record, featureNames, worst);
  isDone = true;
  bundle.close();
  expect(reasons.groups).toHaveLength(14);
  expect(cpuMs() - started).toBeLessThan(20_000);
  expect(stall).toBeLessThan(250);
});

/** The default model, with its last features assigned to the groups that it does not use. */
function withAllGroups(bundle: Bundle): ExplainedModel {
  const { features } = bundle.manifest.input;
  const groupOf = new Map(catalogue.map(({ name, group }) => [name, group]));
  const present = new Set(features.map((name) => groupOf.get(name)));
  const absent = [...new Set(catalogue.map(({ group }) => group))].filter(
    (one) => !present.has(one),
  );
  const renamed = absent.map((group) => catalogue.find((one) => one.group === group)!.name);
  const names = [...features.slice(0, features.length - renamed.length), ...renamed];
  const { allocate, predict, manifest } = bundle;
  return {
    manifest: { ...manifest, input: { features: names } },
    allocate: (rows) => allocate(rows),
    predict: (values, rows) => predict(values, rows),
  };
}
