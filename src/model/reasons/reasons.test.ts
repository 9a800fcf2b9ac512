import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { atBaseRate, shiftPoints } from "../../risk/base-rate.ts";
import { featureGroups } from "../../risk/features/feature.ts";
import { catalogue, featureNames, featureSetId } from "../../risk/features/index.ts";
import { riskScoreOf } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { ReasonsRecord } from "../../storage/port/reasons.ts";
import { backgroundOf, typicalValue } from "./background.ts";
import { BatchedModel } from "./batched-model.ts";
import { gamesOf } from "./coalitions.ts";
import { type ExplainedModel, ReasonsUnavailable, type Row } from "./explained-model.ts";
import { owenValues } from "./owen.ts";
import { pointsOf, remainderOf } from "./points.ts";
import { reasonsOf } from "./reasons.ts";
import { type ComputeReasons, storedReasons } from "./stored-reasons.ts";

/** One feature of each group, and a second one of each. */
const groups = [...new Set(catalogue.map(({ group }) => group))];
const features = groups.flatMap((group) =>
  catalogue.filter((one) => one.group === group).slice(0, 2),
);
const names = features.map(({ name }) => name);

type Answer = (row: readonly number[]) => number;

function modelOf(answer: Answer, of: Partial<ExplainedModel["manifest"]> = {}) {
  const asked = { rows: 0 };
  const model: ExplainedModel = {
    manifest: {
      name: "m",
      version: "1",
      sha256: "ab",
      golden: [],
      input: { features: names },
      ...of,
    },
    allocate: (rows) => new Float64Array(rows * (of.input?.features ?? names).length),
    predict(values, rows) {
      asked.rows += rows;
      const width = (of.input?.features ?? names).length;
      return Float64Array.from({ length: rows }, (_, row) =>
        answer([...values.subarray(row * width, (row + 1) * width)]),
      );
    },
  };
  return { model, asked };
}

function recordOf(row: Row, model: ExplainedModel): DecisionRecord {
  const served = new Map(model.manifest.input.features.map((name, i) => [name, row[i]]));
  const values = model.allocate(1);
  values.set(row.map((value) => value ?? Number.NaN));
  const probability = model.predict(values, 1)[0]!;
  return {
    ...({ projectId: "p", id: "d", featureSet: featureSetId } as DecisionRecord),
    suggestedAction: "deny",
    probability,
    modelProbability: null,
    projectBaseRate: null,
    modelBaseRate: null,
    listMatches: null,
    controlGroup: null,
    challenge: null,
    riskScore: Number.isNaN(probability) ? 0 : riskScoreOf(probability),
    features: JSON.stringify(featureNames.map((name) => served.get(name) ?? null)),
  };
}

/** Neither a sum nor a product: every group matters to every other. NaN counts as -1. */
const tangled =
  (seed: number): Answer =>
  (row) => {
    const known = row.map((value) => (Number.isNaN(value) ? -1 : value));
    const sum = known.reduce((all, value, i) => all + value * Math.sin(seed + i), 0);
    const product = known.reduce((all, value, i) => all * Math.cos(seed * i + value), 1);
    return 1 / (1 + Math.exp(-0.2 * sum - 3 * product));
  };

const value = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 3 }));
const row = fc.array(value, { minLength: names.length, maxLength: names.length });
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

