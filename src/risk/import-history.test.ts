import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { attemptDecider } from "./decide.ts";
import { putFeatureSet } from "./feature-sets.ts";
import { decodeVector, encodeVector, featureNames } from "./features/index.ts";
import type { Scorer } from "./features/scorer.ts";
import { historyImporter } from "./import-history.ts";
import { type PastAttempt, readPastAttempt } from "./past-attempt.ts";
import { recomputed } from "./recompute.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-import-"));
const start = Date.UTC(2027, 3, 1, 12);
const now = Date.UTC(2027, 9, 1);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let store: Store;
let project: ProjectRecord;

beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  project = await newProject();
});

const newProject = () => projectFixture(store);

const place = featureNames.indexOf("email_attempts_1h");
const model: Scorer = {
  name: "counting",
  version: "1.2.3",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async (features) => 0.05 + features[place]! / 1000,
};
const means = (of: Partial<Store> = {}) => ({ store: { ...store, ...of }, network: () => null });
const importer = (into = project, of: Partial<Store> = {}) =>
  historyImporter(into, model, means(of));

interface Told {
  at: number;
  email?: string;
  hotel?: string;
  /** Tells attempts apart that are otherwise the same. */
  requestId?: string;
  outcome?: string;
  reportedAt?: number;
}

function attempt({ at, email = "ada", hotel = "h", requestId = "r", ...told }: Told): PastAttempt {
  const line = {
    decidedAt: new Date(at).toISOString(),
    request: booking({
      booker: { email: `${email}@example.com` },
      hotel: { name: hotel },
      requestId,
    }),
    collection: { deviceId: `device-of-${email}`, ip: "192.0.2.1" },
    ...(told.outcome && { outcome: told.outcome }),
    ...(told.reportedAt && { outcomeAt: new Date(told.reportedAt).toISOString() }),
  };
  const reading = readPastAttempt(JSON.stringify(line), now);
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  return reading.attempt;
}

/** Twelve attempts over two days, of three people, of whom two are found out meanwhile. */
const season = (): PastAttempt[] =>
  Array.from({ length: 12 }, (_, i) =>
    attempt({
      at: start + i * 4 * hourMs,
      email: ["ada", "bob", "eve"][i % 3]!,
      hotel: `h${i % 2}`,
      requestId: `r-${i}`,
      ...(i % 4 === 1 && { outcome: "fraud", reportedAt: start + i * 4 * hourMs + 9 * hourMs }),
      ...(i % 4 === 2 && { outcome: "legitimate", reportedAt: start + 30 * dayMs }),
    }),
  );

const stored = (of = project): Promise<DecisionRecord[]> => store.decisions.after(of.id, "", 1000);
const reportsOf = async ({ order }: PastAttempt) =>
  (await store.outcomes.list(project.id, order.id)).map(({ outcome }) => outcome);

async function feature(of: PastAttempt, name: string): Promise<number> {
  const record = await store.decisions.find(project.id, of.order.id);
  return decodeVector(record!.features)[featureNames.indexOf(name)]!;
}

/** Three weeks at two hotels, five attempts a day, of which one is found out after two days. */
const weeks = (): PastAttempt[] =>
  Array.from({ length: 105 }, (_, i) => {
    const at = start + Math.floor(i / 5) * dayMs + (i % 5) * hourMs;
    const found = i % 5 === 0 && { outcome: "fraud", reportedAt: at + 2 * dayMs };
    const who = { email: `guest${i}`, hotel: `h${i % 2}`, requestId: `r-${i}` };
    return attempt({ at, ...who, ...found });
  });

describe("the earlier days of a past attempt", () => {
  const daysOf = ({ evidence }: DecisionRecord) => JSON.parse(evidence).history.days;

  test("are those before it, whose reports were known, however many are imported at once", async () => {
    const attempts = weeks();
    await importer()(attempts);
    const records = await stored();
    expect(daysOf(records[4]!)).toBeUndefined();
    expect(daysOf(records[5]!)).toMatchObject({ attempts: [2, 2, 2, 2], firstSeenDays: 1 });
    const dayOf = (at: number) => Math.floor(at / dayMs);
    for (const [place, record] of records.entries()) {
      const before = dayOf(record.decidedAt);
      if (before === dayOf(start)) continue;
      const atHotel = attempts.filter((_, i) => i % 2 === place % 2);
      const earlier = atHotel.filter(({ order }) => dayOf(order.at) < before);
      const known = atHotel.filter(({ outcome }) => outcome && dayOf(outcome.reportedAt) < before);
      const days = daysOf(record);
      expect([place, days.attempts[3]]).toEqual([place, earlier.length]);
      expect([place, days.frauds[3]]).toEqual([place, known.length]);
      expect(days.delayDays).toBe(days.project.frauds > 0 ? 2 : 0);
    }
  });

  test("are the same one by one, and follow from what is stored", async () => {
    const attempts = weeks();
    await importer()(attempts);
    const other = await newProject();
    for (const one of attempts) await importer(other)([one]);
    const [together, single] = [await stored(), await stored(other)];
    const values = ({ features }: DecisionRecord) => features;
    expect(single.map(daysOf)).toEqual(together.map(daysOf));
    expect(single.map(values)).toEqual(together.map(values));
    for (const record of together) {
      expect(encodeVector(recomputed(record).features)).toBe(record.features);
    }
    const rate = featureNames.indexOf("hotel_fraud_rate_past_30d");
    const last = decodeVector(together.at(-1)!.features)[rate]!;
    const { project: all, frauds, attemptsThen } = daysOf(together.at(-1)!);
    expect(last).toBe((frauds[2] + all.frauds / all.attemptsThen) / (attemptsThen[2] + 1));
  });
});

