import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { projectFixture } from "../../test/fixtures/project.ts";
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import { intake } from "../attempt/telemetry/intake.ts";
import type { TelemetryBatch } from "../attempt/telemetry/protocol.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { atBaseRate, shiftPoints } from "./base-rate.ts";
import { type CheckoutDeps, checkoutDecider, type IdempotencyUse } from "./decide.ts";
import { parseDecisionId } from "./decision.ts";
import { putFeatureSet } from "./feature-sets.ts";
import {
  catalogue,
  decodeVector,
  encodeVector,
  featureNames,
  featureSetId,
} from "./features/index.ts";
import type { Scorer } from "./features/scorer.ts";
import { recomputed, wasAtKiosk } from "./recompute.ts";
import { riskLevelOf, riskScoreOf, scorePointsOf, suggestedActionOf } from "./score.ts";
import { storedDecision } from "./stored-decision.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-assess-"));
const hourMs = 3_600_000;
let store: Store;
let project: ProjectRecord;
let clock: number;

beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = Date.UTC(2027, 3, 1, 12);
  project = await newProject();
});

const newProject = () => projectFixture(store);

/** One attempt more with the same e-mail address in the hour makes fraud 1 % likelier. */
const place = featureNames.indexOf("email_attempts_1h");
const scorer: Scorer = {
  name: "counting",
  version: "1.2.3",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async (features) => 0.05 + features[place]! / 100,
};

const decider = (of: Partial<Parameters<typeof checkoutDecider>[0]> = {}) =>
  checkoutDecider({
    store,
    withModel: (_, work) => work(scorer),
    network: () => null,
    now: () => clock,
    settled: () => undefined,
    ...of,
  });

let requests = 0;
const requestOf = (more: Partial<RiskRequest> = {}): RiskRequest =>
  booking({ requestId: `r-${requests++}`, ...more });

const feature = (record: DecisionRecord, name: string) =>
  decodeVector(record.features)[featureNames.indexOf(name)]!;

const batchOf = (collectionId: string): TelemetryBatch => ({
  key: "",
  collectionId,
  sequence: 0,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1",
  device: { deviceId: "dev_12345678", cores: 8 },
  events: [],
});
const arrival = { receivedAt: Date.UTC(2027, 3, 1, 11), ip: "192.0.2.1", userAgent: "UA" };

