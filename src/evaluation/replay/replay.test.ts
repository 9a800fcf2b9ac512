import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineOf } from "../../../models/training/history-file.ts";
import {
  defaultOptions,
  seasonStart,
  simulate,
} from "../../../models/training/simulator/simulate.ts";
import { projectFixture } from "../../../test/fixtures/project.ts";
import { onScale } from "../../risk/base-rate.ts";
import { putFeatureSet } from "../../risk/feature-sets.ts";
import { decodeVector, featureNames } from "../../risk/features/index.ts";
import { linking } from "../../risk/features/linking.ts";
import type { Scorer } from "../../risk/features/scorer.ts";
import { historyImporter } from "../../risk/import-history.ts";
import { type PastAttempt, readPastAttempt } from "../../risk/past-attempt.ts";
import { links, lookAlikes } from "../../risk/velocity/facts.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { recomputePage } from "./recompute-page.ts";
import { type Progress, type ReplayDeps, replay } from "./replay.ts";
import { emptyTally, largestMove, type Tally } from "./tally.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-replay-"));
const until = seasonStart + 120 * 86_400_000;
let store: Store;
let projectId: string;

const place = featureNames.indexOf("lead_time_days");
const served: Scorer = {
  name: "served",
  version: "1.0.0",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async (features) => 1 / (1 + Math.max(1, features[place]!)),
};
const candidate = {
  baseRate: null,
  score: async (features: Float64Array) => 0.3 / (1 + features[place]! ** 2),
};

beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
  const project = await projectFixture(store);
  projectId = project.id;
  const season = { ...defaultOptions, seed: "replay unit", attempts: 1200, days: 30 };
  const attempts = [...simulate(season)].map((attempt) => {
    const read = readPastAttempt(lineOf(attempt, until), until);
    return (read as { attempt: PastAttempt }).attempt;
  });
  await historyImporter(project, served, { store, network: () => null })(attempts);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const begun = (): Progress => ({ project: 0, lastId: "", tally: emptyTally() });
const asked = () => ({
  projectIds: [projectId],
  period: { from: null, to: until },
  maturity: { asOf: until, matureDays: 60 },
});

function deps(more: Partial<ReplayDeps> = {}): ReplayDeps {
  return {
    store,
    candidate,
    activeOf: async () => served,
    recompute: async (rows, namesOf) => recomputePage(rows, namesOf),
    pagesAtOnce: 3,
    bookingAmount: () => 100,
    silenceOf: () => ({ basis: "fixed", asOf: until, matureDays: 60 }),
    done: () => {},
    ...more,
  };
}

/** Pages of 512 decisions; a test changes one decision of each. */
const pagesOf = ({ decisions }: Tally) => Math.ceil(decisions / 512);

/** The store, but records are read as changed. */
function changed(by: (record: DecisionRecord, i: number) => DecisionRecord): Store {
  const after: Store["decisions"]["after"] = async (...args) =>
    (await store.decisions.after(...args)).map(by);
  return { ...store, decisions: { ...store.decisions, after } };
}

async function whole(more: Partial<ReplayDeps> = {}) {
  const progress = begun();
  await replay(asked(), deps(more), progress);
  return progress.tally;
}

test("what the control group let through stands for those beyond the month's limit too", async () => {
  const [allowed, beyond] = await store.decisions.after(projectId, "", 2);
  const drawn = (result: string) => JSON.stringify({ share: 0.02, draw: 0.01, result });
  const results = new Map([
    [allowed!.id, drawn("allowed")],
    [beyond!.id, drawn("limitReached")],
  ]);
  const withDraw = changed((one) => ({ ...one, controlGroup: results.get(one.id) ?? null }));
  withDraw.decisions.drawn = async (_, id) =>
    id === "" ? withDraw.decisions.after(projectId, "", 2) : [];
  const { settings } = await whole({ store: withDraw });
  const counts = Object.values(settings.balanced.outcomes).map(
    ({ letThrough }) => letThrough.bookings.count,
  );
  expect(counts.toSorted()).toEqual([0, 0, 0, 100]);
});

test("interrupted after any page, and continued from JSON, it comes to the same", async () => {
  const expected = await whole();
  expect(expected.decisions).toBeGreaterThan(1000);
  for (let pages = 1; pages <= 3; pages++) {
    let kept = "";
    let done = 0;
    const stopping = deps({
      done(progress) {
        kept = JSON.stringify(progress);
        if (++done === pages) throw new Error("interrupted");
      },
    });
    await expect(replay(asked(), stopping, begun())).rejects.toThrow("interrupted");
    const progress = JSON.parse(kept) as Progress;
    await replay(asked(), deps(), progress);
    expect(progress.tally).toEqual(expected);
  }
});

test("what the candidate does not answer, or answers with no probability, is counted apart", async () => {
  const answers = [Number.NaN, 1.5, -0.1];
  let asked = 0;
  const tally = await whole({
    candidate: {
      baseRate: null,
      score: async () => {
        const answer = answers[asked++ % 4];
        if (answer === undefined) throw new Error("no answer");
        return answer;
      },
    },
  });
  expect(tally.unscored).toBe(tally.decisions);
  expect(tally.leftOutExamples).toHaveLength(8);
  expect(tally.moves.reduce((sum, count) => sum + count, 0)).toBe(0);
});

