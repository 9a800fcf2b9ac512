import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { impossibilities } from "./impossible.ts";
import type { TelemetryEvent } from "./protocol.ts";

type EventOf<K extends TelemetryEvent["kind"]> = Extract<TelemetryEvent, { kind: K }>;

/** Seven keys, 100 ms apart, each held for 50 ms. */
const typed: EventOf<"field"> = {
  kind: "field",
  at: 1000,
  page: 0,
  purpose: "name",
  index: 0,
  focusMs: 900,
  keys: 7,
  corrections: 2,
  pastes: 0,
  autofills: 0,
  inputs: 7,
  untrusted: 0,
  gapSumMs: 600,
  gapSquareSum: 60_000,
  holds: 7,
  holdSumMs: 350,
  holdSquareSum: 17_500,
};
const moved: EventOf<"pointer"> = {
  kind: "pointer",
  at: 1000,
  page: 0,
  moves: 20,
  distancePx: 500,
  directPx: 400,
  clicks: 2,
  touches: 0,
  untrusted: 0,
  centred: 1,
};
const submitted: EventOf<"submit"> = {
  kind: "submit",
  at: 1000,
  page: 0,
  trusted: true,
  filledFields: 5,
  touchedFields: 4,
};
const touched: EventOf<"touch"> = {
  kind: "touch",
  at: 1000,
  page: 0,
  taps: 1,
  swipes: 0,
  swipePx: 0,
  swipeMs: 0,
  sized: 1,
};

const startedAt = 1_800_000_000_000;
const times = { startedAt, sentAt: startedAt + 60_000 };
const field = (more: Partial<typeof typed>) => ({ ...typed, ...more });
const pointer = (more: Partial<typeof moved>) => ({ ...moved, ...more });
const submit = (more: Partial<typeof submitted>) => ({ ...submitted, ...more });

test.each<[way: string, event: TelemetryEvent]>([
  ["later", field({ at: 61_001 })],
  ["later", pointer({ at: 604_800_000 })],
  ["later", { ...touched, at: 61_001 }],
  ["rhythm", field({ gapSquareSum: 58_000 })],
  ["rhythm", field({ gapSquareSum: 370_000 })],
  ["rhythm", field({ gapSumMs: 0 })],
  ["rhythm", field({ gapSquareSum: 0 })],
  ["rhythm", field({ keys: 0, corrections: 0 })],
  ["rhythm", field({ keys: 1, gapSquareSum: 0 })],
  ["rhythm", field({ holdSquareSum: 17_000 })],
  ["rhythm", field({ holdSquareSum: 126_000 })],
  ["rhythm", field({ holds: 0 })],
  ["typing", field({ corrections: 15 })],
  ["focus", field({ focusMs: 1, gapSumMs: 1200, gapSquareSum: 240_000 })],
  ["path", pointer({ directPx: 512 })],
  ["path", pointer({ moves: 0 })],
  ["path", pointer({ distancePx: 0, directPx: 2 })],
  ["clicks", pointer({ centred: 3 })],
  ["form", submit({ touchedFields: 6 })],
])("%s is not possible: %j", (way, event) => {
  expect(impossibilities(event, times)).toEqual([way]);
});

describe("an event of a batch that was sent before its collection started", () => {
  test("is out of order, and not also later than its batch", () => {
    expect(impossibilities(typed, { startedAt, sentAt: startedAt - 1001 })).toEqual(["order"]);
    expect(impossibilities({ ...typed, at: 0 }, { startedAt, sentAt: 0 })).toEqual(["order"]);
  });

  test("is let be within what a clock may be off", () => {
    const first = field({ at: 0 });
    expect(impossibilities(first, { startedAt, sentAt: startedAt - 1000 })).toEqual([]);
  });
});

test("each way is told, where an event cannot be true in several", () => {
  const made = field({
    at: 604_800_000,
    keys: 2,
    inputs: 0,
    corrections: 9,
    focusMs: 1,
    gapSumMs: 5000,
    gapSquareSum: 1,
  });
  expect(impossibilities(made, times)).toEqual(["later", "rhythm", "typing", "focus"]);
  const drawn = pointer({ directPx: 900, centred: 9 });
  expect(impossibilities(drawn, times)).toEqual(["path", "clicks"]);
});

