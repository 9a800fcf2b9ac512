import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { nothingKnown } from "../../../test/fixtures/example-attempt.ts";
import type { NetworkFacts } from "../../attempt/geoip/facts.ts";
import {
  amountMax,
  avsResults,
  cvcResults,
  paymentMethods,
  type RiskRequest,
  readRiskRequest,
  threeDSecureResults,
} from "../../attempt/request/risk-request.ts";
import { foldBatch } from "../../attempt/telemetry/fold.ts";
import {
  type Device,
  type TelemetryBatch,
  type TelemetryEvent,
  turnParts,
} from "../../attempt/telemetry/protocol.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
} from "../../attempt/telemetry/summary.ts";
import { sightingOf } from "../../storage/port/sighting.ts";
import {
  type History,
  identityKinds,
  outcomeKinds,
  type Sighting,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import { historyFacts, windowNames } from "../velocity/facts.ts";
import { identitiesOf, traitsOf } from "../velocity/identities.ts";
import { featureGroups, sources } from "./feature.ts";
import {
  type Attempt,
  catalogue,
  decodeVector,
  encodeVector,
  featureNames,
  featureSetId,
  featureVector,
} from "./index.ts";

const at = Date.UTC(2027, 3, 1, 12);

describe("the catalogue", () => {
  test("has each name once, in lower case with underscores", () => {
    expect(featureNames).toEqual(catalogue.map(({ name }) => name));
    expect(new Set(featureNames).size).toBe(featureNames.length);
    for (const name of featureNames) expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
  });

  test("has the names that a manifest may ask for, and no more than fit one", () => {
    for (const name of featureNames) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_.]{0,127}$/);
    expect(featureNames.length).toBeLessThanOrEqual(512);
  });

  test.each(catalogue.map((feature) => ({ ...feature })))("$name is documented", (feature) => {
    expect(feature.meaning).toMatch(/^[A-Z].{10,}\.$/s);
    if (feature.missing !== null) expect(feature.missing).toMatch(/^[A-Z].{5,}\.$/s);
    expect(feature.why).toMatch(/^[A-Z"].{20,}\.$/s);
    expect(feature.source.length).toBeGreaterThan(0);
    expect(new Set(feature.source).size).toBe(feature.source.length);
    for (const source of feature.source) expect(sources).toContain(source);
    expect(featureGroups).toContain(feature.group);
    const [low, high] = feature.range;
    expect(low).toBeLessThan(high);
    if (feature.type === "flag") expect(feature).toMatchObject({ unit: "", range: [0, 1] });
    else expect(feature.unit).not.toBe("");
  });

  test("has features of every group, those of one group together", () => {
    const order = catalogue
      .map(({ group }) => group)
      .filter((group, i, all) => group !== all[i - 1]);
    expect([...order].sort()).toEqual([...featureGroups].sort());
  });

  test("has an identifier that follows its names and their order", () => {
    const hashOf = (names: readonly string[]) =>
      new Bun.CryptoHasher("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
    expect(featureSetId).toBe(hashOf(featureNames));
    expect(featureSetId).not.toBe(hashOf([...featureNames].reverse()));
  });
});

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "-",
    "Ada",
    "李小龙",
    "𝔄𝔡𝔞",
    "ﷺ".repeat(250),
    "aeiouy".repeat(42),
    "e\u0301",
  ),
);
const emails = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom("1@b.co", "+@b.co", "ada+x@example.com", "用户@例子.公司", "𝔄@b.co"),
);
const countries = fc.constantFrom("PT", "us", "AQ", "KZ", "GB", "TF");
const counts = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null });
const days = fc.constantFrom("0000-01-01", "1970-01-01", "2027-04-01", "2028-02-29", "9999-12-30");
const request = fc
  .record({
    collectionId: fc.constantFrom(null, "col_12345678"),
    booker: fc.record({
      referenceId: fc.option(texts, { nil: null }),
      firstName: texts,
      lastName: texts,
      email: emails,
      phone: fc.constantFrom("+12", "+351912345678", "+441234567890", "+999999999999999"),
    }),
    guests: fc.option(fc.array(fc.record({ firstName: texts, lastName: texts }), { maxLength: 3 })),
    billing: fc.option(fc.record({ addressLine: fc.option(texts), country: fc.option(countries) })),
    hotel: fc.record({ name: texts, country: countries, giataId: fc.option(texts) }),
    booking: fc.record({
      checkIn: days,
      checkOut: fc.constantFrom("2027-04-02", "9999-12-31"),
      groupSize: fc.option(
        fc.record({ adultCount: counts, childCount: counts, infantCount: counts }),
      ),
      totalAmount: fc.option(
        fc.record({
          value: fc.oneof(fc.constantFrom(0, 1, amountMax), fc.nat()),
          currency: fc.constantFrom("eur", "JPY", "KWD"),
        }),
      ),
    }),
    payment: fc.option(
      fc.record(
        {
          method: fc.constantFrom(...paymentMethods),
          instrumentId: fc.oneof(texts, fc.constant("fp_1")),
          bin: fc.constantFrom("457173", "45717360"),
          billingCountryMatch: fc.boolean(),
          avs: fc.constantFrom(...avsResults),
          cvc: fc.constantFrom(...cvcResults),
          threeDSecure: fc.constantFrom(...threeDSecureResults),
          previousDeclines: counts,
        },
        { requiredKeys: [] },
      ),
    ),
    requestId: fc.constant("r-1"),
  })
  .map((body) => readRiskRequest(body))
  .filter((reading): reading is { request: RiskRequest } => "request" in reading)
  .map((reading) => reading.request);

