import { describe, expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { fieldPurposes, TelemetryBatch, type TelemetryEvent, turnParts } from "./protocol.ts";

const check = TypeCompiler.Compile(TelemetryBatch);

const page = {
  kind: "page",
  at: 0,
  page: 0,
  path: "/",
  referrerHost: "",
  navigation: "navigate",
} as const satisfies TelemetryEvent;
const field = {
  kind: "field",
  at: 0,
  page: 0,
  purpose: "email",
  index: 0,
  focusMs: 0,
  keys: 0,
  corrections: 0,
  pastes: 0,
  autofills: 0,
  inputs: 0,
  untrusted: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
} as const satisfies TelemetryEvent;
const pointer = {
  kind: "pointer",
  at: 0,
  page: 0,
  moves: 0,
  distancePx: 0,
  directPx: 0,
  clicks: 0,
  touches: 0,
  untrusted: 0,
  centred: 0,
} as const satisfies TelemetryEvent;
const touch = {
  kind: "touch",
  at: 0,
  page: 0,
  taps: 0,
  swipes: 0,
  swipePx: 0,
  swipeMs: 0,
  sized: 0,
} as const satisfies TelemetryEvent;
const scroll = { kind: "scroll", at: 0, page: 0, scrolls: 0, depth: 0 } as const;
const visibility = { kind: "visibility", at: 0, page: 0, state: "left" } as const;
const submit = {
  kind: "submit",
  at: 0,
  page: 0,
  trusted: true,
  filledFields: 0,
  touchedFields: 0,
} as const;
const batch = {
  key: "pk_x",
  collectionId: "col_12345678",
  sequence: 0,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1.0.0",
  events: [],
};

const valid = (more: object) => check.Check({ ...batch, ...more });
const withEvent = (...events: object[]) => valid({ events });

test("one batch of every kind of event", () => {
  expect(withEvent(page, field, pointer, touch, scroll, visibility, submit)).toBe(true);
});

const turns = Array<number>(turnParts).fill(0);

/** One that a script of an earlier version does not send. */
const optionalCount = (name: string, of: object, member: string): (typeof table)[number] => [
  name,
  of,
  member,
  [undefined, 0, 1_000_000],
  [-1, 1_000_001, 0.5, "1", null],
];

/** For each member: values at its bounds, and values just beyond or of another type. */
const table: [name: string, of: object, member: string, takes: unknown[], refuses: unknown[]][] = [
  ["batch", batch, "key", ["", "k".repeat(64)], ["k".repeat(65), 1, null]],
  [
    "batch",
    batch,
    "collectionId",
    ["col_12345678", `col_${"-".repeat(64)}`],
    ["col_1234567", `col_${"a".repeat(65)}`, "x", "", null, "col_12345678\n"],
  ],
  ["batch", batch, "sequence", [0, 1_000_000], [-1, 1_000_001, 0.5, "0", null]],
  ["batch", batch, "startedAt", [0, 8.64e15], [-1, 8.64e15 + 2, 0.5, "0"]],
  ["batch", batch, "sentAt", [0, 8.64e15], [-1, 8.64e15 + 2, 0.5, "0"]],
  ["batch", batch, "sdkVersion", ["", "v".repeat(32)], ["v".repeat(33), 1]],
  ["batch", batch, "events", [[], Array(200).fill(scroll)], [Array(201).fill(scroll), {}, null]],
  ["batch", batch, "device", [{}, undefined], [null, [], "x"]],
  ["batch", batch, "consent", ["granted", "denied", undefined], ["", "maybe", true, null]],
  ["page", page, "path", ["", "p".repeat(200)], ["p".repeat(201), null]],
  ["page", page, "referrerHost", ["", "h".repeat(253)], ["h".repeat(254), null]],
  [
    "page",
    page,
    "navigation",
    ["navigate", "reload", "back_forward", "pushed"],
    ["prerender", "", null],
  ],
  ["page", page, "page", [0, 10_000], [-1, 10_001, 0.5]],
  ["page", page, "at", [0, 604_800_000], [-1, 604_800_001, 0.5, null]],
  ["field", field, "purpose", [...fieldPurposes], ["cvv", "", null]],
  ["field", field, "index", [0, 1000], [-1, 1001, 0.5]],
  ["field", field, "focusMs", [0, 604_800_000], [-1, 604_800_001, 0.5]],
  ...["keys", "corrections", "pastes", "autofills", "inputs", "untrusted"].map(
    (member): (typeof table)[number] => [
      "field",
      field,
      member,
      [0, 1_000_000],
      [-1, 1_000_001, 0.5, "1"],
    ],
  ),
  ["field", field, "gapSumMs", [0, 0.5, 1e9], [-0.5, 1e9 + 1, Number.POSITIVE_INFINITY]],
  ["field", field, "gapSquareSum", [0, 0.5, 1e15], [-0.5, 1e15 + 1, Number.NaN]],
  ...["moves", "clicks", "touches", "untrusted", "centred"].map(
    (member): (typeof table)[number] => [
      "pointer",
      pointer,
      member,
      [0, 1_000_000],
      [-1, 1_000_001, 0.5, "1"],
    ],
  ),
  ["pointer", pointer, "distancePx", [0, 0.5, 1e9], [-0.5, 1e9 + 1]],
  ["pointer", pointer, "directPx", [0, 0.5, 1e9], [-0.5, 1e9 + 1]],
  ...["holds", "rushes", "shiftless"].map((member) => optionalCount("field", field, member)),
  ["field", field, "holdSumMs", [undefined, 0, 0.5, 1e9], [-0.5, 1e9 + 1, null]],
  ["field", field, "holdSquareSum", [undefined, 0, 0.5, 1e15], [-0.5, 1e15 + 1, Number.NaN]],
  ["field", field, "hidden", [undefined, true, false], [0, 1, "true", null]],
  ...[
    "axial",
    "bends",
    "flips",
    "coalesced",
    "teleports",
    "presses",
    "pressureless",
    "fractions",
  ].map((member) => optionalCount("pointer", pointer, member)),
  ["pointer", pointer, "moveMs", [undefined, 0, 0.5, 1e9], [-0.5, 1e9 + 1, null]],
  ["pointer", pointer, "stepSquareSum", [undefined, 0, 0.5, 1e15], [-0.5, 1e15 + 1]],
  ["pointer", pointer, "pressSumMs", [undefined, 0, 0.5, 1e9], [-0.5, 1e9 + 1]],
  [
    "pointer",
    pointer,
    "turns",
    [undefined, turns, turns.map(() => 1_000_000)],
    [null, [], turns.slice(1), [...turns, 0], turns.with(7, -1), turns.with(0, 0.5), "12345678"],
  ],
  ...["taps", "swipes", "sized"].map((member): (typeof table)[number] => [
    "touch",
    touch,
    member,
    [0, 1_000_000],
    [-1, 1_000_001, 0.5, "1"],
  ]),
  ["touch", touch, "swipePx", [0, 0.5, 1e9], [-0.5, 1e9 + 1]],
  ["touch", touch, "swipeMs", [0, 0.5, 1e9], [-0.5, 1e9 + 1]],
  ["scroll", scroll, "scrolls", [0, 1_000_000], [-1, 1_000_001, 0.5]],
  ["scroll", scroll, "depth", [0, 0.5, 1], [-0.1, 1.1, "1"]],
  ["visibility", visibility, "state", ["hidden", "visible", "left"], ["gone", null]],
  ["submit", submit, "trusted", [true, false], [0, 1, "true", null]],
  ["submit", submit, "filledFields", [0, 1_000_000], [-1, 1_000_001, 0.5]],
  ["submit", submit, "touchedFields", [0, 1_000_000], [-1, 1_000_001, 0.5]],
  optionalCount("submit", submit, "hiddenFilled"),
];

describe.each(table)("%s", (name, of, member, takes, refuses) => {
  const judge = (value: unknown) =>
    name === "batch" ? valid({ [member]: value }) : withEvent({ ...of, [member]: value });

  test(`${member} within its bounds`, () => {
    for (const value of takes) expect([value, judge(value)]).toEqual([value, true]);
    for (const value of refuses) expect([value, judge(value)]).toEqual([value, false]);
    if (!takes.includes(undefined)) expect(judge(undefined)).toBe(false);
  });
});

const device: [member: string, takes: unknown[], refuses: unknown[]][] = [
  [
    "deviceId",
    ["dev_12345678", `dev_${"a".repeat(64)}`],
    ["dev_1234567", `dev_${"a".repeat(65)}`, "12345678", ""],
  ],
  ...[
    "screenWidth",
    "screenHeight",
    "viewportWidth",
    "viewportHeight",
    "cores",
    "touchPoints",
    "plugins",
    "outerWidth",
    "outerHeight",
  ].map((member): (typeof device)[number] => [
    member,
    [0, 1_000_000],
    [-1, 1_000_001, 0.5, "1", null],
  ]),
  ["pixelRatio", [0, 1.25, 100], [-1, 101, "1"]],
  ["memoryGb", [0, 0.25, 10_000], [-1, 10_001]],
  ["languages", [[], Array(20).fill("x".repeat(35))], [Array(21).fill("en"), ["x".repeat(36)]]],
  ["timeZone", ["", "x".repeat(64)], ["x".repeat(65), 1]],
  ["utcOffsetMin", [-900, 0, 900], [-901, 901, 0.5, "0"]],
  ["platform", ["", "x".repeat(64)], ["x".repeat(65), 1]],
  ["webdriver", [true, false], [0, "true", null]],
  ["cookies", [true, false], [1, "", null]],
  ["mobile", [true, false], [1, "", null]],
  ["brands", [[], Array(8).fill("x".repeat(40))], [Array(9).fill(""), ["x".repeat(41)], [1], ""]],
  ["traces", [[], Array(16).fill("x".repeat(24))], [Array(17).fill(""), ["x".repeat(25)], null]],
];

test.each(device)("the device's %s within its bounds", (member, takes, refuses) => {
  const judge = (value: unknown) => valid({ device: { [member]: value } });
  for (const value of takes) expect([value, judge(value)]).toEqual([value, true]);
  for (const value of refuses) expect([value, judge(value)]).toEqual([value, false]);
});

test("an event of no known kind is refused", () => {
  for (const event of [{ ...page, kind: "typed" }, { at: 0, page: 0 }, null, "page", []]) {
    expect(withEvent(event as object)).toBe(false);
  }
});
