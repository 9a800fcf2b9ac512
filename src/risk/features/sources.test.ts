/** Takes away what features are computed from, one source after another: missing, never zero. */
import { describe, expect, test } from "bun:test";
import { at, base } from "../../../test/fixtures/example-attempt.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { telemetryFacts } from "../../attempt/telemetry/facts.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
  type FactName,
} from "../../attempt/telemetry/summary.ts";
import { sightingOf } from "../../storage/port/sighting.ts";
import { type History, indexedKinds, reportedKinds } from "../../storage/port/velocity.ts";
import { historyFacts } from "../velocity/facts.ts";
import { identitiesOf, traitsOf } from "../velocity/identities.ts";
import type { Source } from "./feature.ts";
import { sources } from "./feature.ts";
import { type Attempt, catalogue, type Feature } from "./index.ts";

/** What an attempt is made of before its history is counted. */
interface Parts extends Omit<Attempt, "history"> {
  past: History;
}

const startedAt = at - 300_000;
const collectionId = "col_12345678";

const request: RiskRequest = {
  ...base,
  collectionId,
  booker: { ...base.booker, referenceId: "user-1", email: "ada@lovelace.example" },
  guests: [{ firstName: "Ada", lastName: "Lovelace" }, { firstName: "Charles" }],
  billing: { addressLine: "Rua Augusta 1", country: "PT" },
  hotel: { ...base.hotel, address: "Rua da Palma 1, 1100 Lisboa" },
  booking: {
    ...base.booking,
    groupSize: { adultCount: 2, childCount: 1 },
    totalAmount: { value: 45_600, currency: "EUR" },
  },
  payment: {
    method: "card",
    instrumentId: "fp_1",
    billingCountryMatch: true,
    avs: "match",
    cvc: "match",
    threeDSecure: "failed",
    previousDeclines: 2,
  },
};

/** Every fact of a tab has a value: a phone's, on which somebody typed, pasted and submitted. */
const collection: CollectionFacts = {
  firstAt: startedAt + 1000,
  lastAt: at - 1000,
  startedAt,
  batches: 3,
  nextSequence: 4,
  missing: [2],
  sdkVersion: "1.0.0",
  device: {
    deviceId: "dev_12345678",
    screenWidth: 390,
    screenHeight: 844,
    viewportWidth: 390,
    viewportHeight: 700,
    pixelRatio: 3,
    cores: 8,
    memoryGb: 8,
    touchPoints: 5,
    languages: ["pt-PT", "en"],
    timeZone: "Europe/Lisbon",
    utcOffsetMin: -60,
    platform: "Linux armv81",
    webdriver: false,
    plugins: 5,
    cookies: true,
    outerWidth: 390,
    outerHeight: 844,
    brands: ["Chromium"],
    mobile: true,
    traces: ["native"],
  },
  deviceIds: ["dev_12345678"],
  ips: ["192.0.2.1"],
  userAgents: ["Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile"],
  lastDeviceId: "dev_12345678",
  lastIp: "192.0.2.1",
  consent: "granted",
  firstDelayMs: 200,
  clockOffsetMs: 800,
  impossibleEvents: 1,
  impossible: ["later"],
  traces: ["native"],
  origins: ["https://hotel.example"],
  plainBatches: 1,
  headerLanguage: "pt-PT",
  headerPlatform: "Android",
  headerBrands: "Chromium",
  signatures: {
    welcome: 1,
    notWelcome: 1,
    failed: 1,
    unknown: 0,
    agents: ["assistant.example"],
    faults: ["expired"],
  },
  pages: 4,
  landingPath: "/",
  referrerHost: "search.example",
  lastPageAt: 100_000,
  lastEventAt: 290_000,
  fieldVisits: 6,
  firstFieldAt: 110_000,
  firstFieldPage: 3,
  focusMs: 60_000,
  keys: 60,
  corrections: 3,
  pastes: 1,
  autofills: 1,
  inputs: 65,
  untrustedInputs: 1,
  emailPastes: 1,
  keyGaps: 50,
  keyGapSumMs: 9000,
  keyGapSquareSum: 2_000_000,
  holds: 55,
  holdSumMs: 5000,
  holdSquareSum: 600_000,
  rushes: 2,
  shiftless: 1,
  bareAts: 1,
  hiddenFields: 1,
  fieldJumps: 2,
  recording: 3_141_592_653,
  lastField: { page: 3, index: 7 },
  pointerMoves: 60,
  pointerPx: 3000,
  pointerDirectPx: 2000,
  clicks: 8,
  touches: 4,
  untrustedPointer: 1,
  centredClicks: 1,
  pointerMs: 4000,
  stepSquareSum: 300_000,
  turns: [20, 8, 4, 2, 1, 1, 0, 1],
  axialSteps: 20,
  bends: 30,
  flips: 15,
  coalesced: 70,
  teleports: 1,
  pressureless: 1,
  fractions: 2,
  presses: 8,
  pressSumMs: 700,
  taps: 4,
  swipes: 3,
  swipePx: 900,
  swipeMs: 600,
  sizedTouches: 7,
  scrolls: 20,
  scrollDepth: 0.8,
  leaps: 1,
  hides: 1,
  hiddenMs: 5000,
  hiddenAt: 285_000,
  submits: 1,
  untrustedSubmits: 1,
  lastSubmitAt: 280_000,
  filledFields: 8,
  touchedFields: 6,
  hiddenFilled: 1,
};

