import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { encodeVector, featureNames, featureSetId } from "../../risk/features/index.ts";
import { riskScoreOf } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { type Bundle, readBundleFolder } from "../bundle.ts";
import type { TreeModel } from "../row-scorer.ts";
import type { TreeNode } from "../trees.ts";
import { BatchedModel } from "./batched-model.ts";
import { type ExplainedModel, ReasonsUnavailable } from "./explained-model.ts";
import { MixedTrees } from "./mixed-trees.ts";
import type { MixingModel } from "./mixtures.ts";
import { reasonsOf } from "./reasons.ts";

const features = 6;

const leaf = fc.record({ weight: fc.double({ min: -2, max: 2, noNaN: true }) });
/** Of few features, so that a path asks about one of them more than once. */
const { tree } = fc.letrec<{ tree: TreeNode }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    leaf,
    fc.record({
      feature: fc.integer({ min: 0, max: features - 1 }),
      threshold: fc.integer({ min: 0, max: 3 }),
      holdsIfMissing: fc.boolean(),
      holds: tie("tree"),
      fails: tie("tree"),
    }),
  ),
}));
const trees = fc.array(tree, { minLength: 1, maxLength: 8 });
const row = fc
  .array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -1, max: 4 })), {
    minLength: features,
    maxLength: features,
  })
  .map((values) => Float32Array.from(values));
const order = fc.shuffledSubarray([...Array(features).keys()]);

function leafOf(node: TreeNode, values: Float32Array): number {
  if ("weight" in node) return node.weight;
  const value = values[node.feature]!;
  const isHeld = Number.isNaN(value) ? node.holdsIfMissing : value <= node.threshold;
  return leafOf(isHeld ? node.holds : node.fails, values);
}

function modelsOf(roots: readonly TreeNode[]): { mixed: MixingModel; batched: MixingModel } {
  const scoreOfSum = (sum: number) => 1 / (1 + Math.exp(-sum));
  const score = (values: Float32Array) =>
    scoreOfSum(roots.reduce((sum, root) => sum + leafOf(root, values), 0));
  const model = {
    manifest: { input: { features: Array.from({ length: features }, (_, i) => `f${i}`) } },
    allocate: (rows: number) => new Float32Array(rows * features),
    predict: (values: Float32Array, rows: number) =>
      Float64Array.from({ length: rows }, (_, i) =>
        score(values.slice(i * features, (i + 1) * features)),
      ),
  } as unknown as ExplainedModel;
  return {
    mixed: new MixedTrees({ roots, score, scoreOfSum }),
    batched: new BatchedModel(model),
  };
}

function expectSame(one: Float64Array, other: Float64Array): void {
  expect(one).toHaveLength(other.length);
  for (const [i, points] of one.entries()) expect(points).toBeCloseTo(other[i]!, 8);
}

describe("any trees", () => {
  test("have the points of each coalition as if its row was scored", async () => {
    await fc.assert(
      fc.asyncProperty(trees, row, row, order, async (roots, attempt, background, places) => {
        const { mixed, batched } = modelsOf(roots);
        const differing = places.filter((at) => !Object.is(attempt[at], background[at]));
        const all = [...Array(features).keys()];
        const rest = all.filter(
          (at) => !differing.includes(at) && !Object.is(attempt[at], background[at]),
        );
        // One player of several features, and the others of one.
        const players = [rest, ...differing.map((at) => [at])].filter((own) => own.length > 0);
        const [one, other] = [mixed, batched].map(() => new Float64Array(2 ** players.length));
        await mixed.between(attempt, background).coalitions(players, one!);
        await batched.between(attempt, background).coalitions(players, other!);
        batched.flush();
        expectSame(one!, other!);
      }),
      { numRuns: 300 },
    );
  });

  test("have the points of each step of a walk as if its row was scored", async () => {
    await fc.assert(
      fc.asyncProperty(trees, row, row, order, order, async (roots, attempt, background, a, b) => {
        const { mixed, batched } = modelsOf(roots);
        const taken = a.filter((at) => !b.includes(at));
        const [one, other] = [mixed, batched].map(() => new Float64Array(b.length + 1));
        await mixed.between(attempt, background).walk(taken, b, one!);
        await batched.between(attempt, background).walk(taken, b, other!);
        batched.flush();
        expectSame(one!, other!);
      }),
      { numRuns: 300 },
    );
  });

  test("without a probability have no points", () => {
    const silent: TreeModel = {
      roots: [{ weight: 1 }],
      score: () => 0.5,
      scoreOfSum: () => Number.NaN,
    };
    const [attempt, background] = [Float32Array.of(1), Float32Array.of(2)];
    const mixtures = new MixedTrees(silent).between(attempt, background);
    expect(() => mixtures.walk([], [0], new Float64Array(2))).toThrow(ReasonsUnavailable);
  });
});

describe("the default model", () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await readBundleFolder(join(import.meta.dir, "../../../models/default"), featureNames);
  });
  afterAll(() => bundle.close());

  test("has the same reasons as one whose rows are scored", async () => {
    const { trees: _, ...scored } = bundle;
    const { golden, input } = bundle.manifest;
    for (const i of [0, Math.floor(golden.length / 2), golden.length - 1]) {
      const served = new Map(input.features.map((name, at) => [name, golden[i]!.features[at]]));
      const values = Float64Array.from(featureNames, (name) => served.get(name) ?? Number.NaN);
      const own = Float32Array.from(golden[i]!.features, (value) => value ?? Number.NaN);
      const probability = bundle.predict(own, 1)[0]!;
      const record = {
        ...({ projectId: "p", id: `d${i}`, featureSet: featureSetId } as DecisionRecord),
        suggestedAction: "deny",
        probability,
        modelProbability: null,
        projectBaseRate: null,
        modelBaseRate: null,
        listMatches: null,
        controlGroup: null,
        challenge: null,
        riskScore: riskScoreOf(probability),
        features: encodeVector(values),
      } as DecisionRecord;
      const found = await reasonsOf(record, featureNames, bundle);
      const wanted = await reasonsOf(record, featureNames, scored);
      expect(found.base).toBeCloseTo(wanted.base, 3);
      for (const { group, points } of wanted.groups) {
        expect(found.groups.find((one) => one.group === group)!.points).toBeCloseTo(points, 3);
      }
    }
  });
});
