/** The texts of the default model's reasons fit their directions, over simulated attempts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { featureNames, featureSetId, vectorToJson } from "../../src/features/index.ts";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import { contradictionsOf } from "../../src/reasons/contradictions.ts";
import { reasonsOf } from "../../src/reasons/reasons.ts";
import { riskScoreOf, suggestedActionOf } from "../../src/risk/score.ts";
import type { DecisionRecord } from "../../src/storage/decisions.ts";
import { type Row, rowsOf } from "./features.ts";
import { defaultOptions } from "./simulator/simulate.ts";

const decisions = 24;
let bundle: Bundle;
beforeAll(async () => {
  bundle = await readBundleFolder(join(import.meta.dir, "../default"), featureNames);
});
afterAll(() => bundle?.close());

function recordOf({ values }: Row, id: string): DecisionRecord {
  const row = bundle.allocate(1);
  const names = bundle.manifest.input.features;
  row.set(names.map((name) => values[featureNames.indexOf(name)]!));
  const probability = bundle.predict(row, 1)[0]!;
  const riskScore = riskScoreOf(probability);
  return {
    ...({ projectId: "p", id, featureSet: featureSetId, probability, riskScore } as DecisionRecord),
    ...{ modelProbability: null, projectBaseRate: null, modelBaseRate: null },
    suggestedAction: suggestedActionOf(riskScore, "balanced"),
    features: vectorToJson(values),
  };
}

/** Half of them fraud, of which there are few. */
function attempts(): Row[] {
  const fraud: Row[] = [];
  const others: Row[] = [];
  for (const row of rowsOf({ ...defaultOptions, seed: "reasons-test", attempts: 1500 })) {
    (row.attempt.fraud ? fraud : others).push(row);
  }
  return [fraud, others].flatMap((rows) =>
    Array.from(
      { length: Math.min(decisions / 2, rows.length) },
      (_, i) => rows[Math.floor((i * rows.length * 2) / decisions)]!,
    ),
  );
}

test("no text contradicts its direction, and everything adds up", async () => {
  const found: string[] = [];
  for (const [i, row] of attempts().entries()) {
    found.push(
      ...contradictionsOf(await reasonsOf(recordOf(row, `dec_${i}`), featureNames, bundle)),
    );
  }
  expect(found).toEqual([]);
}, 120_000);
