import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FieldPurpose, TelemetryBatch, TelemetryEvent } from "./protocol.ts";
import { type Arrival, type CollectionSummary, foldBatch } from "./summary.ts";

const arrival: Arrival = { receivedAt: 1_800_000_000_000, ip: "192.0.2.1", userAgent: "UA" };

const batchOf = (sequence: number, more: Partial<TelemetryBatch> = {}): TelemetryBatch => ({
  key: "pk_x",
  collectionId: "col_12345678",
  sequence,
  startedAt: 1_799_999_999_000,
  sentAt: 1_800_000_000_000,
  sdkVersion: "1.0.0",
  events: [],
  ...more,
});

const kinds = {
  page: { kind: "page", at: 10, page: 0, path: "/", referrerHost: "", navigation: "navigate" },
  field: {
    kind: "field",
    at: 20,
    page: 0,
    purpose: "name",
    index: 0,
    focusMs: 900,
    keys: 7,
    corrections: 2,
    pastes: 1,
    autofills: 3,
    inputs: 8,
    untrusted: 4,
    gapSumMs: 600,
    gapSquareSum: 61_000,
  },
  pointer: {
    kind: "pointer",
    at: 30,
    page: 0,
    moves: 5,
    distancePx: 100.5,
    directPx: 80.25,
    clicks: 2,
    touches: 3,
    untrusted: 1,
    centred: 1,
  },
  scroll: { kind: "scroll", at: 40, page: 0, scrolls: 6, depth: 0.75 },
  visibility: { kind: "visibility", at: 50, page: 0, state: "hidden" },
  submit: { kind: "submit", at: 60, page: 0, trusted: true, filledFields: 5, touchedFields: 4 },
} as const satisfies Record<string, TelemetryEvent>;

/** The summary of one batch with these events. */
const fold = (...events: TelemetryEvent[]): CollectionSummary =>
  foldBatch(null, batchOf(0, { events }), arrival);

describe("the first batch", () => {
  test("starts the collection at the server's time", () => {
    expect(fold()).toMatchObject({
      firstAt: arrival.receivedAt,
      lastAt: arrival.receivedAt,
      startedAt: 1_799_999_999_000,
      batches: 1,
      nextSequence: 1,
      missing: [],
      sdkVersion: "1.0.0",
      device: null,
      deviceIds: [],
      ips: ["192.0.2.1"],
      userAgents: ["UA"],
    });
  });

  test("is only complete with those before it", () => {
    const summary = foldBatch(null, batchOf(3), arrival);
    expect(summary).toMatchObject({ batches: 1, nextSequence: 4, missing: [0, 1, 2] });
  });
});

/** What of the summary an event may change besides `lastEventAt`; all else stays as it was. */
const effects: [name: string, events: TelemetryEvent[], changes: Partial<CollectionSummary>][] = [
  [
    "a page",
    [{ ...kinds.page, path: "/rooms", referrerHost: "search.example" }],
    {
      pages: 1,
      landingPath: "/rooms",
      referrerHost: "search.example",
      lastPageAt: 10,
      lastEventAt: 10,
    },
  ],
  [
    "a later page keeps the landing",
    [
      { ...kinds.page, path: "/first" },
      { ...kinds.page, at: 99, page: 1, path: "/second", referrerHost: "own.example" },
    ],
    { pages: 2, landingPath: "/first", referrerHost: "", lastPageAt: 99, lastEventAt: 99 },
  ],
  [
    "a landing that is reported late",
    [
      { ...kinds.page, at: 99, page: 1, path: "/second" },
      { ...kinds.page, path: "/first" },
    ],
    { pages: 2, landingPath: "/first", referrerHost: "", lastPageAt: 99, lastEventAt: 99 },
  ],
  [
    "a field",
    [kinds.field],
    {
      fieldVisits: 1,
      firstFieldAt: 20,
      firstFieldPage: 0,
      focusMs: 900,
      keys: 7,
      corrections: 2,
      pastes: 1,
      autofills: 3,
      inputs: 8,
      untrustedInputs: 4,
      keyGaps: 6,
      keyGapSumMs: 600,
      keyGapSquareSum: 61_000,
      lastEventAt: 20,
    },
  ],
  [
    "two fields, the earlier one second, an e-mail pasted",
    [kinds.field, { ...kinds.field, at: 5, purpose: "email", keys: 0, gapSumMs: 0, pastes: 2 }],
    {
      fieldVisits: 2,
      firstFieldAt: 5,
      firstFieldPage: 0,
      focusMs: 1800,
      keys: 7,
      corrections: 4,
      pastes: 3,
      autofills: 6,
      inputs: 16,
      untrustedInputs: 8,
      emailPastes: 2,
      keyGaps: 6,
      keyGapSumMs: 600,
      keyGapSquareSum: 122_000,
      lastEventAt: 20,
    },
  ],
  [
    "pointer movement",
    [kinds.pointer, kinds.pointer],
    {
      pointerMoves: 10,
      pointerPx: 201,
      pointerDirectPx: 160.5,
      clicks: 4,
      touches: 6,
      untrustedPointer: 2,
      centredClicks: 2,
      lastEventAt: 30,
    },
  ],
  [
    "scrolling, to its deepest",
    [kinds.scroll, { ...kinds.scroll, scrolls: 1, depth: 0.5 }],
    { scrolls: 7, scrollDepth: 0.75, lastEventAt: 40 },
  ],
  ["a tab hidden", [kinds.visibility], { hides: 1, lastEventAt: 50 }],
  ["a tab shown", [{ ...kinds.visibility, state: "visible" }], { lastEventAt: 50 }],
  ["a page left", [{ ...kinds.visibility, state: "left" }], { lastEventAt: 50 }],
  [
    "a submit",
    [kinds.submit],
    { submits: 1, lastSubmitAt: 60, filledFields: 5, touchedFields: 4, lastEventAt: 60 },
  ],
  [
    "a submit by a program, after one by a person",
    [kinds.submit, { ...kinds.submit, at: 70, trusted: false, filledFields: 9, touchedFields: 0 }],
    {
      submits: 2,
      untrustedSubmits: 1,
      lastSubmitAt: 70,
      filledFields: 9,
      touchedFields: 0,
      lastEventAt: 70,
    },
  ],
];

