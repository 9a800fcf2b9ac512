import { describe, expect, test } from "bun:test";
import { featureNames, featureSetId, vectorToJson } from "../features/index.ts";
import { telemetryFeatures } from "../features/telemetry-features.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { denialShift } from "./denials.ts";
import { type DriftOptions, driftOf } from "./drift.ts";
import { rowsNeeded } from "./population-stability.ts";
import { binned, type Reference } from "./reference.ts";
import { featureWeights } from "./weights.ts";

const places = Object.fromEntries(featureNames.map((name, i) => [name, i]));
const vectorOf = (more: Record<string, number>) => {
  const values = new Float64Array(featureNames.length).fill(Number.NaN);
  for (const [name, value] of Object.entries(more)) values[places[name]!] = value;
  return values;
};

const many = Array.from({ length: 100_000 }, (_, i) => i % 100);
const reference: Reference = {
  rows: many.length,
  score: binned(many.map((n) => n % 60)),
  telemetry: 1,
  features: {
    nights: binned(many),
    lead_time_days: binned(many),
    collection_is_known: binned(many.map(() => 1)),
    pointer_moves: binned(many),
  },
};

const decision = (i: number, values: Float64Array, more: Partial<DecisionRecord>) =>
  ({
    ...{ id: `dec_${i}`, decidedAt: i, source: "api", riskScore: i % 60, probability: 0.01 },
    ...{ modelProbability: null, projectBaseRate: null, modelBaseRate: null, listMatches: null },
    ...{ featureSet: featureSetId, features: vectorToJson(values) },
    ...more,
  }) as DecisionRecord;

const decisions = (
  count: number,
  value: (i: number) => Record<string, number>,
  more: (i: number) => Partial<DecisionRecord> = () => ({}),
) => Array.from({ length: count }, (_, i) => decision(i, vectorOf(value(i)), more(i)));

async function* pagesOf(records: DecisionRecord[]) {
  if (records.length > 0) yield records;
}

const store = {
  outcomes: { between: async () => [] },
  decisions: {
    findFeatureSet: async () => ({ id: featureSetId, names: JSON.stringify(featureNames) }),
  },
} as unknown as Store;

const drift = (records: DecisionRecord[], more: Partial<DriftOptions> = {}) =>
  driftOf(
    {
      ...{ projectId: "prj", reference, riskSetting: "balanced", weigh: null },
      ...{ pages: pagesOf(records), earlier: pagesOf([]) },
      ...more,
    },
    store,
  );

const usual = (i: number) => ({
  ...{ nights: (i * 7) % 100, lead_time_days: (i * 13) % 100 },
  ...{ collection_is_known: 1, pointer_moves: (i * 3) % 100 },
});
const asImport = () => ({ source: "import" as const });

describe("drift", () => {
  test("is silent below the number of decisions that its reason states", async () => {
    expect(rowsNeeded(1e9)).toBe(298);
    expect(rowsNeeded(100_000)).toBe(299);
    expect(rowsNeeded(200)).toBeNull();
    const few = await drift(decisions(7, () => ({ nights: 99, lead_time_days: 99 })));
    expect(few).toMatchObject({ decisions: 7, basis: null, needed: 299, features: [] });
    expect(few.score.level).toBe("stable");
    expect((await drift(decisions(400, usual))).basis).toBe("live");
  });

  test("without any shift, hardly a sample of the fewest decisions looks shifted", async () => {
    let notices = 0;
    for (let sample = 0; sample < 100; sample++) {
      const records = decisions(299, () => ({ nights: Math.floor(random() * 100) }));
      const { features } = await drift(records);
      if (features.find(({ name }) => name === "nights")!.level !== "stable") notices += 1;
    }
    expect(notices).toBeLessThanOrEqual(2);
  });

  test("compares imports with what imports can have, and not their scores", async () => {
    const imports = decisions(
      1000,
      (i) => ({ nights: (i * 7) % 100, lead_time_days: (i * 13) % 100, collection_is_known: 0 }),
      () => ({ ...asImport(), riskScore: 70 }),
    );
    const found = await drift(imports);
    expect(found).toMatchObject({ basis: "imports", live: 0, leftOut: 2 });
    expect(found.features.map(({ name }) => name).toSorted()).toEqual(["lead_time_days", "nights"]);
    expect(found.features.every(({ level }) => level === "stable")).toBeTrue();
    expect(found.score).toMatchObject({ stability: null, level: "stable" });
    expect(found.days[0]).toMatchObject({ stability: null, level: "stable" });
    expect(found.denials).toEqual({ now: null, before: null, alert: false });
  });

  test("imports do not hide what happens live", async () => {
    const live = decisions(400, (i) => ({ ...usual(i), pointer_moves: Number.NaN }));
    const imports = decisions(2000, usual, asImport);
    const found = await drift([...imports, ...live]);
    expect(found.basis).toBe("live");
    const seen = found.features.find(({ name }) => name === "pointer_moves")!;
    expect(seen.level).toBe("warning");
  });

  test("is sorted by the effect on scores, not by how far a feature has moved", async () => {
    const records = decisions(400, (i) => ({
      ...usual(i),
      nights: 99,
      lead_time_days: 40 + ((i * 13) % 60),
    }));
    const weigh = async () =>
      new Map([
        ["lead_time_days", 12],
        ["nights", 0.1],
      ]);
    const { features } = await drift(records, { weigh });
    expect(features[0]).toMatchObject({ name: "lead_time_days", weight: 12 });
    const nights = features.find(({ name }) => name === "nights")!;
    expect(nights.stability!).toBeGreaterThan(features[0]!.stability!);
    expect(features[0]!.effect).toBeCloseTo(12 * features[0]!.moved!, 9);
  });
});

describe("an alert", () => {
  const of = (decisions: number, denied: number) => ({ decisions, denied });
  test("needs a large change of what is denied, beyond chance", () => {
    expect(denialShift(of(1000, 60), of(1000, 20), 299).alert).toBeTrue();
    expect(denialShift(of(1000, 5), of(1000, 40), 299).alert).toBeTrue();
    expect(denialShift(of(1000, 28), of(1000, 20), 299).alert).toBeFalse();
    expect(denialShift(of(100_000, 2500), of(100_000, 2000), 299).alert).toBeFalse();
    expect(denialShift(of(300, 12), of(300, 5), 299).alert).toBeFalse();
    expect(denialShift(of(296, 200), of(1000, 20), 299).alert).toBeFalse();
  });
});

test("a feature's weight is how far scores move where it has another booking's value", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => vectorOf({ nights: i % 2, lead_time_days: i }));
  const nights = places.nights!;
  const model = { score: async (row: Float64Array) => (row[nights] === 1 ? 0.2 : 0.1) };
  const weights = await featureWeights(model, rows, ["nights", "lead_time_days"]);
  expect(weights.get("lead_time_days")).toBe(0);
  // odds(0.2) / odds(0.1) is 2.25, or 11.7 points; half of the rows are paired with an equal one.
  expect(weights.get("nights")).toBeWithin(0, 11.8);
  const odd = rows.slice(0, 59);
  const some = await featureWeights(model, odd, ["nights"]);
  expect(some.get("nights")!).toBeGreaterThan(5);
});

test("the features of telemetry are in the catalogue", () => {
  expect(telemetryFeatures.has("pointer_moves")).toBeTrue();
  expect(telemetryFeatures.has("hotel_tabs_seen_share_30d")).toBeTrue();
  expect(telemetryFeatures.has("nights")).toBeFalse();
});

let state = 7;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