const whole = fc.oneof(fc.constantFrom(0, 1, 1_000_000), fc.nat(1_000_000));
const real = (max: number) =>
  fc.oneof(
    fc.constantFrom(0, Number.MIN_VALUE, 1e-300, 1, max),
    fc.double({ min: 0, max, noNaN: true }),
  );
const ms = fc.constantFrom(0, 1, 1000, 604_800_000);
/** What scripts of earlier versions do not tell. */
const newer = <Members extends Record<string, fc.Arbitrary<unknown>>>(members: Members) =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<{
    [Name in keyof Members]: Members[Name] extends fc.Arbitrary<infer Value> ? Value : never;
  }>;
const told = <Event, More>(event: fc.Arbitrary<Event>, more: fc.Arbitrary<More>) =>
  fc.tuple(event, more).map(([one, members]) => ({ ...one, ...members }));
const event: fc.Arbitrary<TelemetryEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("page" as const),
    at: ms,
    page: fc.nat(3),
    path: fc.constantFrom("", "/"),
    referrerHost: fc.constantFrom("", "x.example"),
    navigation: fc.constant("navigate" as const),
  }),
  told(
    fc.record({
      kind: fc.constant("field" as const),
      at: ms,
      page: fc.nat(3),
      purpose: fc.constantFrom("email" as const, "card" as const),
      index: fc.nat(9),
      focusMs: ms,
      keys: whole,
      corrections: whole,
      pastes: whole,
      autofills: whole,
      inputs: whole,
      untrusted: whole,
      gapSumMs: real(1e9),
      gapSquareSum: real(1e15),
    }),
    newer({
      holds: whole,
      holdSumMs: real(1e9),
      holdSquareSum: real(1e15),
      hidden: fc.boolean(),
      rushes: whole,
      shiftless: whole,
      bareAts: whole,
    }),
  ),
  told(
    fc.record({
      kind: fc.constant("pointer" as const),
      at: ms,
      page: fc.nat(3),
      moves: whole,
      distancePx: real(1e9),
      directPx: real(1e9),
      clicks: whole,
      touches: whole,
      untrusted: whole,
      centred: whole,
    }),
    newer({
      moveMs: real(1e9),
      stepSquareSum: real(1e15),
      turns: fc.array(whole, { minLength: turnParts, maxLength: turnParts }),
      axial: whole,
      bends: whole,
      flips: whole,
      coalesced: whole,
      teleports: whole,
      presses: whole,
      pressSumMs: real(1e9),
      pressureless: whole,
      fractions: whole,
    }),
  ),
  fc.record({
    kind: fc.constant("touch" as const),
    at: ms,
    page: fc.nat(3),
    taps: whole,
    swipes: whole,
    swipePx: real(1e9),
    swipeMs: real(1e9),
    sized: whole,
  }),
  fc.record({
    kind: fc.constant("visibility" as const),
    at: ms,
    page: fc.nat(3),
    state: fc.constantFrom("hidden" as const, "visible" as const, "left" as const),
  }),
  told(
    fc.record({
      kind: fc.constant("submit" as const),
      at: ms,
      page: fc.nat(3),
      trusted: fc.boolean(),
      filledFields: whole,
      touchedFields: whole,
    }),
    newer({ hiddenFilled: whole }),
  ),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const device = fc
  .record({
    deviceId: optional(fc.constant("dev_12345678")),
    screenWidth: optional(whole),
    screenHeight: optional(whole),
    viewportWidth: optional(whole),
    viewportHeight: optional(whole),
    cores: optional(whole),
    memoryGb: optional(real(10_000)),
    plugins: optional(whole),
    cookies: optional(fc.boolean()),
    platform: optional(fc.constantFrom("", "Win32", "Linux armv81", "x".repeat(64))),
    timeZone: optional(
      fc.constantFrom("", "Europe/Lisbon", "Etc/UTC", "toString", "x/".repeat(32)),
    ),
    touchPoints: optional(whole),
    languages: optional(
      fc.array(fc.constantFrom("", "en", "pt-PT", "zh-Hant-TW", "-".repeat(35)), { maxLength: 20 }),
    ),
    utcOffsetMin: optional(fc.integer({ min: -900, max: 900 })),
    webdriver: optional(fc.boolean()),
    outerWidth: optional(whole),
    outerHeight: optional(whole),
    brands: optional(fc.array(fc.constantFrom("", "Chromium", "HeadlessChrome"), { maxLength: 8 })),
    traces: optional(fc.array(fc.constantFrom("", "native", "cdc"), { maxLength: 16 })),
  })
  .map((read) => JSON.parse(JSON.stringify(read)) as Device);