describe("reasons", () => {
  test("add up to the score, for any model, attempt and background", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -9, max: 9, noNaN: true }),
        row,
        fc.array(row, { minLength: 1, maxLength: 3 }),
        async (seed, attempt, background) => {
          const { model } = modelOf(tangled(seed), { background });
          const record = recordOf(attempt, model);
          const reasons = await reasonsOf(record, featureNames, model);
          const points = reasons.base + sum(reasons.groups.map((one) => one.points));
          expect(Math.abs(points - reasons.points)).toBeLessThan(1e-9);
          expect(Math.abs(points - pointsOf(record.probability))).toBeLessThan(1e-9);
          expect(reasons.points + reasons.remainder.points).toBeCloseTo(record.riskScore, 9);
          expect(reasons.groups).toHaveLength(featureGroups.length);
          for (const { points: own, features, others } of reasons.groups) {
            const parts = sum(features.map((one) => one.points)) + (others?.points ?? 0);
            expect(Math.abs(parts - own)).toBeLessThan(1e-9);
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test("have the project's fraud rate as a step of its own, and still add up", async () => {
    const { model } = modelOf(tangled(2), { background: [names.map(() => 0)] });
    const own = recordOf(
      names.map((_, i) => i % 3),
      model,
    );
    const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
    const probability = atBaseRate(own.probability, rates);
    const modelProbability = own.probability;
    const riskScore = riskScoreOf(probability);
    const shifted = { ...own, ...rates, probability, modelProbability, riskScore };
    const [before, after] = [
      await reasonsOf(own, featureNames, model),
      await reasonsOf(shifted, featureNames, model),
    ];
    expect(before.steps).toEqual([]);
    expect(after.groups).toEqual(before.groups);
    const title = "Your fraud rate, 0.4 % instead of 2.2 %";
    expect(after.steps).toEqual([{ kind: "base_rate", title, points: shiftPoints(rates) }]);
    const points = after.base + sum(after.groups.map((one) => one.points)) + shiftPoints(rates);
    expect(points).toBeCloseTo(after.points, 9);
    expect(points).toBeCloseTo(pointsOf(probability), 6);
    expect(after.points + after.remainder.points).toBeCloseTo(riskScore, 9);
  });

  test("of a model that adds up by itself are what it adds", async () => {
    // 10 points a doubling of the odds: each night adds 3 points, each day ahead takes 1.
    const own = ["nights", "lead_time_days", "pages_viewed"];
    const input = { features: own };
    const answer: Answer = ([nights, days]) => {
      const odds = 0.2 * 2 ** ((3 * nights! - days!) / 10);
      return odds / (1 + odds);
    };
    const background = [
      [1, 30, null],
      [3, 10, 2],
    ];
    const { model } = modelOf(answer, { input, background });
    const reasons = await reasonsOf(recordOf([4, 5, 2], model), featureNames, model);
    const [first, second] = reasons.groups;
    expect(reasons.base).toBeCloseTo(75 + 3 * 2 - 20, 9);
    expect(first).toMatchObject({ group: "stay" });
    expect(first!.points).toBeCloseTo(6 + 15, 9);
    expect(first!.features.map(({ name }) => name)).toEqual(["lead_time_days", "nights"]);
    expect(first!.features[0]!.points).toBeCloseTo(15, 9);
    expect(first!.features[1]!.points).toBeCloseTo(6, 9);
    expect(first!.sentence).toBe(
      "Raises the score by 21 points: time until check-in: 5 days (typical 10 days); 4 nights (typical 1).",
    );
    expect(second).toMatchObject({ group: "journey", features: [] });
    expect(second!.points).toBeCloseTo(0, 9);
    expect(second!.sentence).toBe("Leaves the score unchanged.");
  });

  test("tell the rest: rounding, or the end of the scale", async () => {
    expect(remainderOf(74.6, 75)).toEqual({ kind: "rounding", points: expect.closeTo(0.4, 9) });
    expect(remainderOf(-20, 0)).toEqual({ kind: "limit", points: 20 });
    expect(remainderOf(140, 99)).toEqual({ kind: "limit", points: -41 });
    for (const probability of [0, 1]) {
      const { model } = modelOf(([first]) => (first === 1 ? probability : 0.2));
      const attempt = names.map(() => 1);
      const reasons = await reasonsOf(recordOf(attempt, model), featureNames, model);
      expect(reasons.remainder.kind).toBe("limit");
      const all = reasons.base + sum(reasons.groups.map((one) => one.points));
      expect(all + reasons.remainder.points).toBeCloseTo(probability === 0 ? 0 : 99, 6);
    }
  });

  test("are not made up where the model is silent, or knows what this version does not", async () => {
    const silent = modelOf(([first]) => (Number.isNaN(first) ? Number.NaN : 0.2)).model;
    const attempt = names.map(() => 1);
    expect(reasonsOf(recordOf(attempt, silent), featureNames, silent)).rejects.toThrow(
      ReasonsUnavailable,
    );
    const input = { features: ["nights", "moon_phase"] };
    const older = modelOf(() => 0.2, { input }).model;
    expect(reasonsOf(recordOf([1, 1], older), featureNames, older)).rejects.toThrow(
      "the model reads moon_phase, which this version no longer knows",
    );
    const one = modelOf(() => 0.2).model;
    expect(reasonsOf(recordOf(attempt, one), ["nights"], one)).rejects.toThrow(ReasonsUnavailable);
  });
});

describe("the coalitions", () => {
  test("have the points of each mixture, asked for where it differs only", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.array(row, { minLength: 1, maxLength: 3 }), async (x, others) => {
        const answer = tangled(2);
        const numbers = (of: Row) => Float64Array.from(of, (one) => one ?? Number.NaN);
        const four = [0, 1, 2, 3].map((i) => [i, i + 4, ...(i === 3 ? [20] : [])]);
        const { model, asked } = modelOf(answer);
        const games = await gamesOf(new BatchedModel(model), numbers(x), others.map(numbers), four);
        let needed = 0;
        for (const other of others) {
          needed += 2 ** four.filter((places) => places.some((i) => x[i] !== other[i])).length;
        }
        expect(asked.rows).toBe(needed);
        for (const [i, { players, points }] of games.entries()) {
          expect(points).toHaveLength(2 ** players.length);
          for (const [coalition, one] of points.entries()) {
            const taken = new Set(
              players.filter((_, bit) => coalition & (1 << bit)).flatMap((player) => four[player]!),
            );
            const mixed = others[i]!.map((v, place) => (taken.has(place) ? x[place]! : v));
            expect(one).toBeCloseTo(pointsOf(answer([...numbers(mixed)])), 9);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test("give way to others while they are asked for", async () => {
    const slow = modelOf((all) => {
      const until = performance.now() + 0.01;
      while (performance.now() < until);
      return tangled(1)(all);
    }).model;
    // Processor time: how long this process waits for a processor is not the code's doing.
    const busyMs = () => process.cpuUsage().user / 1000;
    let longest = 0;
    let last = busyMs();
    const timer = setInterval(() => {
      longest = Math.max(longest, busyMs() - last);
      last = busyMs();
    }, 1);
    const background = [names.map(() => 0), names.map(() => null)];
    const numbers = background.map((of) => Float64Array.from(of, (one) => one ?? Number.NaN));
    const places = groups.map((_, i) => [2 * i, 2 * i + 1]);
    const attempt = Float64Array.from(names, () => 2);
    const started = performance.now();
    await gamesOf(new BatchedModel(slow), attempt, numbers, places);
    clearInterval(timer);
    expect(performance.now() - started).toBeGreaterThan(80);
    expect(longest).toBeLessThan(60);
  });
});

describe("the features' values", () => {
  const numbers = (of: Row) => Float64Array.from(of, (one) => one ?? Number.NaN);

  /** By the definition: every coalition of the other groups, every one of the group's features. */
  function byDefinition(
    points: (taken: ReadonlySet<number>) => number,
    groups: readonly (readonly number[])[],
  ): number[] {
    const values: number[] = [];
    const subsets = (of: readonly number[]) =>
      Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_, i) => bits & (1 << i)));
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
    const weight = (size: number, all: number) =>
      (factorial(size) * factorial(all - size - 1)) / factorial(all);
    for (const [index, own] of groups.entries()) {
      const others = [...groups.keys()].filter((one) => one !== index);
      for (const j of own) {
        values[j] = 0;
        for (const outer of subsets(others)) {
          for (const inner of subsets(own.filter((one) => one !== j))) {
            const before = [...outer.flatMap((one) => groups[one]!), ...inner];
            const gain = points(new Set([...before, j])) - points(new Set(before));
            const share = weight(outer.length, groups.length) * weight(inner.length, own.length);
            values[j] += share * gain;
          }
        }
      }
    }
    return values;
  }

  async function valuesOf(answer: Answer, groups: number[][], background: Row[], attempt: Row) {
    const { model } = modelOf(answer);
    const batched = new BatchedModel(model);
    const games = await gamesOf(batched, numbers(attempt), background.map(numbers), groups);
    const found = await owenValues(batched, numbers(attempt), games, groups, "seed");
    const mean = (taken: ReadonlySet<number>) =>
      sum(
        background.map((row) => {
          const mixed = row.map((value, i) => (taken.has(i) ? attempt[i]! : value));
          return pointsOf(answer([...numbers(mixed)]));
        }),
      ) / background.length;
    return { found, exact: byDefinition(mean, groups) };
  }

  const attempt = names.map((_, i) => (i * 7) % 4);
  const background = [names.map((_, i) => (i * 5) % 3), names.map((_, i) => (i % 2 ? null : 1))];

  test("are Owen's, by the definition, where few features differ", async () => {
    const groups = [[0, 1], [2, 3, 4], [5]];
    const { found, exact } = await valuesOf(tangled(3), groups, background, attempt);
    for (const [j, value] of exact.entries()) expect(found.features[j]).toBeCloseTo(value, 9);
  });

  test("are near them where many differ, and add up to the group's exactly", async () => {
    const groups = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11, 12], [13], [14, 15]];
    const many = [...background, ...background.map((row) => row.toReversed())];
    const { found, exact } = await valuesOf(tangled(1), groups, many, attempt);
    const reach = Math.max(...exact.map(Math.abs));
    for (const [j, value] of exact.entries()) {
      expect(Math.abs(found.features[j]! - value)).toBeLessThan(0.25 * reach);
    }
    for (const [i, own] of groups.entries()) {
      const all = sum(own.map((j) => found.features[j]!));
      expect(Math.abs(all - found.groups[i]!)).toBeLessThan(1e-9);
      expect(found.groups[i]).toBeCloseTo(sum(own.map((j) => exact[j]!)), 9);
    }
  });

  test("are the same for the same seed", async () => {
    const groups = [[0, 1, 2, 3, 4, 5, 6, 7], [8], [9, 10]];
    const [one, other] = await Promise.all(
      [1, 2].map(() => valuesOf(tangled(5), groups, background, attempt)),
    );
    expect(one!.found).toEqual(other!.found);
  });

  test("of features that differ from no background row are zero", async () => {
    const same = attempt.map((value, i) => (i < 3 ? value : (value + 1) % 4));
    const groups = [[0, 3, 4, 5, 6, 7, 8], [1], [2, 9]];
    const { found } = await valuesOf(tangled(2), groups, [same], attempt);
    expect([...found.features.slice(0, 3)]).toEqual([0, 0, 0]);
    expect(found.groups[1]).toBe(0);
  });
});