/**
 * Earlier attempts, five minutes ago, elsewhere for the same nights: found by everything, and different in
 * everything, so that each part of this attempt makes a difference to the counts. As many as an amount is
 * compared with.
 */
function pastOf(asked: RiskRequest, known: CollectionFacts): History {
  const identities = identitiesOf("prj_1", asked, known);
  const other = Object.fromEntries(
    Object.entries(identities).map(([kind, identity]) => [kind, identity + 1]),
  );
  const stay = { ...traitsOf("prj_1", asked, known), city: 7 };
  const earlier = { ...sightingOf(other, stay, { at: at - 300_000, tie: 0 }), score: 80 };
  const days = { lastFraudAt: at - 86_400_000, lastLegitimateAt: at - 2 * 86_400_000 };
  const count = { fraud: 1, legitimate: 2, ...days };
  return {
    sightings: Object.fromEntries(
      indexedKinds.map((kind) => [kind, [0, 1, 2].map((tie) => ({ ...earlier, tie }))]),
    ),
    firstSeen: {},
    outcomes: Object.fromEntries(reportedKinds.map((kind) => [kind, count])),
    days: {
      delayDays: 7,
      attempts: [1, 7, 30, 300],
      attemptsThen: [1, 6, 29, 290],
      frauds: [0, 1, 2, 3],
      firstSeenDays: 400,
      project: { attemptsThen: 2900, frauds: 30 },
    },
  };
}

const rich: Parts = {
  at,
  request,
  collection,
  network: {
    country: "PT",
    timeZone: "Europe/Lisbon",
    asn: 2860,
    kind: "cellular",
    anonymous: false,
  },
  past: pastOf(request, collection),
};

/** One kind of thing cannot be another: what has a value only where another attempt has none. */
const elsewhere: Readonly<Record<string, (parts: Parts) => Parts>> = {
  desktop_chrome_lacks_plugins: ({ collection: known, ...parts }) => ({
    ...parts,
    collection: {
      ...known!,
      userAgents: ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0"],
    },
  }),
};

const richFor = (feature: Feature): Parts => (elsewhere[feature.name] ?? ((same) => same))(rich);

/** Counts the history anew, as it is counted for an attempt that lacks the part from the start. */
function attemptOf({ past, ...parts }: Parts): Attempt {
  const identities = identitiesOf("prj_1", parts.request, parts.collection);
  const current = sightingOf(identities, traitsOf("prj_1", parts.request, parts.collection), {
    at,
    tie: 1,
  });
  // Nothing is found by an identity that it lacks.
  const found = Object.entries(past.sightings).filter(([kind]) => kind in identities);
  const sightings = Object.fromEntries(found);
  return { ...parts, history: historyFacts(current, { ...past, sightings }) };
}