test.each<[why: string, event: TelemetryEvent]>([
  ["typing", typed],
  ["the edge of the clock", field({ at: 61_000 })],
  [
    "a script of an earlier version, which tells no holds",
    (({ holds, holdSumMs, holdSquareSum, ...old }) => old)(typed) as TelemetryEvent,
  ],
  ["one key", field({ keys: 1, corrections: 1, gapSumMs: 0, gapSquareSum: 0 })],
  ["no key", field({ keys: 0, corrections: 0, gapSumMs: 0, gapSquareSum: 0 })],
  [
    "a program's keys, all at once",
    field({ gapSumMs: 0, gapSquareSum: 0, holdSumMs: 0, holdSquareSum: 0 }),
  ],
  ["two keys: one gap", field({ keys: 2, gapSumMs: 123, gapSquareSum: 15_129 })],
  ["one long gap among short ones", field({ gapSumMs: 600, gapSquareSum: 360_000 })],
  [
    "a phone's key that deletes as long as it is held",
    field({ keys: 1, inputs: 12, corrections: 12, gapSumMs: 0, gapSquareSum: 0 }),
  ],
  ["a value set without focus", field({ focusMs: 0 })],
  [
    "a browser that coarsens its clock",
    field({ focusMs: 1, gapSumMs: 1001, gapSquareSum: 167_000 }),
  ],
  ["moving", moved],
  ["a straight line", pointer({ directPx: 500 })],
  ["a straight line, rounded up", pointer({ distancePx: 0, directPx: 1 })],
  ["a click without a move", pointer({ moves: 0, distancePx: 0, directPx: 0 })],
  ["clicks that were all in the centre", pointer({ centred: 2 })],
  ["touching", touched],
  ["a form that was typed whole", submit({ touchedFields: 5 })],
  ["an empty form", submit({ filledFields: 0, touchedFields: 0 })],
])("%s is possible", (_, event) => {
  expect(impossibilities(event, times)).toEqual([]);
});

describe("what a browser saw is never marked", () => {
  const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
  const squares = (parts: readonly number[]) => sum(parts.map((part) => part * part));
  /** Most browsers give whole milliseconds or 0.1; the script rounds each gap, or the sum. */
  const roundings = [
    Math.round,
    (value: number) => value,
    (value: number) => Math.round(value * 10) / 10,
  ];
  const rounding = fc.constantFrom(...roundings);
  const ms = fc.oneof(
    fc.double({ min: 0, max: 2000, noNaN: true }),
    fc.constantFrom(0, 0.1, 0.5, 1, 16, 1e6),
  );

  test("whatever the rhythm of the keys", () => {
    const visit = fc.record({
      gaps: fc.array(ms, { maxLength: 60 }),
      holds: fc.array(ms, { maxLength: 60 }),
      round: rounding,
      roundSum: rounding,
      corrected: fc.double({ min: 0, max: 1, noNaN: true }),
      paused: fc.nat(10_000),
      focused: fc.boolean(),
    });
    fc.assert(
      fc.property(visit, ({ gaps, holds, round, roundSum, corrected, paused, focused }) => {
        const [between, held] = [gaps.map(round), holds.map(round)];
        const keys = gaps.length + 1;
        const event = field({
          keys,
          corrections: Math.floor(corrected * keys),
          inputs: keys,
          focusMs: focused ? Math.ceil(sum(gaps)) + paused : 0,
          gapSumMs: roundSum(sum(between)),
          gapSquareSum: roundSum(squares(between)),
          holds: held.length,
          holdSumMs: roundSum(sum(held)),
          holdSquareSum: roundSum(squares(held)),
        });
        expect(impossibilities(event, times)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("whatever the pointer's path", () => {
    const point = fc.tuple(
      fc.double({ min: 0, max: 4000, noNaN: true }),
      fc.double({ min: 0, max: 4000, noNaN: true }),
    );
    const length = ([x, y]: [number, number], [fromX, fromY]: [number, number]) =>
      Math.hypot(x - fromX, y - fromY);
    const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(strokes, rounding, fc.nat(9), fc.nat(9), (paths, round, clicks, others) => {
        const steps = paths.map((path) => path.slice(1).map((to, i) => length(to, path[i]!)));
        const event = pointer({
          moves: sum(paths.map((path) => path.length)),
          distancePx: round(sum(steps.flat())),
          directPx: round(sum(paths.map((path) => length(path.at(-1)!, path[0]!)))),
          clicks: clicks + others,
          centred: clicks,
        });
        expect(impossibilities(event, times)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test("at whatever time it was before its batch was sent", () => {
    const day = 24 * 60 * 60 * 1000;
    fc.assert(
      fc.property(
        fc.nat(day),
        fc.nat(day),
        fc.constantFrom(typed, moved, touched),
        (at, wait, of) => {
          const sentAt = startedAt + at + wait;
          expect(impossibilities({ ...of, at }, { startedAt, sentAt })).toEqual([]);
        },
      ),
    );
  });
});

test("the largest numbers that the protocol lets in are judged, and nothing throws", () => {
  const count = fc.constantFrom(0, -0, 1, 1_000_000);
  const sum = fc.constantFrom(0, -0, Number.MIN_VALUE, 1e9);
  const square = fc.constantFrom(0, -0, Number.MIN_VALUE, 1e15);
  const event = fc.oneof(
    fc
      .record({
        keys: count,
        corrections: count,
        inputs: count,
        holds: count,
        gapSumMs: sum,
        gapSquareSum: square,
        holdSumMs: sum,
        holdSquareSum: square,
      })
      .map(field),
    fc
      .record({ moves: count, distancePx: sum, directPx: sum, clicks: count, centred: count })
      .map(pointer),
    fc.record({ filledFields: count, touchedFields: count }).map(submit),
  );
  const time = fc.constantFrom(0, -0, 8.64e15);
  fc.assert(
    fc.property(event, time, time, (of, started, sentAt) => {
      const ways = impossibilities(of, { startedAt: started, sentAt });
      expect(new Set(ways).size).toBe(ways.length);
      for (const way of ways) expect(way).toMatch(/^[a-z]+$/);
    }),
  );
});