describe("a decision", () => {
  test("is computed from the model's probability, and is on disk before the response", async () => {
    const request = requestOf({ collectionId: "col_unknown1" });
    const record = await decider()({ project, request }, null);
    const riskScore = riskScoreOf(0.05);
    expect(record).toMatchObject({
      projectId: project.id,
      decidedAt: clock,
      requestId: request.requestId,
      collectionId: "col_unknown1",
      probability: 0.05,
      riskScore,
      riskLevel: riskLevelOf(riskScore),
      suggestedAction: suggestedActionOf(riskScore, "balanced"),
      riskSetting: "balanced",
      modelName: "counting",
      modelVersion: "1.2.3",
      modelSha256: "ab".repeat(32),
      featureSet: featureSetId,
    });
    expect(parseDecisionId(record.id)?.at).toBe(clock);
    expect(JSON.parse(record.request)).toEqual(request);
    expect(await store.decisions.find(project.id, record.id)).toEqual(record);
  });

  test("is shifted to the project's own fraud rate, which is recorded with it", async () => {
    const withModel: CheckoutDeps["withModel"] = (_, work) => work({ ...scorer, baseRate: 0.022 });
    const ofRate = { ...project, baseRate: 0.004 };
    const record = await decider({ withModel })({ project: ofRate, request: requestOf() }, null);
    const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
    const probability = atBaseRate(0.05, rates);
    expect(record).toMatchObject({
      probability,
      modelProbability: 0.05,
      ...rates,
      riskScore: Math.round(scorePointsOf(0.05) + shiftPoints(rates)),
    });
    expect(await store.decisions.find(project.id, record.id)).toEqual(record);
  });

  test("is the model's where the project has no rate, or the model states none", async () => {
    const withModel: CheckoutDeps["withModel"] = (_, work) => work({ ...scorer, baseRate: 0.022 });
    const unset = await decider({ withModel })({ project, request: requestOf() }, null);
    const ofRate = { ...(await newProject()), baseRate: 0.004 };
    const unstated = await decider()({ project: ofRate, request: requestOf() }, null);
    const unshifted = { probability: 0.05, modelProbability: null, modelBaseRate: null };
    expect(unset).toMatchObject({ ...unshifted, projectBaseRate: null });
    expect(unstated).toMatchObject({ ...unshifted, projectBaseRate: 0.004 });
  });

  test("can be recomputed from what is stored, bit for bit", async () => {
    await intake(store).take(project.id, batchOf("col_known001"), arrival);
    const decide = decider();
    let record!: DecisionRecord;
    for (const _ of [1, 2, 3]) {
      record = await decide(
        {
          project,
          request: requestOf({ collectionId: "col_known001" }),
        },
        null,
      );
      clock += 1000;
    }
    const { collection, network, history } = JSON.parse(record.evidence);
    const attempt = {
      at: record.decidedAt,
      request: JSON.parse(record.request),
      collection,
      network,
      history,
    };
    const values = catalogue.map(({ compute }) => compute(attempt) ?? Number.NaN);
    expect(values).toEqual([...decodeVector(record.features)]);
    expect(feature(record, "email_attempts_1h")).toBe(2);
    expect(feature(record, "device_attempts_1h")).toBe(2);
    expect(feature(record, "device_cores")).toBe(8);
    expect(feature(record, "email_first_seen_days")).toBe(2000 / (24 * hourMs));
    expect(feature(record, "device_first_seen_days")).toBe(2000 / (24 * hourMs));
  });

  test("counts earlier attempts with the same card, and compares the amount", async () => {
    const paying = (value: number, instrumentId: string) => {
      const totalAmount = { value, currency: "EUR" };
      return requestOf({
        ...booking({ booking: { totalAmount } }),
        payment: { method: "card", instrumentId, previousDeclines: 1 },
      });
    };
    const decide = decider();
    const cards = ["fp_1", "fp_2", "fp_3", "fp_1"];
    const records: DecisionRecord[] = [];
    for (const [i, card] of cards.entries()) {
      records.push(await decide({ project, request: paying(i < 3 ? 10_000 : 80_000, card) }, null));
      clock += 1000;
    }
    const last = records[3]!;
    expect(last.featureSet).toBe(featureSetId);
    expect(feature(last, "card_attempts_1h")).toBe(1);
    expect(feature(last, "card_since_last_s")).toBe(3);
    expect(feature(last, "cards_per_email_24h")).toBe(3);
    expect(feature(last, "emails_per_card_24h")).toBe(1);
    expect(feature(last, "previous_declines")).toBe(1);
    expect(feature(last, "total_amount")).toBe(800);
    expect(feature(last, "nightly_amount_to_email_mean_30d")).toBeCloseTo(8, 2);
    expect(feature(last, "nightly_amount_deviations_from_email_30d")).toBeGreaterThan(3);
    for (const record of records) {
      expect(encodeVector(recomputed(record).features)).toBe(record.features);
    }
    const plain = await decide({ project, request: requestOf() }, null);
    const { history } = JSON.parse(plain.evidence);
    expect(history).not.toHaveProperty("card");
    expect(history).not.toHaveProperty("amounts");
    expect(plain.featureSet).toBe(featureSetId);
  });

  test("follows the project's setting; the level does not", async () => {
    const likely = { ...scorer, score: async () => 1 / 6 }; // Score 75.
    const actions: [setting: string, action: string][] = [
      ["maximizeProtection", "deny"],
      ["balanced", "deny"],
      ["maximizeRevenue", "allow"],
    ];
    for (const [setting, suggestedAction] of actions) {
      const one = { ...project, riskSetting: setting };
      const decide = decider({ withModel: (_, work) => work(likely) });
      const record = await decide({ project: one, request: requestOf() }, null);
      expect(record).toMatchObject({
        riskScore: 75,
        riskLevel: "high",
        suggestedAction,
        riskSetting: setting,
      });
    }
  });

  test("is found in full by its identifier alone", async () => {
    const request = requestOf();
    const record = await decider()({ project, request }, null);
    expect(await storedDecision(record.id, store)).toMatchObject({
      decisionId: record.id,
      projectId: project.id,
      projectName: "P",
      requestId: request.requestId,
      model: { name: "counting", version: "1.2.3" },
      request,
      features: { nights: 3, local_hour: null },
    });
    expect(await storedDecision(`dec_${"0".repeat(32)}`, store)).toBeNull();
  });
});