const header = fc.option(
  fc.constantFrom("", "*", "pt-PT", "-", '"Windows"', '"HeadlessChrome"', "x".repeat(200)),
);
const headers = fc.record({
  origin: header,
  fetchMode: header,
  language: header,
  brands: header,
  platform: header,
});

const batchOf = (sequence: number, events: TelemetryEvent[], seen?: Device): TelemetryBatch => ({
  key: "",
  collectionId: "col_12345678",
  sequence,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1",
  ...(seen && { device: seen }),
  events,
});
const batches = fc.array(
  fc.record({
    events: fc.array(event, { maxLength: 6 }),
    seen: optional(device),
    late: fc.integer(),
    sent: optional(headers),
    consent: optional(fc.constantFrom("granted" as const, "denied" as const)),
    clock: fc.constantFrom(0, at, 8.64e15),
  }),
  { maxLength: 4 },
);
const collection = batches.map((all) =>
  all.reduce<CollectionSummary | null>(
    (before, { events, seen, late, sent, consent, clock }, n) => {
      const batch = { ...batchOf(n, events, seen), sentAt: clock, ...(consent && { consent }) };
      const userAgent = n % 2 ? "" : "HeadlessChrome";
      const arrival = { receivedAt: at - late, ip: "192.0.2.1", userAgent };
      return foldBatch(before, batch, { ...arrival, ...(sent && { headers: sent }) });
    },
    null,
  ),
);

