import { describe, expect, test } from "bun:test";
import type { TelemetryEvent } from "./protocol.ts";
import { withRecordingOf } from "./recording.ts";

const at = { at: 20, page: 0 };
const typed = {
  kind: "field",
  ...at,
  purpose: "email",
  index: 0,
  focusMs: 5031,
  keys: 22,
  corrections: 1,
  pastes: 0,
  autofills: 0,
  inputs: 22,
  untrusted: 0,
  gapSumMs: 3307,
  gapSquareSum: 681_943,
  holds: 22,
  holdSumMs: 2014.5,
  holdSquareSum: 197_113.25,
} as const satisfies TelemetryEvent;
const moved = {
  kind: "pointer",
  ...at,
  moves: 61,
  distancePx: 1404.2,
  directPx: 1290.6,
  clicks: 1,
  touches: 0,
  untrusted: 0,
  centred: 0,
  moveMs: 1103.7,
  stepSquareSum: 48_211.4,
  turns: [50, 6, 2, 1, 0, 0, 0, 1],
} satisfies TelemetryEvent;
const swiped = {
  kind: "touch",
  ...at,
  taps: 3,
  swipes: 5,
  swipePx: 2211.5,
  swipeMs: 981,
  sized: 8,
} as const satisfies TelemetryEvent;
const of = (...events: TelemetryEvent[]) => events.reduce(withRecordingOf, null);

test.each<[string, TelemetryEvent]>([
  ["typing", typed],
  ["a path", moved],
  ["swipes", swiped],
])("%s is recognised by its measures, wherever and whenever it is sent", (_, event) => {
  expect(of(event)).not.toBeNull();
  expect(of({ ...event, at: 90, page: 3 })).toBe(of(event));
});

describe("one of its measures makes it another", () => {
  test.each(["keys", "corrections", "focusMs", "gapSumMs", "gapSquareSum", "holdSumMs"] as const)(
    "typing: %s",
    (name) => expect(of({ ...typed, [name]: typed[name] + 1 })).not.toBe(of(typed)),
  );
  test.each(["moves", "distancePx", "directPx", "moveMs", "stepSquareSum"] as const)(
    "a path: %s",
    (name) => expect(of({ ...moved, [name]: moved[name] + 1 })).not.toBe(of(moved)),
  );
  test.each(["swipes", "swipePx", "swipeMs", "taps"] as const)("swipes: %s", (name) =>
    expect(of({ ...swiped, [name]: swiped[name] + 1 })).not.toBe(of(swiped)),
  );
});

test("of several, one stands for the visit in whatever order they come", () => {
  const orders = [
    [typed, moved, swiped],
    [swiped, moved, typed],
    [moved, swiped, typed],
  ];
  const [first, ...others] = orders.map((events) => of(...events));
  for (const other of others) expect(other).toBe(first!);
  expect([of(typed), of(moved), of(swiped)]).toContain(first!);
});

test.each<[string, TelemetryEvent]>([
  ["a few keys", { ...typed, keys: 5 }],
  ["keys as fast as a password manager's", { ...typed, gapSumMs: 22 * 29 }],
  ["a short path", { ...moved, moves: 19 }],
  ["a few swipes", { ...swiped, swipes: 3 }],
  ["a page", { kind: "page", ...at, path: "/", referrerHost: "", navigation: "navigate" }],
])("%s may be the same by chance", (_, event) => expect(of(event)).toBeNull());