describe("velocity", () => {
  const attemptsOf = async (decide: ReturnType<typeof decider>, in_ = project) =>
    feature(await decide({ project: in_, request: requestOf() }, null), "email_attempts_1h");

  test("counts each earlier attempt once, to the edge of the window", async () => {
    const decide = decider();
    expect(await attemptsOf(decide)).toBe(0);
    expect(await attemptsOf(decide)).toBe(1);
    clock += hourMs;
    expect(await attemptsOf(decide)).toBe(2);
    clock += 1;
    expect(await attemptsOf(decide)).toBe(1);
  });

  test("counts, for each of fifty at once, those before it", async () => {
    const decide = decider();
    const counts = await Promise.all(Array.from({ length: 50 }, () => attemptsOf(decide)));
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  test("is the same in another process with the same store", async () => {
    await attemptsOf(decider());
    clock += 1;
    expect(await attemptsOf(decider())).toBe(1);
  });

  test("of one project does not count in another", async () => {
    const decide = decider();
    await attemptsOf(decide);
    expect(await attemptsOf(decide, await newProject())).toBe(0);
  });
});

describe("the collection", () => {
  const known = async (collectionId: string | undefined, in_ = project) => {
    const request = requestOf(collectionId ? { collectionId } : {});
    const record = await decider()({ project: in_, request }, null);
    return [feature(record, "collection_is_known"), feature(record, "device_cores")];
  };

  test("of this project is read; one of another project and an unknown one are signals", async () => {
    await intake(store).take(project.id, batchOf("col_tab00001"), arrival);
    expect(await known("col_tab00001")).toEqual([1, 8]);
    expect(await known("col_tab00002")).toEqual([0, Number.NaN]);
    expect(await known("col_tab00001", await newProject())).toEqual([0, Number.NaN]);
    expect(await known(undefined)).toEqual([Number.NaN, Number.NaN]);
  });

  test("is read after its batches that have arrived are on disk", async () => {
    const { take, settled } = intake(store);
    const taken = take(project.id, batchOf("col_late0001"), arrival);
    const request = requestOf({ collectionId: "col_late0001" });
    const record = await decider({ settled })({ project, request }, null);
    expect(feature(record, "collection_is_known")).toBe(1);
    await taken;
  });
});

describe("a kiosk", () => {
  const deviceId = "dev_12345678";
  const names = ["device_attempts_1h", "ip_attempts_1h", "emails_per_device_24h"] as const;
  let guests = 0;

  /** Another guest, with a tab of their own, on the same device. */
  async function guest(kiosks: readonly string[] | null, more: Partial<RiskRequest> = {}) {
    clock += 1000;
    const collectionId = `col_kiosk${String(guests++).padStart(4, "0")}`;
    const device = { deviceId, screenWidth: 1920, timeZone: "Europe/Lisbon" };
    const batch = { ...batchOf(collectionId), device };
    await intake(store).take(project.id, batch, arrival);
    const booker = { ...requestOf().booker, email: `guest${guests}@example.com` };
    const request = requestOf({ collectionId, booker, ...more });
    return decider()({ project, kiosks, request }, null);
  }
  const counts = (record: DecisionRecord) => names.map((name) => feature(record, name));
  /** Device and address are the booking's own: nobody used them before. */
  const own = [0, 0, 1];

  test("is not compared by device and address, and counts for nobody there", async () => {
    await guest(null);
    const second = await guest(null);
    expect(counts(second)).toEqual([1, 1, 2]);
    const marked = await guest([deviceId]);
    expect(counts(marked)).toEqual(own);
    expect(feature(marked, "hotel_attempts_1h")).toBe(2);
    expect(feature(marked, "look_alikes_per_hotel_1h")).toBe(0);
    // Unmarked again: those before the mark count, those under it never do.
    expect(counts(await guest(null))).toEqual([2, 2, 3]);
    expect(counts(await guest(["dev_87654321"]))).toEqual([3, 3, 4]);
  });

  test("is seen with its tab, by those who book at the hotel later", async () => {
    await guest([deviceId]);
    const later = await guest(null);
    expect(feature(later, "hotel_tabs_seen_share_1h")).toBe(1);
    expect(feature(later, "hotel_attempts_without_tab_1h")).toBe(0);
  });

  test("does not hide a person, whose attempts are counted as anywhere else", async () => {
    const { booker } = requestOf();
    await guest([deviceId], { booker });
    expect(feature(await guest([deviceId], { booker }), "email_attempts_1h")).toBe(1);
  });

  test("is in the evidence, from which its features are recomputed", async () => {
    const record = await guest([deviceId]);
    expect(wasAtKiosk(record)).toBe(true);
    expect(encodeVector(recomputed(record).features)).toBe(record.features);
    expect(JSON.parse((await guest(null)).evidence)).not.toHaveProperty("kiosk");
  });

  test("is not, where the visitor denied consent, who has no device ID", async () => {
    const batch = { ...batchOf("col_denied01"), consent: "denied" } as const;
    await intake(store).take(project.id, batch, arrival);
    const request = requestOf({ collectionId: "col_denied01" });
    const record = await decider()({ project, kiosks: [deviceId], request }, null);
    expect(wasAtKiosk(record)).toBe(false);
    expect(feature(record, "ip_attempts_1h")).toBe(0);
  });
});

describe("where something fails, nothing is decided and nothing is counted", () => {
  let committed = 0;
  const watched = (): Store => ({
    ...store,
    decisions: {
      ...store.decisions,
      commit: async (decision) => {
        committed += 1;
        return store.decisions.commit(decision);
      },
    },
  });
  beforeEach(() => {
    committed = 0;
  });
  afterEach(async () => {
    const record = await decider()({ project, request: requestOf() }, null);
    expect(feature(record, "email_attempts_30d")).toBe(0);
  });

  test("the model", async () => {
    let broken = true;
    const failing = {
      ...scorer,
      score: async (features: Float64Array) => {
        if (broken) throw new Error("model");
        return scorer.score(features as never);
      },
    };
    const decide = decider({ withModel: (_, work) => work(failing), store: watched() });
    expect(await rejection(decide({ project, request: requestOf() }, null))).toHaveProperty(
      "message",
      "model",
    );
    expect(committed).toBe(0);
    broken = false;
    const other = await newProject();
    const next = await decide({ project: other, request: requestOf() }, null);
    expect(feature(next, "email_attempts_1h")).toBe(0);
  });

  test.each([Number.NaN, -0.1, 1.5])("a model that answers %p", async (answer) => {
    const decide = decider({
      withModel: (_, work) => work({ ...scorer, score: async () => answer }),
      store: watched(),
    });
    expect(await rejection(decide({ project, request: requestOf() }, null))).toBeInstanceOf(Error);
    expect(committed).toBe(0);
  });

  test("the store, on writing; the same process counts nothing either", async () => {
    const full = { ...store.decisions, commit: () => Promise.reject(new Error("full")) };
    const decide = decider({ store: { ...store, decisions: full } });
    for (const _ of [1, 2]) {
      expect(await rejection(decide({ project, request: requestOf() }, null))).toHaveProperty(
        "message",
        "full",
      );
    }
  });

  test("the store, on reading", async () => {
    const gone = { asOf: () => Promise.reject(new Error("gone")) };
    const decide = decider({ store: { ...store, velocity: gone } });
    expect(await rejection(decide({ project, request: requestOf() }, null))).toHaveProperty(
      "message",
      "gone",
    );
  });
});

test("an idempotency key that is in use decides nothing and counts nothing", async () => {
  const use: IdempotencyUse = {
    keyHash: "k",
    bodyHash: "b",
    createdAt: clock,
    since: clock - 1000,
  };
  const decide = decider();
  const first = await decide({ project, request: requestOf() }, use);
  clock += 1;
  expect(await decide({ project, request: requestOf() }, use)).toBeNull();
  const next = await decide({ project, request: requestOf() }, null);
  expect(feature(next, "email_attempts_1h")).toBe(1);
  expect(await store.decisions.findIdempotent(project.id, "k", 0)).toMatchObject({
    keyHash: "k",
    bodyHash: "b",
    createdAt: use.createdAt,
    decisionId: first!.id,
  });
});

test("one model for a decision, whatever is swapped in the meantime", async () => {
  let current: Scorer = { ...scorer, name: "old" };
  const decide = decider({ withModel: (_, work) => work(current) });
  const deciding = decide({ project, request: requestOf() }, null);
  current = { ...scorer, name: "new", score: async () => 0.9 };
  expect(await deciding).toMatchObject({ modelName: "old", probability: 0.05 });
});

/** What a promise is rejected with. Bun's own `.rejects` holds up the database thread's answers. */
function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );
}