const sightings: fc.Arbitrary<Sighting[]> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: velocityLimits.windowMs }), fc.nat(200)), {
    maxLength: velocityLimits.sightingsPerIdentity,
  })
  .map((seen) =>
    seen
      .map(([ago, n]) => {
        const identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, n * 9 + i]));
        const traits = {
          city: n % 2 ? n : null,
          look: n % 3 ? n : null,
          surname: n % 4 ? n : null,
          checkIn: 20_000 + n,
          checkOut: 20_003 + n,
        };
        const score = n % 5 ? n % 100 : null;
        return { ...sightingOf(identities, traits, { at: at - ago, tie: n }), score };
      })
      .sort((a, b) => a.at - b.at),
  );

const network: fc.Arbitrary<NetworkFacts | null> = fc.option(
  fc.record({
    country: fc.option(countries.map((country) => country.toUpperCase())),
    timeZone: fc.option(
      fc.constantFrom("Europe/Lisbon", "UTC", "Asia/Kathmandu", "Nowhere/At_All"),
    ),
    asn: fc.option(fc.nat()),
    kind: fc.option(fc.constantFrom("residential", "business", "cellular", "hosting")),
    anonymous: fc.option(fc.boolean()),
  }),
);

/** What an imported history knows of a tab: any part of it, the rest is null. */
const facts: fc.Arbitrary<CollectionFacts | null> = fc
  .tuple(collection, fc.infiniteStream(fc.boolean()), fc.boolean())
  .map(([whole, unseen, imported]) => {
    if (!whole || !imported) return whole && collectionFacts(whole);
    const known = Object.entries(whole).map(([name, fact]) => [
      name,
      unseen.next().value ? null : fact,
    ]);
    return Object.fromEntries(known) as CollectionFacts;
  });

const attempt: fc.Arbitrary<Attempt> = fc
  .tuple(request, facts, network, sightings, fc.boolean())
  .map(([asked, known, place, seen, busy]) => {
    const identities = identitiesOf("prj_1", asked, known);
    const current = sightingOf(identities, traitsOf("prj_1", asked, known), { at, tie: 0 });
    const past: History = busy
      ? {
          sightings: Object.fromEntries(identityKinds.map((kind) => [kind, seen])),
          firstSeen: { email: at - 1, phone: 0 },
          outcomes: Object.fromEntries(
            outcomeKinds.map((kind) => [
              kind,
              {
                fraud: 1,
                legitimate: 2,
                lastFraudAt: at - 1,
                lastLegitimateAt: at - velocityLimits.windowMs / 2,
              },
            ]),
          ),
        }
      : { sightings: {}, firstSeen: {}, outcomes: null };
    return {
      at,
      request: asked,
      collection: known,
      network: place,
      history: historyFacts(current, past),
    };
  });

