import { expect, test } from "bun:test";
import { encodeVector, featureNames, featureSetId } from "../../risk/features/index.ts";
import { idAt } from "../../risk/period.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { type ScoreRow, scoreMonitor, scoresOfPast } from "./score-monitor.ts";

const usual = Array.from({ length: 1000 }, (_, i) => i % 50);
const rows = (scores: readonly number[]): ScoreRow[] =>
  scores.map((score) => ({ score, weight: 1 }));

function monitored() {
  const measured: [string, number][] = [];
  const warned: [string, string][] = [];
  const monitor = scoreMonitor({
    pastOf: async (projectId, model) =>
      projectId === "new" || model !== "one" ? null : [rows(usual), rows(usual)],
    measured: (projectId, stability) => measured.push([projectId, stability]),
    warn: (projectId, _, level) => warned.push([projectId, level]),
  });
  const decide = (projectId: string, scores: readonly number[], model = "one") => {
    for (const row of rows(scores)) monitor.decided(projectId, row, model);
  };
  return { monitor, decide, measured, warned };
}

test("scores as usual are measured, and nothing is warned of", async () => {
  const { monitor, decide, measured, warned } = monitored();
  decide("a", usual);
  await monitor.check();
  expect(measured).toHaveLength(1);
  expect(measured[0]![1]).toBeCloseTo(0, 6);
  expect(warned).toEqual([]);
});

test("a shift is warned of once, and again when it comes back", async () => {
  const { monitor, decide, warned } = monitored();
  const unusual = usual.map((score) => score + 45);
  decide("a", unusual);
  await monitor.check();
  await monitor.check();
  expect(warned).toEqual([["a", "warning"]]);
  for (let i = 0; i < 5; i++) decide("a", usual); // The older ones are forgotten.
  await monitor.check();
  for (let i = 0; i < 5; i++) decide("a", unusual);
  await monitor.check();
  expect(warned).toHaveLength(2);
});

test("another model starts anew, and is compared with its own past", async () => {
  const { monitor, decide, measured } = monitored();
  decide("a", usual);
  decide("a", usual, "other");
  await monitor.check();
  expect(measured).toEqual([]);
  decide("a", usual.slice(0, 499));
  await monitor.check();
  expect(measured).toEqual([]);
  decide("a", usual.slice(0, 1));
  await monitor.check();
  expect(measured).toHaveLength(1);
});

test("few decisions, and those of a project without a past, say nothing", async () => {
  const { monitor, decide, measured } = monitored();
  decide("few", usual.slice(0, 100));
  decide("new", usual);
  await monitor.check();
  expect(measured).toEqual([]);
});

test("the past is what the same model decided live in the four weeks before the last one", async () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 5, 10);
  const features = encodeVector(new Float64Array(featureNames.length).fill(Number.NaN));
  const dailyOf = (modelSha256: string, source: string, riskScore: number) =>
    Array.from({ length: 40 * 50 }, (_, i) => {
      const decidedAt = now - 1 - i * (day / 50);
      return {
        id: `${idAt(decidedAt)}${modelSha256}`,
        decidedAt,
        source,
        riskScore,
        modelSha256,
        modelProbability: null,
        projectBaseRate: null,
        featureSet: featureSetId,
        features,
      } as unknown as DecisionRecord;
    });
  const all = [
    ...dailyOf("one", "api", 10),
    ...dailyOf("two", "import", 20),
    ...dailyOf("old", "api", 30).filter(({ decidedAt }) => decidedAt < now - 30 * day),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let reads = 0;
  const store = {
    decisions: {
      after: async (_: string, id: string, limit: number) => {
        reads += 1;
        return all.filter((one) => one.id > id).slice(0, limit);
      },
      findFeatureSet: async () => ({ id: featureSetId, names: JSON.stringify(featureNames) }),
    },
  } as unknown as Store;
  const pastOf = scoresOfPast(store, () => now);
  const weeks = (await pastOf("a", "one"))!;
  expect(weeks.map(({ length }) => length)).toEqual([350, 350, 350, 350]);
  expect(weeks.flat().every(({ score, weight }) => score === 10 && weight === 1)).toBeTrue();
  const before = reads;
  expect(await pastOf("a", "one")).toBe(weeks); // Read once a day.
  expect(reads).toBe(before);
  expect(await pastOf("a", "two")).toBeNull(); // Imports have no telemetry.
  expect(await pastOf("a", "old")).toBeNull(); // Too few in most of these weeks.
});
