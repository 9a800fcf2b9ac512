import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booking } from "../../test/fixtures/booking.ts";
import { pastCollectionFacts } from "../attempt/telemetry/summary.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { blankedEvidence, blankedRequest } from "../storage/port/guests.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { openSqliteStore } from "../storage/sqlite/sqlite-store.ts";
import { atBaseRate } from "./base-rate.ts";
import { attemptDecider } from "./decide.ts";
import { pastDecisionOrder } from "./decision.ts";
import { putFeatureSet } from "./feature-sets.ts";
import { decodeVector, encodeVector, featureNames } from "./features/index.ts";
import { linking } from "./features/linking.ts";
import { rates } from "./features/rates.ts";
import type { Scorer } from "./features/scorer.ts";
import { recomputed } from "./recompute.ts";
import { riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";
import { type Verifier, verifyDecision } from "./verify.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-verify-"));
const project: ProjectRecord = {
  id: "p",
  name: "P",
  riskSetting: "balanced",
  createdAt: 0,
  archivedAt: null,
  baseRate: null,
};
const at = Date.UTC(2027, 3, 1, 12);
const own = ["nights", "emails_per_device_24h", "email_digit_share"];
const answer = (nights: number, emails: number, digits: number) =>
  0.05 + nights / 100 + emails / 10 + digits / 3;
const verifier: Verifier = {
  features: own,
  baseRate: null,
  probabilities: ([nights, emails, digits]) => [answer(nights!, emails!, digits!)],
};
const scorer: Scorer = {
  name: "own",
  version: "1.0.0",
  sha256: "ab".repeat(32),
  baseRate: null,
  score: async (values) => {
    const of = (name: string) => values[featureNames.indexOf(name)]!;
    return answer(of("nights"), of("emails_per_device_24h"), of("email_digit_share"));
  },
};

