import { describe, expect, test } from "bun:test";
import { encodeVector, featureNames, featureSetId } from "../../risk/features/index.ts";
import { telemetryFeatures } from "../../risk/features/telemetry-features.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { blankedRequest } from "../../storage/port/guests.ts";
import type { Store } from "../../storage/port/store.ts";
import { type DriftFigures, type DriftOptions, driftOf } from "./drift.ts";
import { rowsNeeded } from "./population-stability.ts";
import { featureWeights, type WeighedRow } from "./weights.ts";

const places = Object.fromEntries(featureNames.map((name, i) => [name, i]));
const vectorOf = (more: Record<string, number>) => {
  const values = new Float64Array(featureNames.length).fill(Number.NaN);
  for (const [name, value] of Object.entries(more)) values[places[name]!] = value;
  return values;
};

const decision = (i: number, values: Float64Array, more: Partial<DecisionRecord>) =>
  ({
    id: `dec_${i}`,
    decidedAt: i,
    source: "api",
    riskScore: i % 60,
    probability: 0.01,
    modelProbability: null,
    projectBaseRate: null,
    modelBaseRate: null,
    listMatches: null,
    controlGroup: null,
    challenge: null,
    featureSet: featureSetId,
    features: encodeVector(values),
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

/** Compared with three earlier periods of usual decisions, if not with others. */
const drift = (
  records: DecisionRecord[],
  more: Partial<DriftOptions> = {},
  attributes: Partial<ProjectAttribute>[] = [],
) =>
  driftOf(
    {
      projectId: "prj",
      to: records.length,
      riskSetting: "balanced",
      weigh: null,
      pages: pagesOf(records),
      past: [1, 2, 3].map((period) => pagesOf(decisions(400, (i) => usual(i * 7 + period)))),
      ...more,
    },
    { ...store, projects: { choices: async () => ({ attributes }) } } as unknown as Store,
  );
const importedPast = () => ({
  past: [1, 2, 3].map(() => pagesOf(decisions(1000, usual, asImport))),
});

const usual = (i: number) => ({
  nights: (i * 7) % 100,
  lead_time_days: (i * 13) % 100,
  collection_is_known: 1,
  pointer_moves: (i * 3) % 100,
});
const asImport = () => ({ source: "import" as const });

const features = (found: DriftFigures) => new Map(found.features.map((one) => [one.name, one]));

describe("drift", () => {
  test("is silent below the number of decisions that it states, in the period and before it", async () => {
    const few = await drift(decisions(7, () => ({ nights: 99, lead_time_days: 99 })));
    expect(few).toMatchObject({ decisions: 7, basis: null, needed: rowsNeeded, features: [] });
    expect(few.score.level).toBe("stable");
    expect((await drift(decisions(400, usual))).basis).toBe("live");
    const [one, short] = [pagesOf(decisions(1000, usual)), pagesOf(decisions(200, usual))];
    const young = await drift(decisions(400, usual), { past: [one, short] });
    expect(young).toMatchObject({ basis: null, past: { periods: 1, decisions: 1000 } });
  });

  test("without any shift, hardly a sample of the fewest decisions looks shifted", async () => {
    let notices = 0;
    for (let sample = 0; sample < 20; sample++) {
      const records = decisions(rowsNeeded, () => ({ nights: Math.floor(random() * 100) }));
      const found = features(await drift(records));
      if (found.get("nights")!.level !== "stable") notices += 1;
    }
    expect(notices).toBeLessThanOrEqual(1);
  });

  test("compares imports with imports, and not their scores", async () => {
    const imports = decisions(1000, usual, () => ({ ...asImport(), riskScore: 70 }));
    const found = await drift(imports, importedPast());
    expect(found).toMatchObject({ basis: "imports", live: 0 });
    expect(found.leftOut).toBe(telemetryFeatures.size);
    expect(features(found).has("pointer_moves")).toBeFalse();
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
    expect(features(found).get("pointer_moves")).toMatchObject({ level: "warning", missing: 1 });
  });

  test("scores are not compared with those of another model", async () => {
    const records = decisions(400, usual, () => ({ riskScore: 60 }));
    expect((await drift(records)).score.level).toBe("warning");
    const other = decisions(400, usual, () => ({ riskScore: 60, modelSha256: "other" }));
    expect((await drift(other)).score).toMatchObject({ stability: null, level: "stable" });
  });

  test("what a challenger decides is neither compared with the scores nor with the denials of before", async () => {
    const byChallenger = {
      riskScore: 90,
      modelSha256: "other",
      challenge: JSON.stringify({ id: "chl_1", share: 0.5, draw: 0.1, decidedBy: "challenger" }),
    };
    const more = (i: number) => (i % 2 === 0 ? byChallenger : {});
    const found = await drift(decisions(800, usual, more));
    expect(found.score).toMatchObject({ level: "stable" });
    expect(found.score.stability).not.toBeNull();
    expect(found.denials).toMatchObject({ now: 0, alert: false });
    const counted = await drift(decisions(800, usual, (i) => ({ ...more(i), challenge: null })));
    expect(counted.score.stability).toBeNull(); // Of two models.
    expect(counted.denials.now).toBe(0.5);
  });

  test("a field that is lost wholly is first, whatever else has moved; one that most never sent is not", async () => {
    const records = decisions(400, (i) => ({
      nights: Number.NaN,
      lead_time_days: 40 + ((i * 13) % 60),
      collection_is_known: 1,
      pointer_moves: (i * 3) % 100,
    }));
    const weigh = async () =>
      new Map([
        ["lead_time_days", 12],
        ["nights", 0.1],
      ]);
    const [first, second] = (await drift(records, { weigh })).features;
    expect(first).toMatchObject({ name: "nights", missing: 1, alert: false });
    expect(second).toMatchObject({ name: "lead_time_days", alert: true });
    const seldom = (i: number) => ({ ...usual(i), nights: i % 10 === 0 ? 1 : Number.NaN });
    const past = [1, 2, 3].map(() => pagesOf(decisions(400, seldom)));
    const found = await drift(records, { weigh, past });
    expect(found.features[0]!.name).not.toBe("nights");
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
    const found = await drift(records, { weigh });
    expect(found.features[0]).toMatchObject({ name: "lead_time_days", weight: 12, alert: true });
    const nights = features(found).get("nights")!;
    expect(nights).toMatchObject({ level: "warning", alert: false }); // It moves no score.
    expect(nights.stability!).toBeGreaterThan(found.features[0]!.stability!);
    expect(found.features[0]!.effect).toBeCloseTo(12 * found.features[0]!.moved!, 9);
  });

  test("counts of earlier attempts move with every attack, and are no alert", async () => {
    const weigh = async () => new Map([["hotel_attempts_1h", 12]]);
    const records = decisions(400, (i) => ({ ...usual(i), hotel_attempts_1h: 50 + (i % 50) }));
    const found = await drift(records, { weigh });
    expect(features(found).get("hotel_attempts_1h")).toMatchObject({
      level: "warning",
      alert: false,
    });
  });

  test("a field that is no longer sent is weighed with the values that it had", async () => {
    const rowsSeen: (readonly WeighedRow[])[] = [];
    const weigh = async (rows: readonly WeighedRow[]) => {
      rowsSeen.push(rows);
      const score = async (row: Float64Array) => (Number.isNaN(row[places.nights!]!) ? 0.2 : 0.1);
      return featureWeights({ score }, rows, ["nights", "lead_time_days"]);
    };
    const records = decisions(400, (i) => ({ ...usual(i), nights: Number.NaN }));
    const found = await drift(records, { weigh });
    expect(rowsSeen[0]).toHaveLength(100);
    // odds(0.2) / odds(0.1) is 2.25, or 11.7 points, and all bookings have moved.
    expect(found.features[0]).toMatchObject({ name: "nights", alert: true, moved: 1 });
    expect(found.features[0]!.effect!).toBeWithin(11.6, 11.8);
  });
});

describe("attributes of the project", () => {
  const declared: Partial<ProjectAttribute>[] = [
    { name: "points", type: "number", archivedAt: null },
    { name: "channel", type: "category", archivedAt: null },
  ];
  const usualChannel = (i: number) => ["web", "app", "agency", "fair"][i % 4]!;
  const withAttributes = (of: (i: number) => object) => (i: number) => ({
    request: JSON.stringify({ attributes: of(i) }),
  });
  const before = withAttributes((i) => ({ points: (i * 11) % 100, channel: usualChannel(i) }));
  const past = (of: (i: number) => Partial<DecisionRecord> = before) =>
    [1, 2, 3].map(() => pagesOf(decisions(400, usual, of)));
  const found = async (of: (i: number) => Partial<DecisionRecord>, options = {}) => {
    const records = decisions(400, usual, of);
    return drift(records, { past: past(), ...options }, declared);
  };

  test("that are sent as before have not moved, and are no feature of the catalogue", async () => {
    const figures = await found(before);
    const names = features(figures);
    for (const name of ["attribute.points", "attribute.channel"]) {
      expect(names.get(name)).toMatchObject({ level: "stable", missing: 0, missingExpected: 0 });
    }
    expect(figures.leftOut).toBe(0);
    expect((await drift(decisions(400, usual))).features.length).toBe(figures.features.length - 2);
  });

  test("one that is no longer sent is first, however much another moves scores", async () => {
    const lost = withAttributes((i) => ({ channel: usualChannel(i) }));
    const weigh = async () => new Map([["nights", 50]]);
    const records = decisions(400, (i) => ({ ...usual(i), nights: 99 }), lost);
    const { features: list } = await drift(records, { past: past(), weigh }, declared);
    expect(list[0]).toMatchObject({ name: "attribute.points", missing: 1, level: "warning" });
    expect(list[1]).toMatchObject({ name: "nights", alert: true });
  });

  test("a category whose values change has moved, also to values that the past had not", async () => {
    const names = (value: string) =>
      withAttributes((i) => ({ points: (i * 11) % 100, channel: value }));
    for (const value of ["fair", "new"]) {
      const channel = features(await found(names(value))).get("attribute.channel")!;
      expect(channel).toMatchObject({ level: "warning", missing: 0 });
    }
  });

  test("of bookings whose retention has ended, nothing is compared", async () => {
    const figures = await found(before, { past: past(() => ({ request: blankedRequest })) });
    expect(features(figures).has("attribute.points")).toBeFalse();
    expect(figures.basis).toBe("live");
  });

  test("weigh as far as the model reads them", async () => {
    const score = async (_: Float64Array, of: Readonly<Record<string, unknown>> = {}) =>
      of.points === undefined ? 0.2 : 0.1;
    const weigh = (rows: readonly WeighedRow[], names: readonly string[]) =>
      featureWeights({ score }, rows, names);
    const lost = withAttributes((i) => ({ channel: usualChannel(i) }));
    const [first] = (await found(lost, { weigh })).features;
    // odds(0.2) / odds(0.1) is 2.25, or 11.7 points, and all bookings have moved.
    expect(first).toMatchObject({ name: "attribute.points", alert: true, moved: 1 });
    expect(first!.effect!).toBeWithin(11.6, 11.8);
    const channel = features(await found(lost, { weigh })).get("attribute.channel");
    expect(channel).toMatchObject({ weight: 0 });
  });
});

describe("telemetry", () => {
  const lost = (count: number) => (i: number) => ({
    ...usual(i),
    collection_is_known: i < count ? 1 : 0,
  });
  test("that is lost for a day is an alert", async () => {
    const day = 86_400_000;
    const hours = (i: number) => ({ decidedAt: (i * 7 * day) / 2100 });
    const to = 7 * day;
    const week = (seen: number) => drift(decisions(2100, lost(seen), hours), { to });
    expect((await week(2100)).telemetry).toEqual({ now: 1, before: 1, alert: false });
    const found = await week(1800);
    expect(found.telemetry).toMatchObject({ before: 1, alert: true });
    expect(found.telemetry.now).toBeCloseTo(6 / 7, 6);
    expect((await week(2050)).telemetry.alert).toBeFalse(); // A few hours of it.
  });
});

test("a feature's weight is how far scores move where it has another booking's value", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    values: vectorOf({ nights: i % 2, lead_time_days: i }),
    attributes: {},
  }));
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