describe("a past attempt", () => {
  test("is decided as of its own time, and stored as an import", async () => {
    const one = attempt({ at: start });
    expect(await importer()([one])).toEqual({ added: 1, known: 0 });
    const [record] = await stored();
    expect(record).toMatchObject({
      id: one.order.id,
      projectId: project.id,
      decidedAt: start,
      source: "import",
      requestId: "r",
      collectionId: one.request.collectionId!,
      probability: 0.05,
      riskSetting: "balanced",
      modelName: "counting",
      request: JSON.stringify(one.request),
    });
    expect(JSON.parse(record!.evidence).collection).toEqual(one.collection);
    expect(await reportsOf(one)).toEqual([]);
  });

  test("is stored with its outcome and the time of the report", async () => {
    const one = attempt({ at: start, outcome: "fraud", reportedAt: start + dayMs });
    await importer()([one]);
    expect(await store.outcomes.list(project.id, one.order.id)).toEqual([
      {
        projectId: project.id,
        decisionId: one.order.id,
        outcome: "fraud",
        occurredAt: null,
        keyId: null,
        note: null,
        requestId: "r",
        reportedAt: start + dayMs,
      },
    ]);
  });

  test("counts attempts before it, and none after it", async () => {
    const [first, second, third] = [0, 1, 2].map((i) => attempt({ at: start + i }));
    await importer()([third!, first!]);
    expect(await importer()([second!])).toEqual({ added: 1, known: 0 });
    expect(await feature(first!, "email_attempts_1h")).toBe(0);
    expect(await feature(second!, "email_attempts_1h")).toBe(1);
    expect(await feature(third!, "email_attempts_1h")).toBe(1);
  });

  test("is visible in its project only", async () => {
    const other = await newProject();
    await importer(other)(season());
    expect(await importer()(season())).toEqual({ added: 12, known: 0 });
    const features = (records: DecisionRecord[]) => records.map((one) => one.features);
    expect(features(await stored())).toEqual(features(await stored(other)));
  });

  test("an empty list is accepted", async () => {
    expect(await importer()([])).toEqual({ added: 0, known: 0 });
  });
});

describe("importing the same attempts again", () => {
  test("changes nothing", async () => {
    await importer()(season());
    const before = await stored();
    expect(before).toHaveLength(12);
    const reports = await store.outcomes.between(project.id, "", "z");
    expect(reports).toHaveLength(6);
    expect(await importer()(season())).toEqual({ added: 0, known: 12 });
    expect(await stored()).toEqual(before);
    expect(await store.outcomes.between(project.id, "", "z")).toEqual(reports);
  });

  test("continues where an earlier run stopped, with the same result", async () => {
    const whole = await newProject();
    await importer(whole)(season());
    await importer()(season().slice(0, 5));
    expect(await importer()(season())).toEqual({ added: 7, known: 5 });
    const features = (records: DecisionRecord[]) => records.map((one) => one.features);
    expect(features(await stored())).toEqual(features(await stored(whole)));
  });

  test("from two files that overlap stores each once, as from one file", async () => {
    const whole = await newProject();
    await importer(whole)(season());
    expect(await importer()(season().slice(0, 8))).toEqual({ added: 8, known: 0 });
    expect(await importer()(season().slice(4))).toEqual({ added: 4, known: 4 });
    const of = (records: DecisionRecord[]) => records.map(({ id, features }) => [id, features]);
    expect(of(await stored())).toEqual(of(await stored(whole)));
  });

  test("stores an attempt that is twice in one call once", async () => {
    const twice = [attempt({ at: start }), attempt({ at: start }), attempt({ at: start + 1 })];
    expect(await importer()(twice)).toEqual({ added: 2, known: 1 });
    expect(await stored()).toHaveLength(2);
    expect(await feature(twice[2]!, "email_attempts_1h")).toBe(1);
  });

  test("counts a stored attempt that is twice in one call as known twice", async () => {
    await importer()([attempt({ at: start })]);
    const twice = [attempt({ at: start }), attempt({ at: start })];
    expect(await importer()(twice)).toEqual({ added: 0, known: 2 });
    expect(await stored()).toHaveLength(1);
  });
});