describe("the background", () => {
  const golden = [{ features: names.map(() => 1) }];

  test("is what the bundle names, else its golden rows, else nothing known", () => {
    const background = [names.map(() => 2)];
    const of = (manifest: object) => backgroundOf(modelOf(() => 0.2, manifest).model);
    expect(of({ background, golden })).toEqual({ kind: "background", rows: background });
    expect(of({ golden })).toEqual({ kind: "golden", rows: [golden[0]!.features] });
    expect(of({})).toEqual({ kind: "missing", rows: [names.map(() => null)] });
  });

  test("has at most 32 rows, at even distances", () => {
    const background = Array.from({ length: 320 }, (_, i) => [i]);
    const { rows } = backgroundOf(modelOf(() => 0.2, { background }).model);
    expect(rows.map(([first]) => first)).toEqual(Array.from({ length: 32 }, (_, i) => i * 10));
  });

  test("tells what is usual", () => {
    const of = (...values: (number | null)[]) =>
      typicalValue(
        values.map((one) => [one]),
        0,
      );
    expect(of(5, 1, 3)).toEqual({ value: 3, mean: 3, missing: 0 });
    expect(of(1, 0, 0, 1)).toEqual({ value: 0, mean: 0.5, missing: 0 });
    expect(of(4, null, 2, null)).toEqual({ value: 2, mean: 3, missing: 0.5 });
    expect(of(4, null, null)).toEqual({ value: null, mean: 4, missing: 1 - 1 / 3 });
    expect(of(null)).toEqual({ value: null, mean: null, missing: 1 });
  });
});