test("the candidate is shifted to the rate that the project had at each decision", async () => {
  const rated = changed((record, i) => {
    if (i % 2 === 0) return record; // Decided before the project had a rate.
    const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
    const modelProbability = record.probability;
    return {
      ...record,
      ...rates,
      ...onScale(modelProbability, { baseRate: 0.004 }, { baseRate: 0.022 }),
      modelProbability,
    };
  });
  const same = await whole({ store: rated, candidate: { ...served, baseRate: 0.022 } });
  expect(same.otherProbability).toBe(0);
  const half = await whole({ store: rated, candidate: { ...served, baseRate: 0.044 } });
  const moved = half.moves.flatMap((count, i) => (count > 0 ? [[i - largestMove, count]] : []));
  expect(half.otherProbability).toBe(Math.floor(half.decisions / 2));
  // odds(0.022) / odds(0.044) is 10.3 points; less where the score is limited to 0.
  expect(moved.every(([points]) => points! <= 0 && points! >= -11)).toBe(true);
  expect(half.moves[largestMove - 10]! + half.moves[largestMove - 11]!).toBeGreaterThan(0);
});

test("each decision is scored without telemetry too, by the active model and the candidate", async () => {
  const known = featureNames.indexOf("collection_is_known");
  const deniesUnseen = {
    baseRate: null,
    score: async (features: Float64Array) => (features[known] === 1 ? 0.01 : 0.9),
  };
  const tally = await whole({ candidate: deniesUnseen });
  const { before, after } = tally.unseen.denied.balanced;
  expect(tally.unseen.decisions).toBe(tally.decisions);
  expect(after).toBe(tally.decisions);
  expect(before).toBeLessThan(tally.decisions / 2);
  const { telemetry, source } = tally.segments;
  expect(Object.keys(telemetry).toSorted()).toEqual(["with telemetry", "without telemetry"]);
  expect(telemetry["without telemetry"]!.settings.balanced.after).toBe(
    telemetry["without telemetry"]!.decisions,
  );
  expect(source.imported!.decisions).toBe(tally.decisions);
  expect(tally.weekdays.reduce((sum, count) => sum + count, 0)).toBe(tally.decisions);
});

test("a decision that cannot be read holds up no other", async () => {
  const broken = changed((record, i) => (i === 5 ? { ...record, evidence: "{" } : record));
  const tally = await whole({ store: broken });
  expect(tally.unreadable).toBe(pagesOf(tally));
  expect(tally.unscored).toBe(0);
});

test("a feature that is not what was served is named", async () => {
  const other = changed((record, i) => {
    if (i !== 7) return record;
    const values = [...decodeVector(record.features)];
    values[place] = (values[place] ?? 0) + 1;
    return { ...record, features: JSON.stringify(values) };
  });
  const tally = await whole({ store: other });
  expect(tally.differing).toBe(pagesOf(tally));
  expect(tally.differingFeatures).toEqual({ lead_time_days: pagesOf(tally) });
});

const linkName = (link: (typeof links)[number]) => linking[links.indexOf(link)]!.name;
const lookAlikeName = (alike: (typeof lookAlikes)[number]) =>
  linking[links.length + lookAlikes.indexOf(alike)]!.name;

/** Counts in today's order, put into the order of an older version's names. */
function countsIn(names: readonly string[], today: readonly string[], counts: readonly unknown[]) {
  return names.filter((name) => today.includes(name)).map((name) => counts[today.indexOf(name)]);
}

test("of an older catalogue, what is newer is computed, and the rest compared by name", async () => {
  // No version has a count "or reported" without the count that it is of.
  const own = featureNames.filter((name) => !name.endsWith("_or_reported"));
  const names = own.filter((_, i) => i % 3 === 0).toReversed();
  await store.decisions.putFeatureSet({ id: "older", names: JSON.stringify(names) });
  const places = names.map((name) => featureNames.indexOf(name));
  const older = changed((record) => {
    const values = [...decodeVector(record.features)];
    const { history, ...evidence } = JSON.parse(record.evidence);
    delete history.overlapping; // Not known of then.
    // That version had fewer links, in the order of its features.
    history.distinct = countsIn(names, links.map(linkName), history.distinct);
    history.lookAlike = countsIn(names, lookAlikes.map(lookAlikeName), history.lookAlike);
    return {
      ...record,
      featureSet: "older",
      features: JSON.stringify(places.map((place) => values[place])),
      evidence: JSON.stringify({ ...evidence, history }),
    };
  });
  let missing = 0;
  const overlapping = featureNames.indexOf("overlapping_stays_per_email_30d");
  const tally = await whole({
    store: older,
    candidate: {
      baseRate: null,
      score: async (features) => {
        if (Number.isNaN(features[overlapping])) missing += 1;
        return candidate.score(features);
      },
    },
  });
  expect(tally.otherFeatureSet).toBe(tally.decisions);
  expect(missing).toBe(2 * tally.decisions); // Once as it was, once without telemetry.
  const differing = Object.keys(tally.differingFeatures);
  expect(differing.filter((name) => !name.startsWith("overlapping_"))).toEqual([]);
});