const valueIn = (feature: Feature, parts: Parts) => feature.compute(attemptOf(parts));

/** Without a member of an object, however deep: "request.billing.country". */
function drop<T extends object>(from: T, [name, ...rest]: string[]): T {
  const copy = { ...from } as Record<string, unknown>;
  if (rest.length === 0) delete copy[name!];
  else copy[name!] = drop(copy[name!] as object, rest);
  return copy as T;
}

function withoutFacts(parts: Parts, source: Source): Parts {
  if (!parts.collection) return parts;
  const known = Object.entries(parts.collection).map(([name, fact]) => [
    name,
    telemetryFacts[name as FactName].source === source ? null : fact,
  ]);
  return { ...parts, collection: Object.fromEntries(known) as CollectionFacts };
}

const payment = Object.fromEntries(
  sources
    .filter((source) => source.startsWith("request.payment."))
    .map((source) => [source, (parts: Parts) => drop(parts, source.split("."))]),
) as Record<Extract<Source, `request.payment.${string}`>, (parts: Parts) => Parts>;

/** Null for what every attempt has. */
const takeAway: Readonly<Record<Source, ((parts: Parts) => Parts) | null>> = {
  request: null,
  history: null, // Whoever was never seen has a history of nothing, which is known.
  "request.booker.referenceId": (parts) => drop(parts, ["request", "booker", "referenceId"]),
  "request.guests": (parts) => drop(parts, ["request", "guests"]),
  "request.billing.addressLine": (parts) => drop(parts, ["request", "billing", "addressLine"]),
  "request.billing.country": (parts) => drop(parts, ["request", "billing", "country"]),
  "request.hotel.address": (parts) => drop(parts, ["request", "hotel", "address"]),
  "request.booking.groupSize": (parts) => drop(parts, ["request", "booking", "groupSize"]),
  "request.collectionId": (parts) => drop(parts, ["request", "collectionId"]),
  "request.booking.totalAmount": (parts) => drop(parts, ["request", "booking", "totalAmount"]),
  ...payment,
  collection: (parts) => ({ ...parts, collection: null }),
  "collection.device": (parts) => withoutFacts(parts, "collection.device"),
  "collection.device.deviceId": (parts) => {
    const { device, ...rest } = withoutFacts(parts, "collection.device.deviceId").collection ?? {};
    if (!parts.collection) return parts;
    const { deviceId: _, ...others } = device ?? {};
    return { ...parts, collection: { ...rest, device: device ? others : null } as CollectionFacts };
  },
  "collection.ip": (parts) => withoutFacts(parts, "collection.ip"),
  "collection.userAgent": (parts) => withoutFacts(parts, "collection.userAgent"),
  "collection.headers": (parts) => withoutFacts(parts, "collection.headers"),
  "collection.touch": (parts) => withoutFacts(parts, "collection.touch"),
  "collection.visibility": (parts) => withoutFacts(parts, "collection.visibility"),
  "collection.pages": (parts) => withoutFacts(parts, "collection.pages"),
  "collection.fields": (parts) => withoutFacts(parts, "collection.fields"),
  "collection.pointer": (parts) => withoutFacts(parts, "collection.pointer"),
  "collection.scroll": (parts) => withoutFacts(parts, "collection.scroll"),
  "collection.submit": (parts) => withoutFacts(parts, "collection.submit"),
  outcomes: (parts) => ({ ...parts, past: { ...parts.past, outcomes: null } }),
  days: (parts) => ({ ...parts, past: { ...parts.past, days: null } }),
  network: (parts) => ({ ...parts, network: null }),
};

const absentable = sources.filter((source) => takeAway[source] !== null);

/** They tell that the part itself is there, so they have a value without it. */
const tellsPresenceOf: Readonly<Record<string, Source>> = {
  booker_is_referenced: "request.booker.referenceId",
  billing_address_is_sent: "request.billing.addressLine",
  collection_is_sent: "request.collectionId",
  collection_is_known: "collection",
};