test.each(effects)("%s changes what it tells of, and nothing else", (_, events, changes) => {
  expect(fold(...events)).toEqual({ ...fold(), ...changes });
});

describe("the page of the first contact or payment field", () => {
  const field = (purpose: FieldPurpose, page: number): TelemetryEvent => ({
    ...kinds.field,
    purpose,
    page,
  });

  test("is the earliest, whatever the order of arrival", () => {
    expect(fold(field("card", 4), field("email", 3), field("name", 5)).firstFieldPage).toBe(3);
  });

  test("is not the page of a search or a log-in", () => {
    const before = [field("date", 0), field("password", 1), field("other", 2)];
    expect(fold(...before).firstFieldPage).toBeNull();
    expect(fold(...before, field("phone", 3)).firstFieldPage).toBe(3);
  });

  test("is found for a summary that was stored before it was counted", () => {
    const { firstFieldPage: _, ...older } = fold();
    const batch = batchOf(1, { events: [field("name", 2)] });
    expect(foldBatch(older as CollectionSummary, batch, arrival).firstFieldPage).toBe(2);
  });
});

test("a submit that arrives late does not hide a newer one", () => {
  const newer: TelemetryEvent = { ...kinds.submit, at: 500, filledFields: 9, touchedFields: 1 };
  const ordered = fold(kinds.submit, newer);
  const second = foldBatch(null, batchOf(1, { events: [newer] }), arrival);
  const late = foldBatch(second, batchOf(0, { events: [kinds.submit] }), arrival);
  const { submits, lastSubmitAt, filledFields, touchedFields } = ordered;
  expect(late).toMatchObject({ submits, lastSubmitAt, filledFields, touchedFields });
});

describe("sequence numbers", () => {
  const numbers = (...sequences: number[]) =>
    sequences.reduce<CollectionSummary | null>(
      (summary, sequence) =>
        foldBatch(summary, batchOf(sequence, { events: [kinds.page] }), arrival),
      null,
    )!;

  test.each([
    { sent: [0, 1, 2], batches: 3, next: 3, missing: [] },
    { sent: [0, 0, 0], batches: 1, next: 1, missing: [] },
    { sent: [0, 2, 1], batches: 3, next: 3, missing: [] },
    { sent: [0, 2, 1, 1], batches: 3, next: 3, missing: [] },
    { sent: [2, 0], batches: 2, next: 3, missing: [1] },
    { sent: [0, 4], batches: 2, next: 5, missing: [1, 2, 3] },
    { sent: [0, 4, 2, 4, 2], batches: 3, next: 5, missing: [1, 3] },
  ])("$sent count as $batches", ({ sent, batches, next, missing }) => {
    expect(numbers(...sent)).toMatchObject({
      batches,
      pages: batches,
      nextSequence: next,
      missing,
    });
  });

  test("a batch counted before gives back the very same summary", () => {
    const before = numbers(0, 2);
    const copy = structuredClone(before);
    const again = batchOf(2, { events: [kinds.page], sdkVersion: "9" });
    expect(foldBatch(before, again, { ...arrival, receivedAt: 1, ip: "x" })).toBe(before);
    expect(before).toEqual(copy);
  });

  test("folding leaves the earlier summary as it was", () => {
    const before = numbers(0, 3);
    const copy = structuredClone(before);
    expect(foldBatch(before, batchOf(1, { events: [kinds.field] }), arrival)).not.toBe(before);
    expect(before).toEqual(copy);
  });

  test("a gap of any size is remembered within bounds, and at once", () => {
    const start = performance.now();
    const summary = numbers(0, 1_000_000);
    expect(performance.now() - start).toBeLessThan(100);
    expect(summary.missing).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
    expect(summary.nextSequence).toBe(1_000_001);
  });

  test("any order of any batches counts each once", () => {
    const sequences = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 });
    fc.assert(
      fc.property(sequences, (sent) => {
        const summary = numbers(...sent);
        const different = new Set(sent);
        expect(summary.batches).toBe(different.size);
        expect(summary.pages).toBe(different.size);
        expect(summary.nextSequence).toBe(Math.max(...sent) + 1);
        const missing = [...summary.missing].sort((a, b) => a - b);
        const absent = Array.from({ length: summary.nextSequence }, (_, i) => i);
        expect(missing).toEqual(absent.filter((number) => !different.has(number)));
      }),
    );
  });
});