describe("on whatever attempt", () => {
  test("each feature is a finite number within its range, or missing where it says so", () => {
    fc.assert(
      fc.property(attempt, (one) => {
        for (const { name, type, range, missing, compute } of catalogue) {
          const value = compute(one);
          if (value === null) {
            expect([name, missing]).not.toEqual([name, null]);
            continue;
          }
          const right =
            Number.isFinite(Math.fround(value)) && value >= range[0] && value <= range[1];
          expect({ name, value, right }).toEqual({ name, value, right: true });
          if (type !== "number") expect([name, Number.isInteger(value)]).toEqual([name, true]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the vector has what each feature gives alone, whichever parts are lacking", () => {
    const without = fc.subarray(["collection", "network"] as const);
    fc.assert(
      fc.property(attempt, without, (whole, lacking) => {
        const one = { ...whole };
        for (const part of lacking) one[part] = null;
        const alone = catalogue.map(({ compute }) => (compute(one) ?? Number.NaN) + 0);
        expect(bits(featureVector(one))).toEqual(bits(Float64Array.from(alone)));
      }),
    );
  });

  test("computing changes nothing and gives the same again, also from what was stored", () => {
    fc.assert(
      fc.property(attempt, (one) => {
        const copy = structuredClone(one);
        const values = featureVector(one);
        expect(one).toEqual(copy);
        const stored = JSON.parse(JSON.stringify(one)) as Attempt;
        expect(bits(featureVector(stored))).toEqual(bits(values));
        expect(bits(decodeVector(encodeVector(values)))).toEqual(bits(values));
      }),
    );
  });
});

test("keys pressed at no distance in time give no infinite variation", () => {
  for (const gapSumMs of [Number.MIN_VALUE, 1e-300, 0]) {
    const field: TelemetryEvent = {
      kind: "field",
      at: 0,
      page: 0,
      purpose: "card",
      index: 0,
      focusMs: 0,
      keys: 20,
      corrections: 0,
      pastes: 0,
      autofills: 0,
      inputs: 0,
      untrusted: 0,
      gapSumMs,
      gapSquareSum: 1e15,
    };
    const seen = foldBatch(null, batchOf(0, [field]), { receivedAt: at, ip: "", userAgent: "" });
    const variation = catalogue.find(({ name }) => name === "key_gap_variation")!;
    const value = variation.compute({ collection: seen } as Attempt) ?? 0;
    expect(Math.fround(value)).toBeLessThan(Number.POSITIVE_INFINITY);
  }
});

test("a zero is a plain zero: -0 would not come back from JSON as the same bits", () => {
  const groupSize = JSON.parse('{"adultCount":2,"childCount":-0,"infantCount":-0}');
  const reading = readRiskRequest({ ...(fc.sample(request, 1)[0] as object) });
  if (!("request" in reading)) throw new Error("not a request");
  reading.request.booking.groupSize = groupSize;
  const values = featureVector({
    at,
    request: reading.request,
    collection: null,
    network: null,
    history: nothingKnown,
  });
  for (const [i, value] of values.entries()) {
    expect([featureNames[i], Object.is(value, -0)]).toEqual([featureNames[i]!, false]);
  }
});

test("whether a collection was sent and is known is told without one", () => {
  const [asked] = fc.sample(request, { seed: 1, numRuns: 1 });
  const sent = (collectionId: string | null, collection: CollectionSummary | null) => {
    const { collectionId: _, ...without } = asked!;
    const one = collectionId === null ? without : { ...without, collectionId };
    const values = featureVector({
      at,
      request: one,
      collection,
      network: null,
      history: nothingKnown,
    });
    return ["collection_is_sent", "collection_is_known"].map(
      (name) => values[featureNames.indexOf(name)],
    );
  };
  const known = foldBatch(null, batchOf(0, []), { receivedAt: at, ip: "", userAgent: "" });
  expect(sent(null, null)).toEqual([0, Number.NaN]);
  expect(sent("col_12345678", null)).toEqual([1, 0]);
  expect(sent("col_12345678", known)).toEqual([1, 1]);
});

test("velocity and linking read the fact that their name says", () => {
  const history = {
    attempts: Object.fromEntries(
      identityKinds.map((kind, k) => [kind, windowNames.map((_, w) => k * 10 + w)]),
    ),
    sinceLastS: Object.fromEntries(identityKinds.map((kind, k) => [kind, 1000 + k])),
    distinct: [],
  } as unknown as Attempt["history"];
  const value = (name: string) =>
    catalogue.find((one) => one.name === name)!.compute({ history } as Attempt);
  expect(value("email_attempts_10m")).toBe(0);
  expect(value("phone_attempts_30d")).toBe(14);
  expect(value("booker_attempts_1h")).toBe(21);
  expect(value("device_attempts_7d")).toBe(43);
  expect(value("ip_attempts_24h")).toBe(52);
  expect(value("hotel_attempts_1h")).toBe(81);
  expect(value("collection_attempts_24h")).toBe(92);
  expect(value("email_since_last_s")).toBe(1000);
  expect(value("ip_since_last_s")).toBe(1005);
});

function bits(vector: Float64Array): BigUint64Array {
  return new BigUint64Array(vector.buffer, vector.byteOffset, vector.length);
}