describe("a stored attempt", () => {
  test("receives a first outcome, and each new one", async () => {
    const one = attempt({ at: start });
    await importer()([one]);
    await importer()([attempt({ at: start, outcome: "legitimate", reportedAt: start + dayMs })]);
    expect(await reportsOf(one)).toEqual(["legitimate"]);
    await importer()([
      attempt({ at: start, outcome: "chargeback", reportedAt: start + 2 * dayMs }),
    ]);
    expect(await reportsOf(one)).toEqual(["legitimate", "chargeback"]);
    const later = attempt({ at: start + 3 * dayMs });
    await importer()([later]);
    expect(await feature(later, "email_fraud_outcomes")).toBe(1);
    expect(await feature(later, "email_legitimate_outcomes")).toBe(0);
  });

  test("keeps its outcome where the line has none, or the same at another time", async () => {
    const one = attempt({ at: start, outcome: "fraud", reportedAt: start + dayMs });
    await importer()([one]);
    await importer()([attempt({ at: start })]);
    await importer()([attempt({ at: start, outcome: "fraud" })]);
    expect(await reportsOf(one)).toEqual(["fraud"]);
  });

  test("receives its outcome before a later attempt of the same call is decided", async () => {
    await importer()([attempt({ at: start })]);
    const found = attempt({ at: start, outcome: "fraud", reportedAt: start + 10 });
    const [before, after] = [start + 5, start + 11].map((at) => attempt({ at }));
    expect(await importer()([found, before!, after!])).toEqual({ added: 2, known: 1 });
    expect(await feature(before!, "email_fraud_outcomes")).toBeNaN();
    expect(await feature(after!, "email_fraud_outcomes")).toBe(1);
  });

  test("keeps a later report when the same file is imported again", async () => {
    const one = attempt({ at: start, outcome: "legitimate", reportedAt: start + dayMs });
    await importer()([one]);
    await store.outcomes.report({
      projectId: project.id,
      decisionId: one.order.id,
      outcome: "chargeback",
      occurredAt: null,
      keyId: null,
      note: null,
      requestId: "by the API",
      reportedAt: start + 60 * dayMs,
    });
    await importer()([one]);
    expect(await reportsOf(one)).toEqual(["legitimate", "chargeback"]);
  });

  test("receives an earlier outcome again where it was reported later: a dispute was won", async () => {
    const told = (outcome: string, days: number) =>
      attempt({ at: start, outcome, reportedAt: start + days * dayMs });
    const all = () => [told("legitimate", 5), told("chargeback", 50), told("legitimate", 80)];
    for (const one of all()) await importer()([one]);
    expect(await reportsOf(all()[0]!)).toEqual(["legitimate", "chargeback", "legitimate"]);
    for (const one of all()) await importer()([one]); // The files again.
    expect(await reportsOf(all()[0]!)).toEqual(["legitimate", "chargeback", "legitimate"]);
  });

  test("that the file contains with two outcomes has exactly both after the first import", async () => {
    const told = (outcome: string, days: number) =>
      attempt({ at: start, outcome, reportedAt: start + days * dayMs });
    const file = () => [told("legitimate", 5), told("chargeback", 50)];
    for (const _ of ["first", "again", "and again"]) {
      await importer()(file());
      expect(await reportsOf(file()[0]!)).toEqual(["legitimate", "chargeback"]);
    }
  });
});

describe("an outcome between two attempts of one call", () => {
  const reportedAt = start + hourMs;
  const outcomesSeen = async (one: PastAttempt) => [
    await feature(one, "email_fraud_outcomes"),
    await feature(one, "email_legitimate_outcomes"),
  ];

  test("counts for the later one, not for an earlier one or one of the same moment", async () => {
    const found = attempt({ at: start, outcome: "fraud", reportedAt });
    const others = [-1, 0, 1, 5].map((ms) => attempt({ at: reportedAt + ms }));
    await importer()([found, ...others]);
    const [before, at, after, last] = await Promise.all(others.map(outcomesSeen));
    expect(before).toEqual([Number.NaN, Number.NaN]);
    expect(at).toEqual([Number.NaN, Number.NaN]);
    expect(after).toEqual([1, 0]);
    expect(last).toEqual([1, 0]);
  });

  test("counts for every attempt, in any number", async () => {
    const all = [0, 1, 2, 3].map((i) =>
      attempt({
        at: start + i * dayMs,
        outcome: i % 2 ? "fraud" : "legitimate",
        // The first is learnt of after the third.
        reportedAt: start + i * dayMs + (i === 0 ? 2.5 * dayMs : 1000),
      }),
    );
    await importer()(all);
    const seen = await Promise.all(all.map(outcomesSeen));
    expect(seen).toEqual([
      [Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN],
      [1, 0],
      [1, 2],
    ]);
  });

  test("counts for an attempt of a later call", async () => {
    const found = attempt({ at: start, outcome: "fraud", reportedAt });
    const take = importer();
    await take([found, attempt({ at: start + 5 })]);
    const [before, after] = [reportedAt, reportedAt + 1].map((at) => attempt({ at }));
    await take([before!, after!]);
    expect(await outcomesSeen(before!)).toEqual([Number.NaN, Number.NaN]);
    expect(await outcomesSeen(after!)).toEqual([1, 0]);
  });
});

