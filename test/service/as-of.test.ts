/**
 * Velocity features have the same values however they are computed: in order, as the season is
 * served; afterwards, when all later attempts and outcomes are stored too; and in memory, by the
 * training.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { geoipLookups, rowsOf, summaryAsOf } from "../../models/training/features.ts";
import type { Attempt } from "../../models/training/simulator/kind.ts";
import { defaultOptions, simulate } from "../../models/training/simulator/simulate.ts";
import { attemptDecider } from "../../src/risk/decide.ts";
import { decisionOrders, parseDecisionId } from "../../src/risk/decision.ts";
import {
  catalogue,
  decodeVector,
  featureNames,
  featureVector,
} from "../../src/risk/features/index.ts";
import type { Scorer } from "../../src/risk/features/scorer.ts";
import { riskScoreOf } from "../../src/risk/score.ts";
import { historyFacts } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import type { DecisionRecord } from "../../src/storage/port/decisions.ts";
import { sightingOf } from "../../src/storage/port/sighting.ts";
import type { Store } from "../../src/storage/port/store.ts";
import { velocityLimits } from "../../src/storage/port/velocity.ts";
import { openSqliteStore } from "../../src/storage/sqlite/sqlite-store.ts";

const options = { ...defaultOptions, seed: "as-of", attempts: 2000, days: 150, fraudRate: 0.5 };
const season = simulate(options);
/** The training counts no days, since its season is too short for rates over many of them. */
const inTraining = catalogue.map(({ source }) => !source.includes("days"));
/** Not constant, so that some attempts are denied and others are not: by any digit of the vector. */
const probability = (values: Float64Array) => {
  const sum = values.reduce((total, value, i) => total + (inTraining[i] ? value || 0 : 0), 0);
  return Math.floor(sum) % 2 === 0 ? 0.5 : 0.02;
};
const model: Scorer = {
  name: "none",
  version: "0",
  sha256: "0",
  baseRate: null,
  score: async (values) => probability(values),
};

const folder = mkdtempSync(join(tmpdir(), "booking-risk-as-of-"));
let store: Store;
/** Serves the season in order, and reports each outcome at its time. */
const served: DecisionRecord[] = [];

