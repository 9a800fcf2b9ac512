import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/fixtures/processor-time.ts";
import { type Arrival, type BrowserHeaders, foldBatch } from "./fold.ts";
import {
  type FieldPurpose,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "./protocol.ts";
import { withRecordingOf } from "./recording.ts";
import type { SignatureResult } from "./signature.ts";
import { type CollectionSummary, collectionFacts } from "./summary.ts";

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

/** Three keys, quickly. */
const short = { keys: 3, gapSumMs: 50, gapSquareSum: 1300 };
const fullPointer = {
  ...kinds.pointer,
  moveMs: 300.25,
  stepSquareSum: 2100,
  turns: [8, 7, 6, 5, 4, 3, 2, 1],
  axial: 4,
  bends: 9,
  flips: 5,
  coalesced: 12,
  teleports: 1,
  presses: 2,
  pressSumMs: 150,
  pressureless: 1,
  fractions: 3,
} satisfies TelemetryEvent;
const held = {
  ...kinds.field,
  holds: 7,
  holdSumMs: 600,
  holdSquareSum: 52_000,
  rushes: 2,
  shiftless: 1,
  hidden: false,
} satisfies TelemetryEvent;
const touch = {
  kind: "touch",
  at: 35,
  page: 0,
  taps: 3,
  swipes: 2,
  swipePx: 450.25,
  swipeMs: 350,
  sized: 4,
} as const satisfies TelemetryEvent;
const noKeys = { keys: 0, corrections: 0, gapSumMs: 0, gapSquareSum: 0 };

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
      lastField: { page: 0, index: 0 },
      lastEventAt: 20,
    },
  ],
  [
    "two fields, the earlier one second, an e-mail pasted",
    [kinds.field, { ...kinds.field, at: 5, purpose: "email", pastes: 2, ...short }],
    {
      fieldVisits: 2,
      firstFieldAt: 5,
      firstFieldPage: 0,
      focusMs: 1800,
      keys: 10,
      corrections: 4,
      pastes: 3,
      autofills: 6,
      inputs: 16,
      untrustedInputs: 8,
      emailPastes: 2,
      keyGaps: 8,
      keyGapSumMs: 650,
      keyGapSquareSum: 62_300,
      lastField: { page: 0, index: 0 },
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
  [
    "a field without keys, which has no gap less than none",
    [{ ...kinds.field, ...noKeys }],
    {
      fieldVisits: 1,
      firstFieldAt: 20,
      firstFieldPage: 0,
      focusMs: 900,
      pastes: 1,
      autofills: 3,
      inputs: 8,
      untrustedInputs: 4,
      lastField: { page: 0, index: 0 },
      lastEventAt: 20,
    },
  ],
  [
    "pointer movement in full, after some of a script that told less",
    [kinds.pointer, fullPointer, { ...fullPointer, turns: [0, 0, 0, 0, 0, 0, 0, 9] }],
    {
      pointerMoves: 15,
      pointerPx: 301.5,
      pointerDirectPx: 240.75,
      clicks: 6,
      touches: 9,
      untrustedPointer: 3,
      centredClicks: 3,
      pointerMs: 600.5,
      stepSquareSum: 4200,
      turns: [8, 7, 6, 5, 4, 3, 2, 10],
      axialSteps: 8,
      bends: 18,
      flips: 10,
      coalesced: 24,
      teleports: 2,
      presses: 4,
      pressSumMs: 300,
      pressureless: 2,
      fractions: 6,
      lastEventAt: 30,
    },
  ],
  [
    "touches",
    [touch, { ...touch, at: 36, taps: 0 }],
    {
      taps: 3,
      swipes: 4,
      swipePx: 900.5,
      swipeMs: 700,
      sizedTouches: 8,
      lastEventAt: 36,
    },
  ],
  ["a tab hidden", [kinds.visibility], { hides: 1, hiddenAt: 50, lastEventAt: 50 }],
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
  const recording = events.reduce(withRecordingOf, null);
  expect(fold(...events)).toEqual({ ...fold(), recording, ...changes });
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

describe("what newer scripts tell of a field", () => {
  const toldOf = (summary: CollectionSummary) => {
    const { holds, holdSumMs, holdSquareSum, rushes, shiftless, hiddenFields } = summary;
    return [holds, holdSumMs, holdSquareSum, rushes, shiftless, hiddenFields];
  };

  test("is null of what no script told, and not zero", () => {
    expect(toldOf(fold())).toEqual([null, null, null, null, null, null]);
    expect(toldOf(fold(kinds.field))).toEqual([null, null, null, null, null, null]);
  });

  test("adds up, past a batch that tells none of it", () => {
    expect(toldOf(fold(held))).toEqual([7, 600, 52_000, 2, 1, 0]);
    const trap = { ...held, hidden: true };
    expect(toldOf(fold(held, kinds.field, trap, trap))).toEqual([21, 1800, 156_000, 6, 3, 2]);
  });

  test("is zero where a script saw none", () => {
    const none = { ...kinds.field, ...noKeys, holds: 0, holdSumMs: 0, holdSquareSum: 0 };
    expect(toldOf(fold(none))).toEqual([0, 0, 0, null, null, null]);
  });
});

test.each<[jumps: number, visits: [page: number, index: number][]]>([
  [0, []],
  [0, [[0, 5]]],
  [
    0,
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
  ],
  [
    0,
    [
      [0, 0],
      [0, 0],
      [0, 1],
    ],
  ],
  [
    1,
    [
      [0, 0],
      [0, 2],
    ],
  ],
  [
    1,
    [
      [0, 2],
      [0, 1],
    ],
  ],
  [
    2,
    [
      [0, 0],
      [0, 5],
      [0, 1],
    ],
  ],
  [
    0,
    [
      [0, 7],
      [1, 0],
      [1, 1],
    ],
  ],
  [
    0,
    [
      [0, 7],
      [1, 3],
      [0, 2],
    ],
  ],
  [
    1,
    [
      [0, 0],
      [1, 0],
      [1, 4],
    ],
  ],
])("%i jumps from field to field in %j", (jumps, visits) => {
  const events = visits.map(([page, index]) => ({ ...kinds.field, page, index }));
  expect(fold(...events).fieldJumps).toBe(jumps);
  const one = events.reduce<CollectionSummary | null>(
    (before, event, i) => foldBatch(before, batchOf(i, { events: [event] }), arrival),
    null,
  );
  expect(one?.fieldJumps ?? 0).toBe(jumps);
});

describe("the time that a tab was hidden", () => {
  type State = "hidden" | "visible" | "left";
  const hidden = (...states: [State, at: number][]) =>
    fold(...states.map(([state, at]) => ({ ...kinds.visibility, state, at })));

  test.each<[states: [State, number][], hiddenMs: number, hiddenAt: number | null, hides: number]>([
    [[["visible", 500]], 0, null, 0],
    [[["hidden", 500]], 0, 500, 1],
    [
      [
        ["hidden", 500],
        ["visible", 800],
      ],
      300,
      null,
      1,
    ],
    [
      [
        ["hidden", 0],
        ["visible", 800],
      ],
      800,
      null,
      1,
    ],
    [
      [
        ["hidden", 500],
        ["left", 800],
      ],
      300,
      null,
      1,
    ],
    [
      [
        ["hidden", 500],
        ["hidden", 600],
        ["visible", 800],
      ],
      300,
      null,
      2,
    ],
    [
      [
        ["hidden", 1],
        ["visible", 2],
        ["hidden", 5],
        ["visible", 9],
      ],
      5,
      null,
      2,
    ],
    [
      [
        ["hidden", 800],
        ["visible", 500],
      ],
      0,
      null,
      1,
    ],
  ])("of %j is %i ms, since %p, in %i", (states, hiddenMs, hiddenAt, hides) => {
    expect(hidden(...states)).toMatchObject({ hiddenMs, hiddenAt, hides });
  });

  test("goes on from batch to batch", () => {
    const first = hidden(["hidden", 500]);
    const shown: TelemetryEvent = { ...kinds.visibility, state: "visible", at: 2500 };
    const next = foldBatch(first, batchOf(1, { events: [shown] }), arrival);
    expect(next).toMatchObject({ hiddenMs: 2000, hiddenAt: null });
  });
});

test("the fields that nobody sees are those of the latest submit, null where it does not tell", () => {
  const trap: TelemetryEvent = { ...kinds.submit, hiddenFilled: 2 };
  expect(fold(trap).hiddenFilled).toBe(2);
  expect(fold(trap, { ...trap, at: 70, hiddenFilled: 0 }).hiddenFilled).toBe(0);
  expect(fold(trap, { ...kinds.submit, at: 70 }).hiddenFilled).toBeNull();
  expect(fold({ ...trap, at: 70 }, kinds.submit).hiddenFilled).toBe(2); // Came late.
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

  test("a gap of any size is remembered within bounds, and at once", async () => {
    let summary = numbers(0);
    const tookMs = await processorMs(() => {
      summary = numbers(0, 1_000_000);
    });
    expect(tookMs).toBeLessThan(100);
    expect(summary.missing).toEqual(
      Array.from({ length: telemetryLimits.collectionBatches }, (_, i) => i + 1),
    );
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

  test("that a program controls the browser stays known, in any order of arrival", () => {
    const says = (webdriver: boolean) => ({ device: { cores: webdriver ? 4 : 8, webdriver } });
    for (const [first, last] of [
      [true, false],
      [false, true],
    ] as const) {
      const before = foldBatch(null, batchOf(0, says(first)), arrival);
      const { device } = foldBatch(before, batchOf(1, says(last)), arrival);
      expect(device).toEqual({ cores: last ? 4 : 8, webdriver: true });
    }
    const never = foldBatch(null, batchOf(0, says(false)), arrival);
    expect(foldBatch(never, batchOf(1, says(false)), arrival).device?.webdriver).toBe(false);
    expect(foldBatch(never, batchOf(1, { device: {} }), arrival).device?.webdriver).toBeUndefined();
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

/** One batch after another, each with these members. */
const foldAll = (...batches: Partial<TelemetryBatch>[]) =>
  batches.reduce<CollectionSummary | null>(
    (before, more, i) => foldBatch(before, batchOf(i, more), arrival),
    null,
  )!;

describe("consent", () => {
  test.each<[asked: TelemetryBatch["consent"][], consent: CollectionSummary["consent"]]>([
    [[undefined], null],
    [["denied"], "denied"],
    [["granted"], "granted"],
    [[undefined, "denied"], "denied"],
    [["denied", undefined], "denied"],
    [["denied", "granted"], "granted"],
    [["granted", "denied"], "granted"],
    [["denied", "granted", "denied", undefined], "granted"],
  ])("of %j is %p", (asked, consent) => {
    const batches = asked.map((one) => (one ? { consent: one } : {}));
    expect(foldAll(...batches).consent).toBe(consent as never);
  });

  const watched: Partial<TelemetryBatch> = {
    device: { deviceId: "dev_12345678", cores: 8 },
    events: [...Object.values(kinds), { ...held, hidden: true }, fullPointer, touch],
  };

  test("that was not denied leaves every fact as it was seen", () => {
    const asked = foldAll(watched);
    expect(collectionFacts(asked)).toBe(asked);
    const granted = foldAll({ ...watched, consent: "denied" }, { consent: "granted" });
    expect(collectionFacts(granted)).toBe(granted);
  });

  test("that was denied leaves what is strictly needed, and makes the rest unknown, not zero", () => {
    const denied = foldAll({ ...watched, consent: "denied" });
    const before = structuredClone(denied);
    const facts = collectionFacts(denied);
    expect(denied).toEqual(before);
    const unknown = Object.entries(facts).filter(([, fact]) => fact === null);
    const never = Object.entries(denied).filter(([, fact]) => fact === null);
    const taken = unknown.map(([name]) => name).filter((name) => !never.some(([n]) => n === name));
    expect(taken.sort()).toEqual(
      [
        "autofills",
        "axialSteps",
        "bends",
        "centredClicks",
        "clicks",
        "coalesced",
        "corrections",
        "deviceIds",
        "emailPastes",
        "fieldJumps",
        "fieldVisits",
        "firstFieldAt",
        "firstFieldPage",
        "flips",
        "fractions",
        "hiddenAt",
        "hiddenMs",
        "hides",
        "focusMs",
        "hiddenFields",
        "holdSquareSum",
        "holdSumMs",
        "holds",
        "inputs",
        "keyGapSquareSum",
        "keyGapSumMs",
        "keyGaps",
        "keys",
        "lastDeviceId",
        "lastField",
        "pastes",
        "pointerDirectPx",
        "pointerMoves",
        "pointerMs",
        "pointerPx",
        "pressSumMs",
        "presses",
        "pressureless",
        "rushes",
        "shiftless",
        "scrollDepth",
        "scrolls",
        "sizedTouches",
        "stepSquareSum",
        "swipeMs",
        "swipePx",
        "swipes",
        "taps",
        "teleports",
        "touches",
        "turns",
        "recording",
        "untrustedInputs",
        "untrustedPointer",
      ].sort(),
    );
    const kept = { batches: 1, pages: 1, submits: 1, consent: "denied" } as const;
    expect(facts).toMatchObject({ ...kept, lastIp: arrival.ip, device: { cores: 8 } });
  });
});

describe("the browser's clock", () => {
  const clock = (startedAt: number, ...sent: [sentAt: number, receivedAt: number][]) =>
    sent.reduce<CollectionSummary | null>(
      (before, [sentAt, receivedAt], i) =>
        foldBatch(before, batchOf(i, { startedAt, sentAt }), { ...arrival, receivedAt }),
      null,
    );

  test("is off by the least of what its batches took", () => {
    expect(clock(1000, [1200, 1500])).toMatchObject({ firstDelayMs: 200, clockOffsetMs: 300 });
    const several = clock(1000, [1200, 1500], [2000, 2050], [3000, 9000]);
    expect(several).toMatchObject({ firstDelayMs: 200, clockOffsetMs: 50 });
  });

  test("may be fast, or set back meanwhile", () => {
    expect(clock(5000, [4000, 100])).toMatchObject({ firstDelayMs: -1000, clockOffsetMs: -3900 });
  });

  test("tells the delay of the first batch that came, whichever that is", () => {
    const late = batchOf(0, { startedAt: 1000, sentAt: 1100 });
    const second = foldBatch(null, batchOf(1, { startedAt: 1000, sentAt: 6000 }), arrival);
    expect(foldBatch(second, late, arrival).firstDelayMs).toBe(5000);
  });

  test("may say any time that the protocol lets in", () => {
    const far = clock(0, [8.64e15, 0]);
    expect(far).toMatchObject({ firstDelayMs: 8.64e15, clockOffsetMs: -8.64e15 });
  });
});

describe("a browser's own headers", () => {
  const none = { origin: null, fetchMode: null, language: null, brands: null, platform: null };
  const withHeaders = (...sent: (Partial<BrowserHeaders> | undefined)[]) =>
    sent.reduce<CollectionSummary | null>(
      (before, headers, i) =>
        foldBatch(before, batchOf(i), {
          ...arrival,
          ...(headers && { headers: { ...none, ...headers } }),
        }),
      null,
    );

  test("are unknown where nobody kept them", () => {
    expect(withHeaders(undefined)).toMatchObject({
      origins: [],
      plainBatches: null,
      headerLanguage: null,
      headerPlatform: null,
      headerBrands: null,
    });
  });

  test("lack of a batch that no script in a browser sent", () => {
    expect(withHeaders({})).toMatchObject({ plainBatches: 1, origins: [] });
    const mixed = withHeaders(
      { origin: "https://a.example" },
      {},
      { fetchMode: "cors" },
      undefined,
    );
    expect(mixed).toMatchObject({ plainBatches: 1, batches: 4, origins: ["https://a.example"] });
    expect(withHeaders({ origin: "null" })).toMatchObject({ plainBatches: 0, origins: ["null"] });
    expect(withHeaders({ origin: "", fetchMode: "" })).toMatchObject({ plainBatches: 1 });
  });

  test("are the newest that were told", () => {
    const told = { language: "pt", platform: '"Windows"', brands: '"Chromium"' };
    expect(withHeaders(told, {}, { language: "en" })).toMatchObject({
      headerLanguage: "en",
      headerPlatform: '"Windows"',
      headerBrands: '"Chromium"',
    });
  });

  test("are kept of eight origins, each once", () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ origin: `https://${i >> 1}.example` }));
    expect(withHeaders(...many)?.origins).toEqual(
      Array.from({ length: 8 }, (_, n) => `https://${n}.example`),
    );
  });
});

describe("signatures", () => {
  const signed = (...signatures: (SignatureResult | undefined)[]) =>
    signatures.reduce<CollectionSummary | null>((before, signature, i) => {
      const headers = { origin: null, fetchMode: null, language: null, brands: null };
      const sent = { ...headers, platform: null, ...(signature && { signature }) };
      return foldBatch(before, batchOf(i), { ...arrival, headers: sent });
    }, null)?.signatures;

  test("are unknown of a visit without any", () => {
    expect(signed(undefined, undefined)).toBeNull();
  });

  test("are counted by what verifying them gave", () => {
    const verified = { kind: "verified", agent: "a.example" } as const;
    expect(
      signed(
        { ...verified, welcome: true },
        undefined,
        { ...verified, welcome: true },
        { ...verified, agent: "b.example", welcome: false },
        { kind: "failed", fault: "forged" },
        { kind: "failed", fault: "replayed" },
        { kind: "failed", fault: "forged" },
        { kind: "unknown" },
      ),
    ).toEqual({
      welcome: 2,
      notWelcome: 1,
      failed: 3,
      unknown: 1,
      agents: ["a.example", "b.example"],
      faults: ["forged", "replayed"],
    });
  });

  test("are not changed in the summary before", () => {
    const headers = { origin: null, fetchMode: null, language: null, brands: null, platform: null };
    const signature = { kind: "verified", agent: "a.example", welcome: true } as const;
    const first = foldBatch(null, batchOf(0), { ...arrival, headers: { ...headers, signature } });
    const copy = structuredClone(first);
    foldBatch(first, batchOf(1), {
      ...arrival,
      headers: { ...headers, signature: { ...signature, agent: "b.example" } },
    });
    expect(first).toEqual(copy);
  });
});

describe("what automation left in the browser", () => {
  test("is unknown where no script looked, and nothing where one did", () => {
    expect(foldAll({}, { device: {} }).traces).toBeNull();
    expect(foldAll({ device: { traces: [] } }).traces).toEqual([]);
  });

  test("is seen in the brands as well", () => {
    const brands = [" Not A;Brand", "Chromium"];
    expect(foldAll({ device: { traces: [], brands } }).traces).toEqual(["brand"]);
    expect(foldAll({ device: { traces: ["brand"], brands } }).traces).toEqual(["brand"]);
    expect(foldAll({ device: { traces: [], brands: ["Not A;Brand"] } }).traces).toEqual([]);
    expect(foldAll({ device: { brands } }).traces).toBeNull();
  });

  test("is each word once, the first eight, also past a device without any", () => {
    expect(
      foldAll({ device: { traces: ["a", "b"] } }, { device: { traces: ["b", "c"] } }, {}).traces,
    ).toEqual(["a", "b", "c"]);
    const many = Array.from({ length: 16 }, (_, i) => `t${i}`);
    expect(foldAll({ device: { traces: many } }).traces).toEqual(many.slice(0, 8));
  });
});

describe("events that cannot be true", () => {
  const drawn: TelemetryEvent = { ...kinds.pointer, directPx: 900, centred: 9 };

  test("count each once, with every way once", () => {
    expect(fold(...Object.values(kinds))).toMatchObject({ impossibleEvents: 0, impossible: [] });
    expect(fold(drawn, kinds.pointer, drawn)).toMatchObject({
      impossibleEvents: 2,
      impossible: ["path", "clicks"],
    });
  });

  test("are marked and not dropped: their sums count as all others", () => {
    expect(fold(drawn)).toMatchObject({ pointerMoves: 5, pointerDirectPx: 900, centredClicks: 9 });
  });

  test("are remembered in at most eight ways, however many there are", () => {
    const typed: TelemetryEvent = {
      ...kinds.field,
      keys: 0,
      inputs: 0,
      corrections: 9,
      focusMs: 1,
      gapSumMs: 9000,
    };
    const events = [drawn, typed, { ...kinds.submit, touchedFields: 9 }];
    const later = events.map((event) => ({ ...event, at: 604_800_000 }));
    const summary = foldAll(
      { events: later },
      { events, sentAt: 0 },
      ...Array.from({ length: 50 }, () => ({ events: later })),
    );
    expect(summary.impossibleEvents).toBe(52 * 3);
    expect(summary.impossible).toHaveLength(8);
    expect(new Set(summary.impossible).size).toBe(8);
  });
});

test("the largest sums that the protocol lets in stay finite", () => {
  const [count, sum, square] = [1_000_000, 1e9, 1e15];
  const events: TelemetryEvent[] = Array.from({ length: 50 }, () => [
    {
      ...kinds.field,
      keys: count,
      inputs: count,
      gapSumMs: sum,
      gapSquareSum: square,
      focusMs: 604_800_000,
      holds: count,
      holdSumMs: sum,
      holdSquareSum: square,
    },
    {
      ...kinds.pointer,
      moves: count,
      distancePx: sum,
      directPx: sum,
      moveMs: sum,
      stepSquareSum: square,
      turns: Array<number>(8).fill(count),
      coalesced: count,
      presses: count,
      pressSumMs: sum,
    },
    { ...touch, taps: count, swipes: count, swipePx: sum, swipeMs: sum, sized: count },
    { ...kinds.visibility, at: 604_800_000 },
  ]).flat() as TelemetryEvent[];
  expect(events).toHaveLength(telemetryLimits.batchEvents);
  const most = Array.from({ length: telemetryLimits.collectionBatches }, () => ({ events }));
  const summary = foldAll(...most);
  expect(summary.keyGapSquareSum).toBe(2.5e19);
  for (const [name, fact] of Object.entries(summary)) {
    if (typeof fact === "number") expect([name, Number.isFinite(fact)]).toEqual([name, true]);
  }
  expect(summary.turns?.every(Number.isSafeInteger)).toBe(true);
});

describe("a summary that an earlier version stored", () => {
  const whole = foldAll({ device: { cores: 8 }, events: Object.values(kinds) });
  // biome-ignore format: a list
  const newer = [
    "consent", "firstDelayMs", "clockOffsetMs", "impossibleEvents", "impossible", "traces",
    "origins", "plainBatches", "headerLanguage", "headerPlatform", "headerBrands", "holds",
    "holdSumMs", "holdSquareSum", "hiddenFields", "fieldJumps", "lastField", "pointerMs", "rushes",
    "stepSquareSum", "turns", "coalesced", "teleports", "presses", "pressSumMs", "taps", "swipes",
    "swipePx", "swipeMs", "sizedTouches", "hiddenMs", "hiddenAt", "hiddenFilled", "shiftless",
    "pressureless", "fractions",
  ];
  const older = JSON.parse(
    JSON.stringify(whole, (name, value) => (newer.includes(name) ? undefined : value)),
  ) as CollectionSummary;

  test("lacks the newer members", () => {
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(newer));
    expect(Object.keys(older).filter((name) => newer.includes(name))).toEqual([]);
  });

  test("folds on as one of this version, with every member", () => {
    const headers = { origin: null, fetchMode: null, language: "pt", brands: null, platform: null };
    const batch = batchOf(1, {
      consent: "granted",
      device: { traces: ["native"] },
      events: [
        { ...kinds.field, index: 5, holds: 7, holdSumMs: 600, holdSquareSum: 52_000 },
        fullPointer,
        touch,
        { ...kinds.visibility, state: "visible" },
      ],
    });
    const next = foldBatch(older, batch, { ...arrival, headers });
    expect(Object.keys(next).sort()).toEqual(Object.keys(whole).sort());
    expect(JSON.parse(JSON.stringify(next))).toStrictEqual(next);
    expect(next).toMatchObject({
      batches: 2,
      keys: 14,
      pointerMoves: 10,
      pages: 1,
      hides: 1,
      consent: "granted",
      traces: ["native"],
      impossibleEvents: 0,
      plainBatches: 1,
      holds: 7,
      taps: 3,
      turns: fullPointer.turns,
      fieldJumps: 0,
      hiddenMs: 0,
      headerLanguage: "pt",
    });
  });

  test("does not take a later batch for the first", () => {
    const later = batchOf(1, { startedAt: 1000, sentAt: 601_000 });
    expect(foldBatch(older, later, arrival)).toMatchObject({ batches: 2, firstDelayMs: null });
  });

  test("is left as it was, and is read as it is", () => {
    const copy = structuredClone(older);
    foldBatch(
      older,
      batchOf(1, { device: { traces: ["native"] }, events: [fullPointer] }),
      arrival,
    );
    expect(older).toEqual(copy);
    expect(collectionFacts(older)).toBe(older);
  });
});

test("a summary that was stored as JSON folds on as the one in memory", () => {
  const batches = fc.array(
    fc.record({
      sequence: fc.integer({ min: 0, max: 6 }),
      events: fc.array(
        fc.constantFrom<TelemetryEvent>(...Object.values(kinds), fullPointer, touch),
        { maxLength: 4 },
      ),
      consent: fc.constantFrom(undefined, "granted" as const, "denied" as const),
      device: fc.option(
        fc.record({
          cores: fc.nat(),
          webdriver: fc.boolean(),
          traces: fc.array(fc.constantFrom("native", "cdc")),
        }),
        { nil: undefined },
      ),
      ip: fc.ipV4(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(batches, (sent) => {
      let kept: CollectionSummary | null = null;
      let stored: CollectionSummary | null = null;
      for (const { sequence, events, device, ip, consent } of sent) {
        const batch = batchOf(sequence, {
          events,
          ...(device && { device }),
          ...(consent && { consent }),
        });
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