describe("what came with the batches", () => {
  test("addresses, browsers and devices: each once, the first 8", () => {
    let summary: CollectionSummary | null = null;
    for (let i = 0; i < 20; i++) {
      const n = i >> 1; // Each twice.
      summary = foldBatch(summary, batchOf(i, { device: { deviceId: `dev_0000000${n}` } }), {
        receivedAt: arrival.receivedAt + i,
        ip: `192.0.2.${n}`,
        userAgent: `UA ${n}`,
      });
    }
    const eight = Array.from({ length: 8 }, (_, n) => n);
    expect(summary).toMatchObject({
      ips: eight.map((n) => `192.0.2.${n}`),
      userAgents: eight.map((n) => `UA ${n}`),
      deviceIds: eight.map((n) => `dev_0000000${n}`),
    });
    expect(summary?.batches).toBe(20);
  });

  test("an empty address or browser is none", () => {
    const summary = foldBatch(null, batchOf(0), { ...arrival, ip: "", userAgent: "" });
    expect(summary).toMatchObject({ ips: [], userAgents: [] });
  });

  test("the newest device and version are kept, also past batches without a device", () => {
    let summary = foldBatch(null, batchOf(0, { device: { cores: 4 } }), arrival);
    summary = foldBatch(summary, batchOf(1, { device: { cores: 8 }, sdkVersion: "2" }), arrival);
    summary = foldBatch(summary, batchOf(2, { sdkVersion: "3" }), arrival);
    expect(summary).toMatchObject({ device: { cores: 8 }, sdkVersion: "3", deviceIds: [] });
  });

  test("the times are the server's: first as it was, last the latest", () => {
    let summary = foldBatch(null, batchOf(0), arrival);
    summary = foldBatch(summary, batchOf(1), { ...arrival, receivedAt: arrival.receivedAt + 9 });
    summary = foldBatch(summary, batchOf(2), { ...arrival, receivedAt: arrival.receivedAt + 5 });
    expect(summary.firstAt).toBe(arrival.receivedAt);
    expect(summary.lastAt).toBe(arrival.receivedAt + 9);
  });
});

test("a summary that was stored as JSON folds on as the one in memory", () => {
  const batches = fc.array(
    fc.record({
      sequence: fc.integer({ min: 0, max: 6 }),
      events: fc.array(fc.constantFrom<TelemetryEvent>(...Object.values(kinds)), { maxLength: 4 }),
      device: fc.option(fc.record({ cores: fc.nat(), webdriver: fc.boolean() }), {
        nil: undefined,
      }),
      ip: fc.ipV4(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(batches, (sent) => {
      let kept: CollectionSummary | null = null;
      let stored: CollectionSummary | null = null;
      for (const { sequence, events, device, ip } of sent) {
        const batch = batchOf(sequence, { events, ...(device && { device }) });
        kept = foldBatch(kept, batch, { ...arrival, ip });
        const folded: CollectionSummary = foldBatch(stored, batch, { ...arrival, ip });
        stored = JSON.parse(JSON.stringify(folded)) as CollectionSummary;
        expect(stored).toStrictEqual(kept);
      }
    }),
  );
});

test("the newest address and device are known, also when they came before and when many did", () => {
  const seen = ["192.0.2.1", "192.0.2.2", "192.0.2.1"].reduce<CollectionSummary | null>(
    (before, ip, sequence) =>
      foldBatch(
        before,
        {
          key: "pk",
          collectionId: "col_12345678",
          sequence,
          startedAt: 0,
          sentAt: 0,
          sdkVersion: "1",
          device: { deviceId: `dev_0000000${ip.at(-1)}` },
          events: [],
        },
        { receivedAt: sequence, ip, userAgent: "" },
      ),
    null,
  );
  expect(seen).toMatchObject({
    lastIp: "192.0.2.1",
    lastDeviceId: "dev_00000001",
    ips: ["192.0.2.1", "192.0.2.2"],
  });
});