/** Counts to which these add nothing where they are absent: zero, never missing. */
const zeroWithout: Readonly<Record<string, readonly Source[]>> = {
  tab_attempts_30d: ["request.collectionId"],
  replayed_visits: ["collection"],
  person_fraud_reports_365d: ["outcomes"],
  person_fraud_ratio_365d: ["outcomes"],
  device_fraud_ratio_365d: ["outcomes", "collection", "collection.device.deviceId"],
  person_legitimate_reports: ["outcomes"],
  device_fraud_reports_365d: ["outcomes", "collection", "collection.device.deviceId"],
  network_fraud_reports_365d: ["outcomes", "collection", "collection.ip"],
};

/** Features of which each source alone is enough; all others need every one of theirs. */
const eitherWillDo = new Set(["group_size_people", "last_page_s"]);

describe.each(catalogue.map((feature) => ({ name: feature.name, feature })))(
  "$name",
  ({ name, feature }) => {
    const parts = richFor(feature);
    const own = feature.source.filter((source) => takeAway[source] !== null);
    const value = valueIn(feature, parts);

    test("has a value where everything is known", () => {
      expect(value).not.toBeNull();
    });

    test("is missing, not zero, without its sources", () => {
      const rest = own.reduce((left, source) => takeAway[source]!(left), parts);
      if (own.length === 0) expect(valueIn(feature, rest)).not.toBeNull();
      else expect(valueIn(feature, rest)).toBeNull();
      if (own.length > 0) expect(feature.missing).not.toBeNull();
    });

    test("is missing, not zero, without any one of its sources", () => {
      if (eitherWillDo.has(name)) return;
      for (const source of own) {
        expect([source, valueIn(feature, takeAway[source]!(parts))]).toEqual([source, null]);
      }
    });

    test("is the same without what is none of its sources", () => {
      for (const source of absentable) {
        if (own.some((mine) => mine === source || mine.startsWith(`${source}.`))) continue;
        if (tellsPresenceOf[name] === source || zeroWithout[name]?.includes(source)) continue;
        expect([source, valueIn(feature, takeAway[source]!(parts))]).toEqual([source, value]);
      }
    });
  },
);

test.each(Object.entries(tellsPresenceOf))("%s is 1 with %s and 0 without", (name, source) => {
  const feature = catalogue.find((one) => one.name === name)!;
  expect(valueIn(feature, rich)).toBe(1);
  expect(valueIn(feature, takeAway[source]!(rich))).toBe(0);
});

test.each(Object.entries(zeroWithout))(
  "%s is a count, and zero without any of %p",
  (name, absent) => {
    const feature = catalogue.find((one) => one.name === name)!;
    expect(feature.missing).toBeNull();
    expect(valueIn(feature, rich)).toBePositive();
    for (const source of absent) {
      expect([source, valueIn(feature, takeAway[source]!(rich))]).toEqual([source, 0]);
      // The catalogue makes what names such a source missing.
      expect(feature.source).not.toContain(source);
    }
  },
);

test("an imported history that knows nothing of a tab is missing, not zero", () => {
  const unseen = Object.fromEntries(Object.keys(collection).map((fact) => [fact, null]));
  const parts = { ...rich, collection: unseen as CollectionFacts };
  for (const feature of catalogue) {
    if (!feature.source.some((source) => source.startsWith("collection"))) continue;
    expect([feature.name, valueIn(feature, parts)]).toEqual([feature.name, null]);
  }
});

test("a visitor who denied consent is not watched: each feature of that is missing, not zero", () => {
  const watched: Source[] = [
    "collection.fields",
    "collection.pointer",
    "collection.touch",
    "collection.scroll",
    "collection.visibility",
    "collection.device.deviceId",
  ];
  const denied = { ...collection, consent: "denied" } as CollectionSummary;
  const parts = { ...rich, collection: collectionFacts(denied) };
  for (const feature of catalogue) {
    const { name, source } = feature;
    const value = valueIn(feature, parts);
    if (source.some((one) => watched.includes(one))) expect([name, value]).toEqual([name, null]);
    else if (!(name in elsewhere)) expect([name, value]).not.toEqual([name, null]);
  }
});
