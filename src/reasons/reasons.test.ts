import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { catalogue, featureNames, featureSetId } from "../features/index.ts";
import { riskScoreOf } from "../risk/score.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { ReasonsRecord } from "../storage/reasons.ts";
import { backgroundOf, typicalValue } from "./background.ts";
import { BatchedModel } from "./batched-model.ts";
import { coalitionWorths } from "./coalitions.ts";
import { type ExplainedModel, ReasonsUnavailable, type Row } from "./explained-model.ts";
import { strengths } from "./feature-strengths.ts";
import { pointsOf, remainderOf } from "./points.ts";
import { reasonsOf } from "./reasons.ts";
import { storedReasons } from "./stored-reasons.ts";

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
      ...{ name: "m", version: "1", sha256: "ab", golden: [], input: { features: names } },
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
    probability,
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
          expect(reasons.groups).toHaveLength(12);
        },
      ),
      { numRuns: 8 },
    );
  }, 60_000);

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
      "Raises the score by 21 points: lead time: 5 days (typical 10 days); 4 nights (typical 1).",
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
  test("are worth the mean over the background, asked for where it differs only", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.array(row, { minLength: 1, maxLength: 3 }), async (x, others) => {
        const answer = tangled(2);
        const numbers = (of: Row) => Float64Array.from(of, (one) => one ?? Number.NaN);
        const four = [0, 1, 2, 3].map((i) => [i, i + 4, ...(i === 3 ? [20] : [])]);
        const { model, asked } = modelOf(answer);
        const worths = await coalitionWorths(
          new BatchedModel(model),
          numbers(x),
          others.map(numbers),
          four,
        );
        let needed = 0;
        for (const other of others) {
          needed += 2 ** four.filter((places) => places.some((i) => x[i] !== other[i])).length;
        }
        expect(asked.rows).toBe(needed);
        for (let one = 0; one < 16; one++) {
          const taken = new Set(four.filter((_, i) => one & (1 << i)).flat());
          const mixed = others.map((other) => other.map((v, i) => (taken.has(i) ? x[i]! : v)));
          const points = mixed.map((each) => pointsOf(answer([...numbers(each)])));
          expect(worths[one]).toBeCloseTo(sum(points) / others.length, 9);
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
    await coalitionWorths(new BatchedModel(slow), attempt, numbers, places);
    clearInterval(timer);
    expect(performance.now() - started).toBeGreaterThan(80);
    expect(longest).toBeLessThan(60);
  });
});

test("a feature's strength is the mean of coming first and coming last in its group", async () => {
  const answer = tangled(3);
  const { model } = modelOf(answer);
  const f = (of: Float64Array) => pointsOf(answer([...of]));
  const [x, b, c] = [2, 0, 1].map((v) => Float64Array.from(names, (_, i) => (v * i) % 3));
  const places = [4, 5, 6];
  const found = await strengths(new BatchedModel(model), x!, [b!, c!], [places, [9, 10]]);
  const mixed = (of: Float64Array, from: readonly number[]) =>
    x!.map((own, i) => (from.includes(i) ? of[i]! : own));
  for (const j of places) {
    const others = places.filter((one) => one !== j);
    const each = [b!, c!].map(
      (of) => (f(mixed(of, others)) - f(mixed(of, places)) + f(x!) - f(mixed(of, [j]))) / 2,
    );
    expect(found[j]).toBeCloseTo(sum(each) / 2, 9);
  }
  expect(found[0]).toBe(0);
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

describe("kept reasons", () => {
  function storeOf() {
    const kept = new Map<string, ReasonsRecord>();
    return {
      kept,
      store: {
        decisions: {
          findFeatureSet: async (id: string) => ({ id, names: JSON.stringify(featureNames) }),
        },
        reasons: {
          find: async (projectId: string, id: string) => kept.get(`${projectId} ${id}`) ?? null,
          put: async (of: ReasonsRecord) => void kept.set(`${of.projectId} ${of.decisionId}`, of),
        },
      },
    };
  }

  test("are computed once, and are the same when asked for again", async () => {
    const { store, kept } = storeOf();
    const { model } = modelOf(tangled(1));
    const record = recordOf(
      names.map((_, i) => i % 3),
      model,
    );
    let asked = 0;
    const parts = {
      store: store as never,
      now: () => 7,
      modelOf: async () => {
        asked += 1;
        return model;
      },
    };
    const first = await storedReasons(record, parts);
    expect(await storedReasons(record, parts)).toEqual(first);
    expect(asked).toBe(1);
    expect(kept.get("p d")?.computedAt).toBe(7);
    kept.set("p d", { ...kept.get("p d")!, json: JSON.stringify({ ...first, schema: 0 }) });
    expect(await storedReasons(record, parts)).toEqual(first);
    expect(asked).toBe(2);
  });
});