beforeAll(async () => {
  store = await openSqliteStore(folder, { indexing: true });
  await replayInOrder();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function replayInOrder(): Promise<void> {
  const lookUps = geoipLookups(options);
  const deciders = new Map(
    [...lookUps].map(([project, network]) => [project, attemptDecider({ store, network })]),
  );
  let clock = 0;
  const nextOrder = decisionOrders(() => clock);
  const awaited: { of: DecisionRecord; outcome: NonNullable<Attempt["outcome"]> }[] = [];
  for (let next = season.next(); !next.done; ) {
    const attempt = next.value;
    clock = attempt.at;
    awaited.sort((a, b) => a.outcome.reportedAt - b.outcome.reportedAt);
    while (awaited[0] && awaited[0].outcome.reportedAt <= clock) {
      const { of, outcome } = awaited.shift()!;
      await report(of, outcome);
    }
    const project = {
      id: attempt.project,
      name: "",
      riskSetting: "balanced",
      createdAt: 0,
      archivedAt: null,
      baseRate: null,
    };
    const asked = { project, model, source: "api" as const, outcome: null };
    const { request } = attempt;
    const collection = summaryAsOf(attempt.telemetry, attempt.at);
    const decide = deciders.get(attempt.project)!;
    const record = await decide({ ...asked, order: nextOrder(), request, collection });
    served.push(record);
    // Whoever is denied tries again.
    next = season.next(record.riskScore);
    if (attempt.outcome) awaited.push({ of: record, outcome: attempt.outcome });
  }
  // Outcomes reported after the season are stored as well.
  for (const { of, outcome } of awaited) await report(of, outcome);
}

async function report({ projectId, id }: DecisionRecord, outcome: NonNullable<Attempt["outcome"]>) {
  const more = {
    projectId,
    decisionId: id,
    occurredAt: null,
    keyId: null,
    note: null,
    requestId: "r",
  };
  await store.outcomes.report({ ...more, ...outcome });
}

/** Recomputes a decision's features from what is stored now, as of the decision's time. */
async function recomputed(record: DecisionRecord, from: Store): Promise<Float64Array> {
  const { projectId, decidedAt: at } = record;
  const request = JSON.parse(record.request);
  const { collection, network } = JSON.parse(record.evidence);
  const identities = identitiesOf(projectId, request, collection);
  const { tie } = parseDecisionId(record.id)!;
  const sighting = sightingOf(identities, traitsOf(projectId, request, collection), { at, tie });
  const since = at - velocityLimits.windowMs;
  const then = await from.velocity.asOf(projectId, identities, since, sighting);
  return featureVector({ at, request, collection, network, history: historyFacts(sighting, then) });
}

const named = (values: Float64Array) =>
  Object.fromEntries(featureNames.map((name, i) => [name, values[i] ?? Number.NaN]));

test("the season has the cases that could go wrong", () => {
  const values = served.map(({ features }) => named(decodeVector(features)));
  const some = (name: string, least: number) => {
    const found = values.filter((one) => one[name]! > 0).length;
    expect(found, `${name} above 0`).toBeGreaterThanOrEqual(least);
  };
  for (const kind of ["email", "phone", "device", "network"]) {
    some(`${kind}_fraud_outcomes`, 5);
    some(`${kind}_attempts_7d`, 50);
  }
  for (const kind of ["email", "phone", "device", "network"]) {
    const older = values.filter((one) => one[`${kind}_first_seen_days`]! > 30).length;
    expect(older, `${kind} older than the window`).toBeGreaterThan(5);
    expect(values.filter((one) => one[`${kind}_first_seen_days`] === 0).length).toBeGreaterThan(20);
  }
  some("hotel_legitimate_outcomes", 50);
  for (const window of ["24h", "7d", "30d"]) {
    some(`person_denied_${window}`, 20);
    some(`device_denied_${window}`, 20);
  }
  const ended = values.filter((one) => one.email_attempts_30d! > 0 && one.person_denied_30d === 0);
  expect(ended.length, "with earlier attempts, none of them denied").toBeGreaterThan(20);
  some("overlapping_stays_per_email_30d", 20);
  some("hotel_attempts_past_1d", 20);
  some("hotel_fraud_rate_past_365d", 500);
  expect(values.filter((one) => Number.isNaN(one.email_fraud_outcomes)).length).toBeGreaterThan(10);
});

test("features recomputed afterwards equal those served, bit for bit", async () => {
  for (const record of served) {
    const found = named(await recomputed(record, store));
    expect(found).toEqual(named(decodeVector(record.features)));
  }
});

test("and so in a reopened store, which reads everything from disk", async () => {
  await indexed();
  const again = await openSqliteStore(folder);
  try {
    for (const record of served.toReversed()) {
      const found = named(await recomputed(record, again));
      expect(found).toEqual(named(decodeVector(record.features)));
    }
  } finally {
    await again.close();
  }
});

/** Brings the index up to date. */
async function indexed(): Promise<void> {
  const one = await openSqliteStore(folder, { indexing: true });
  await one.close();
}

test("the training computes the same features in memory", () => {
  const scoreOf = (values: Float64Array) => riskScoreOf(probability(values));
  const rows = [...rowsOf(options, scoreOf)].filter(({ dark }) => !dark);
  expect(rows).toHaveLength(served.length);
  const shared = (values: Float64Array) => named(values.map((one, i) => (inTraining[i] ? one : 0)));
  for (const [i, { values }] of rows.entries()) {
    const alike = decodeVector(served[i]!.features);
    const all = Float64Array.from(featureNames, (_, place) => alike[place] ?? Number.NaN);
    expect(shared(values)).toEqual(shared(all));
  }
});