/** Those before there were rates, amounts and payments. */
const setNames = featureNames.slice(0, featureNames.indexOf(rates[0]!.name));
let store: Store;
let record: DecisionRecord;
beforeAll(async () => {
  store = await openSqliteStore(folder);
  await putFeatureSet(store);
  const decide = attemptDecider({
    store,
    network: () => ({ country: "PT", timeZone: null, asn: 1, kind: null, anonymous: false }),
  });
  for (const i of [1, 2, 3]) {
    record = await decide({
      project,
      model: scorer,
      source: "import",
      outcome: null,
      order: pastDecisionOrder(at + i * 1000, `${i}`.repeat(32)),
      collection: pastCollectionFacts({
        deviceId: "device-1",
        ip: "192.0.2.1",
        pages: 3,
        screenWidth: 1920,
        timezone: "Europe/Lisbon",
        userAgent: "Mozilla/5.0",
      }),
      request: booking({
        booker: { email: `ada${i}@example.com` },
        requestId: `r-${i}`,
        collectionId: "col_12345678",
      }),
    });
  }
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what is stored is changed at any place.
type Any = any;
const stored = (member: "request" | "evidence", change: (value: Any) => void): DecisionRecord => {
  const value = JSON.parse(record[member]);
  change(value);
  return { ...record, [member]: JSON.stringify(value) };
};
const served = () => decodeVector(record.features);
function withFeature(name: string, value: number): DecisionRecord {
  const values = served();
  values[featureNames.indexOf(name)] = value;
  return { ...record, features: encodeVector(values) };
}
const verify = (one: DecisionRecord, names: readonly string[] = featureNames) =>
  verifyDecision(one, names, verifier);

test("a decision equals what its model computes from its input", () => {
  expect(verify(record)).toEqual({
    decisionId: record.id,
    model: { name: "own", version: "1.0.0", sha256: "ab".repeat(32) },
    result: "same",
    differing: [],
    unverifiable: [],
    isBlanked: false,
    modelProblem: null,
  });
});

test("a model reads the attributes of the stored request, and none where it has none", () => {
  const features = ["attribute.years", "attribute.channel=app", "attribute.other"];
  const asked: Float64Array[] = [];
  const reading: Verifier = {
    features,
    baseRate: null,
    *probabilities(values) {
      asked.push(values);
      yield record.probability;
    },
  };
  const attributes = { channel: "app", years: 4.5 };
  const request = JSON.stringify({ ...JSON.parse(record.request), attributes });
  for (const one of [{ ...record, request }, record]) {
    expect(verifyDecision(one, featureNames, reading)).toMatchObject({ result: "same" });
  }
  expect(asked.map((row) => [...row])).toEqual([
    [4.5, 1, Number.NaN],
    [Number.NaN, Number.NaN, Number.NaN],
  ]);
});

describe("a decision whose retention has ended", () => {
  const blanked = () => ({
    ...record,
    request: blankedRequest,
    evidence: blankedEvidence,
    requestId: "",
    collectionId: null,
  });

  test("is not verifiable, and no fault", () => {
    const expected = { result: "unverifiable", differing: [], isBlanked: true, modelProblem: null };
    expect(verify(blanked())).toMatchObject(expected);
  });

  test("has a fault where its answer does not follow from its features", () => {
    const { probability } = record;
    const changed = { ...blanked(), probability: probability + 0.01 };
    expect(verify(changed)).toMatchObject({ result: "differs", isBlanked: true });
  });

  test("had attributes, which its model read: what it made of them is not verifiable, whatever it was", () => {
    const features = [...verifier.features, "attribute.years"];
    const verification = verifyDecision({ ...blanked(), probability: 0.5 }, featureNames, {
      ...verifier,
      features,
    });
    expect(verification).toMatchObject({
      result: "unverifiable",
      differing: [],
      unverifiable: ["attribute.years"],
    });
  });

  test("can be read by whatever reads requests", () => {
    expect(() => recomputed(blanked(), featureNames)).not.toThrow();
  });
});

describe("a change is reported by name", () => {
  test.each<[string, () => DecisionRecord, string[]]>([
    ["a feature", () => withFeature("nights", 4), ["features.nights"]],
    [
      "a feature by its last bit",
      () => withFeature("email_digit_share", 0.25 + 2 ** -54),
      ["features.email_digit_share"],
    ],
    ["a feature, to missing", () => withFeature("nights", Number.NaN), ["features.nights"]],
    ["a feature taken away", () => ({ ...record, features: "[1]" }), ["features"]],
    [
      "a value added",
      () => ({ ...record, features: encodeVector(Float64Array.of(...served(), 1)) }),
      ["features"],
    ],
    [
      "the probability by its last bit",
      () => ({ ...record, probability: record.probability * (1 + 2 ** -52) }),
      ["probability"],
    ],
    ["the score", () => ({ ...record, riskScore: record.riskScore - 1 }), ["riskScore"]],
    ["the level", () => ({ ...record, riskLevel: "low" }), ["riskLevel"]],
    ["the action", () => ({ ...record, suggestedAction: "allow" }), ["suggestedAction"]],
    [
      "the setting",
      () => ({ ...record, riskSetting: "other" }),
      ["riskSetting", "suggestedAction"],
    ],
    ["the time", () => ({ ...record, decidedAt: record.decidedAt + 1 }), ["decidedAt"]],
    [
      "the request",
      () => stored("request", ({ booker }) => Object.assign(booker, { email: "a1b@x.com" })),
      ["features.email_digit_share", "features.email_local_length_characters", "probability"],
    ],
    [
      "the request's id",
      () => stored("request", (r) => Object.assign(r, { requestId: "x" })),
      ["requestId"],
    ],
    [
      "a number of the history",
      () => stored("evidence", ({ history }) => history.distinct.splice(0, 1, 7)),
      ["features.emails_per_device_24h", "probability", "riskScore"],
    ],
    [
      "the network",
      () => stored("evidence", ({ network }) => Object.assign(network, { anonymous: true })),
      ["features.ip_is_anonymous"],
    ],
    [
      "JSON that is none",
      () => ({ ...record, evidence: "{" }),
      ["what is stored, which cannot be read"],
    ],
    [
      "a request that is none",
      () => ({ ...record, request: "null" }),
      ["what is stored, which cannot be read"],
    ],
  ])("%s", (_, changed, names) => {
    const { result, differing } = verify(changed());
    expect(result).toBe("differs");
    for (const name of names) {
      if (name.startsWith("features")) expect(differing.join(" ")).toContain(name);
      else expect(differing).toContain(name);
    }
    expect(JSON.stringify(verify(changed()))).not.toContain("a1b");
  });

  test("and nothing else is reported", () => {
    expect(verify(withFeature("nights", 4)).differing).toEqual(["features.nights"]);
    expect(verify({ ...record, riskScore: 0 }).differing).toEqual(["riskScore"]);
  });
});

test("a missing model is reported, and the features are compared anyway", () => {
  const problem = "the model is not there";
  const of = (one: DecisionRecord) => verifyDecision(one, featureNames, { problem });
  expect(of(record)).toMatchObject({
    result: "unverifiable",
    differing: [],
    modelProblem: problem,
  });
  expect(of(withFeature("nights", 4))).toMatchObject({ result: "differs", modelProblem: problem });
});

test("a model whose last bit depends on the batch is accepted with either", () => {
  const company: Verifier = {
    features: own,
    baseRate: null,
    probabilities: () => [record.probability + 1e-9, record.probability],
  };
  expect(verifyDecision(record, featureNames, company).result).toBe("same");
  const neither: Verifier = { ...company, probabilities: () => [0.5, 0.6] };
  expect(verifyDecision(record, featureNames, neither).differing).toContain("probability");
  const silent: Verifier = { ...company, probabilities: () => [Number.NaN] };
  expect(verifyDecision(record, featureNames, silent).differing).toEqual(["probability"]);
});

describe("a decision at the project's own fraud rate", () => {
  const rated: Verifier = { ...verifier, baseRate: 0.022 };
  const shifted = (): DecisionRecord => {
    const rates = { projectBaseRate: 0.004, modelBaseRate: 0.022 };
    const modelProbability = record.probability;
    const probability = atBaseRate(modelProbability, rates);
    const riskScore = riskScoreOf(probability);
    return {
      ...record,
      ...rates,
      modelProbability,
      probability,
      riskScore,
      riskLevel: riskLevelOf(riskScore),
      suggestedAction: suggestedActionOf(riskScore, "balanced"),
    };
  };
  const differing = (change: Partial<DecisionRecord>, by = rated) =>
    verifyDecision({ ...shifted(), ...change }, featureNames, by).differing;

  test("follows from the model's probability and both rates, bit for bit", () => {
    expect(verifyDecision(shifted(), featureNames, rated).result).toBe("same");
  });

  test("is reported where one of them was changed", () => {
    const { probability, modelProbability } = shifted();
    expect(differing({ probability: probability * (1 + 2 ** -52) })).toEqual(["probability"]);
    expect(differing({ modelProbability: modelProbability! * (1 + 2 ** -52) })).toEqual([
      "modelProbability",
    ]);
    expect(differing({ projectBaseRate: 0.005 })).toContain("probability");
    expect(differing({ modelBaseRate: 0.0219 })).toEqual(["probability", "modelBaseRate"]);
    expect(differing({ projectBaseRate: null })).toEqual(expect.arrayContaining(["probability"]));
    expect(differing({ modelProbability: null })).toContain("modelProbability");
  });

  test("is reported where the model states another rate, or none", () => {
    expect(differing({}, { ...verifier, baseRate: 0.03 })).toEqual(["modelBaseRate"]);
    expect(differing({}, verifier)).toEqual(["modelProbability", "modelBaseRate"]);
  });

  test("is verified without a shift where the model stated none", () => {
    const one = { ...record, projectBaseRate: 0.004 };
    expect(verifyDecision(one, featureNames, verifier).result).toBe("same");
  });
});

describe("a decision of an older version", () => {
  test("may have features that this version lacks: they are reported, and their values used", () => {
    const values = [...decodeVector(record.features), 3];
    const older = { ...record, features: JSON.stringify(values).replaceAll("NaN", "null") };
    const names = [...featureNames, "moon_phase"];
    const reads: Verifier = {
      features: [...own, "moon_phase"],
      baseRate: null,
      probabilities: ([nights, emails, digits, moon]) =>
        moon === 3 ? [answer(nights!, emails!, digits!)] : [0],
    };
    expect(verifyDecision(older, names, reads)).toMatchObject({
      result: "unverifiable",
      differing: [],
      unverifiable: ["moon_phase"],
    });
  });

  test("may have its features in another order, and fewer", () => {
    const names = [...setNames].reverse().filter((name) => name !== "emails_per_ip_1h");
    const kept = names.map((name) => decodeVector(record.features)[featureNames.indexOf(name)]);
    const linkNames = names.filter((name) => /^[a-z]+_per_[a-z]+_\d+[mhd]$/.test(name));
    const older = {
      ...stored("evidence", ({ history }) => {
        history.distinct = linkNames.map(
          (name) => history.distinct[linking.findIndex((one) => one.name === name)],
        );
        history.lookAlike.reverse();
      }),
      features: JSON.stringify(kept).replaceAll("NaN", "null"),
    };
    const { differing, unverifiable } = verifyDecision(older, names, { problem: "" });
    expect({ differing, unverifiable }).toEqual({ differing: [], unverifiable: [] });
    const { features } = recomputed(older, names);
    expect(features[featureNames.indexOf("emails_per_device_24h")]).toBe(3);
    expect(recomputed(older).features[featureNames.indexOf("emails_per_device_24h")]).toBeNaN();
    expect(features[featureNames.indexOf("look_alikes_per_hotel_1h")]).toBe(2);
    expect(features[featureNames.indexOf("look_alikes_per_domain_24h")]).toBe(2);
  });

  test("may not know how old its identities are: their ages are missing, and it is the same", () => {
    const names = setNames.filter((name) => !name.endsWith("_first_seen_days"));
    expect(names).toHaveLength(setNames.length - 4);
    const kept = names.map((name) => decodeVector(record.features)[featureNames.indexOf(name)]);
    const older = {
      ...stored("evidence", ({ history }) => {
        expect(history.firstSeenDays.device).toBe(2000 / 86_400_000);
        delete history.firstSeenDays;
      }),
      features: JSON.stringify(kept).replaceAll("NaN", "null"),
    };
    expect(verify(older, names).result).toBe("same");
    const { features } = recomputed(older, names);
    expect(features[featureNames.indexOf("device_first_seen_days")]).toBeNaN();
  });

  test("may not have compared a day with its month: those features are missing, and it is the same", () => {
    const compared = [
      "ip_burst_24h",
      "network_burst_24h",
      "hotel_burst_without_tab_24h",
      "hotel_tabs_seen_24h",
    ];
    const linked = ["hotels_per_phone_24h", "hotels_per_name_24h"];
    const added = [...compared, ...linked, "tab_attempts_30d", "person_fraud_reports_365d"];
    const names = setNames.filter((name) => !added.includes(name));
    expect(names).toHaveLength(setNames.length - added.length);
    const kept = names.map((name) => decodeVector(record.features)[featureNames.indexOf(name)]);
    const linkNames = setNames.filter((name) => /^[a-z]+_per_[a-z]+_\d+[mhd]$/.test(name));
    const older = {
      ...stored("evidence", ({ history }) => {
        expect(history.dayTabs).toEqual({ seen: 2, unseen: 0 });
        expect(history.sinceOldestS).toEqual({ ip: 2, network: 2, hotel: 2 });
        delete history.dayTabs;
        delete history.sinceOldestS;
        history.distinct = linkNames
          .filter((name) => !linked.includes(name))
          .map((name) => history.distinct[linking.findIndex((one) => one.name === name)]);
      }),
      features: JSON.stringify(kept).replaceAll("NaN", "null"),
    };
    expect(verify(older, names).result).toBe("same");
    expect(verify(record).result).toBe("same");
    const { features } = recomputed(older, names);
    const value = (name: string) => features[featureNames.indexOf(name)];
    for (const name of [...compared, ...linked]) expect([name, value(name)]).toEqual([name, NaN]);
    // What these are computed from is older.
    expect(value("tab_attempts_30d")).toBe(2);
    expect(value("person_fraud_reports_365d")).toBe(0);
    expect(value("emails_per_device_24h")).toBe(3);
    expect(encodeVector(recomputed(record).features)).toBe(record.features);
  });

  test("may not have counted denied attempts: their features are missing, and it is the same", () => {
    const names = setNames.filter((name) => !/_denied_|_denial_ratio_/.test(name));
    expect(names).toHaveLength(setNames.length - 19);
    const kept = names.map((name) => decodeVector(record.features)[featureNames.indexOf(name)]);
    const older = {
      ...stored("evidence", ({ history }) => {
        const two = [2, 2, 2];
        expect(history.denied).toEqual({ person: two, samePerson: two, device: two, ip: two });
        delete history.denied;
      }),
      features: JSON.stringify(kept).replaceAll("NaN", "null"),
    };
    expect(verify(older, names).result).toBe("same");
    const { features } = recomputed(older, names);
    for (const name of ["person_denied_24h", "device_denied_30d", "person_denial_ratio_7d"]) {
      expect(features[featureNames.indexOf(name)]).toBeNaN();
    }
  });

  test("may have counted denied attempts without what else they have in common", () => {
    const names = setNames.filter((name) => !name.startsWith("same_person_"));
    const kept = names.map((name) => decodeVector(record.features)[featureNames.indexOf(name)]);
    const older = {
      ...stored("evidence", ({ history }) => void delete history.denied.samePerson),
      features: JSON.stringify(kept).replaceAll("NaN", "null"),
    };
    expect(verify(older, names).result).toBe("same");
    const { features } = recomputed(older, names);
    expect(features[featureNames.indexOf("person_denied_24h")]).toBe(2);
    expect(features[featureNames.indexOf("same_person_denial_ratio_24h")]).toBeNaN();
  });

  test("may lack any member of its evidence: those features are missing, and nothing throws", () => {
    const { history } = JSON.parse(record.evidence);
    for (const evidence of [
      {},
      { collection: null, history: null },
      { collection: {}, network: {}, history: {} },
      { history: { ...history, dayTabs: {}, sinceOldestS: {} } },
      { history: { attempts: { email: history.attempts.email }, outcomes: {}, denied: {} } },
      ...Object.keys(history).map((one) => ({ history: { ...history, [one]: undefined } })),
    ]) {
      const { features, attempt } = recomputed({ ...record, evidence: JSON.stringify(evidence) });
      expect(features).toHaveLength(featureNames.length);
      expect(features[featureNames.indexOf("nights")]).toBe(3);
      expect(attempt.at).toBe(record.decidedAt);
    }
    const { features } = recomputed({ ...record, evidence: "{}" });
    for (const { name } of linking) expect(features[featureNames.indexOf(name)]).toBeNaN();
  });
});