describe("stored reasons", () => {
  function storeOf() {
    const kept = new Map<string, ReasonsRecord>();
    return {
      kept,
      store: {
        projects: { choices: async () => null },
        decisions: {
          findFeatureSet: async (id: string) => ({ id, names: JSON.stringify(featureNames) }),
        },
        reasons: {
          list: async (projectId: string, ids: readonly string[]) =>
            ids.flatMap((id) => kept.get(`${projectId} ${id}`) ?? []),
          put: async (of: ReasonsRecord) => void kept.set(`${of.projectId} ${of.decisionId}`, of),
        },
      },
    };
  }

  test("are computed once, and again where they were stored by an earlier version", async () => {
    const { store, kept } = storeOf();
    const { model } = modelOf(tangled(1));
    const record = recordOf(
      names.map((_, i) => i % 3),
      model,
    );
    let asked = 0;
    const deps = {
      store: store as never,
      now: () => 7,
      compute: (of: DecisionRecord, own: readonly string[]) => {
        asked += 1;
        return reasonsOf(of, own, model);
      },
    };
    const first = await storedReasons(record, deps);
    expect(await storedReasons(record, deps)).toEqual(first);
    expect(asked).toBe(1);
    expect(kept.get("p d")?.computedAt).toBe(7);
    kept.set("p d", { ...kept.get("p d")!, json: JSON.stringify({ ...first, schema: 1 }) });
    expect(await storedReasons(record, deps)).toEqual(first);
    expect(asked).toBe(2);
  });

  test("are computed again once an attribute has become personal, whichever text has its value", async () => {
    const { store, kept } = storeOf();
    const { model } = modelOf(tangled(1));
    const record = recordOf(
      names.map((_, i) => i % 3),
      model,
    );
    const channel = { name: "channel", type: "category", unit: null, meaning: "Channel" } as const;
    let personal = false;
    let asked = 0;
    const declared = () => [{ ...channel, personal, archivedAt: null }];
    const deps = {
      store: { ...store, projects: { choices: async () => ({ attributes: declared() }) } } as never,
      now: () => 7,
      compute: async (...of: Parameters<ComputeReasons>) => {
        asked += 1;
        const { groups, ...rest } = await reasonsOf(of[0], of[1], model);
        const [group] = groups;
        const sentence = of[2][0]!.personal ? "Channel" : "Channel: a b";
        // Not among the features that are listed.
        return {
          ...rest,
          groups: [{ ...group!, group: "attributes" as const, features: [], sentence }],
        };
      },
    };
    const sentenceOfStored = async () => (await storedReasons(record, deps)).groups[0]!.sentence;
    expect([await sentenceOfStored(), await sentenceOfStored(), asked]).toEqual([
      "Channel: a b",
      "Channel: a b",
      1,
    ]);
    personal = true;
    expect([await sentenceOfStored(), await sentenceOfStored(), asked]).toEqual([
      "Channel",
      "Channel",
      2,
    ]);
    expect(await storedReasons(record, deps)).not.toHaveProperty("shownAttributes");
    // An earlier version did not say which attributes it could name.
    const { shownAttributes: _, ...earlier } = JSON.parse(kept.get("p d")!.json);
    kept.set("p d", { ...kept.get("p d")!, json: JSON.stringify(earlier) });
    expect([await sentenceOfStored(), asked]).toEqual(["Channel", 3]);
  });
});