describe("the features", () => {
  const byId = (records: DecisionRecord[]) =>
    Object.fromEntries(records.map(({ id, features }) => [id, features]));

  test("equal those of the same attempts decided one by one", async () => {
    await importer()(season());
    const other = await newProject();
    const decide = attemptDecider(means());
    const all = season();
    for (const one of all) {
      const { order, request, collection } = one;
      for (const { outcome, order: of } of all) {
        if (!outcome || outcome.reportedAt >= order.at) continue;
        if (outcome.reportedAt < order.at - 4 * hourMs) continue; // Reported already.
        const more = { projectId: other.id, decisionId: of.id, requestId: "r" };
        await store.outcomes.report({
          ...more,
          occurredAt: null,
          keyId: null,
          note: null,
          ...outcome,
        });
      }
      const asked = { project: other, model, source: "api" as const, oneUse: null, outcome: null };
      await decide({ ...asked, order, request, collection });
    }
    const found = byId(await stored());
    expect(found).toEqual(byId(await stored(other)));
    // There was something to get wrong.
    expect(await feature(all[11]!, "email_fraud_outcomes")).toBeGreaterThanOrEqual(0);
    expect(await feature(all[11]!, "network_fraud_outcomes")).toBeGreaterThan(1);
    expect(await feature(all[11]!, "email_attempts_7d")).toBe(3);
  });

  test("are the same whether the attempts are imported in one call or one by one", async () => {
    await importer()(season());
    const other = await newProject();
    const take = importer(other);
    for (const one of season()) await take([one]);
    expect(byId(await stored())).toEqual(byId(await stored(other)));
  });

  test("count how earlier attempts of the same call were scored", async () => {
    const denying: Scorer = { ...model, score: async () => 0.99 };
    const all = [0, 0, 1, 2].map((minutes, i) =>
      attempt({ at: start + minutes * 60_000, requestId: `r-${i}` }),
    );
    await historyImporter(project, denying, means())(all);
    const denied = await Promise.all(all.map((one) => feature(one, "person_denied_24h")));
    expect(denied.toSorted()).toEqual([0, 1, 2, 3]);
  });

  test("are the same for attempts of one millisecond in any order", async () => {
    const together = () =>
      Array.from({ length: 30 }, (_, i) =>
        attempt({
          at: start + (i < 15 ? 0 : 1),
          requestId: `r-${i}`,
          email: i % 2 ? "ada" : "bob",
          ...(i === 3 && { outcome: "fraud", reportedAt: start }),
        }),
      );
    await importer()(together());
    const found = byId(await stored());
    const orders = [
      together().reverse(),
      together().sort((a, b) => (a.order.id < b.order.id ? 1 : -1)),
      together().sort((a, b) => Math.sin(a.order.tie) - Math.sin(b.order.tie)),
    ];
    for (const order of orders) {
      const other = await newProject();
      await importer(other)(order);
      expect(byId(await stored(other))).toEqual(found);
    }
    const counts = Object.values(found).map((features) => decodeVector(features)[place]!);
    expect(counts.sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, (_, i) => Math.floor(i / 2)),
    ]);
  });
});

test("where the store fails, the call fails, and the next call imports what is missing", async () => {
  const commits: Promise<boolean>[] = [];
  const commit: Store["decisions"]["commit"] = (decision) => {
    const isBad = decision.decision.requestId === "r-3";
    const done = isBad ? Promise.reject(new Error("full")) : store.decisions.commit(decision);
    commits.push(done);
    return done;
  };
  const failed = await importer(project, { decisions: { ...store.decisions, commit } })(
    season(),
  ).then(
    () => null,
    (error) => error,
  );
  expect(failed).toHaveProperty("message", "full");
  while ((await Promise.allSettled(commits)).length < commits.length); // The concurrent ones.
  const had = (await stored()).length;
  expect(await importer()(season())).toEqual({ added: 12 - had, known: had });
  expect(await stored()).toHaveLength(12);
});
