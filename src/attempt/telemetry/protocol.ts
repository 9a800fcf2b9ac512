/**
 * What the browser script sends to the service: one batch of events of one tab's collection.
 *
 * `POST /sdk/batch`, `Content-Type: text/plain` (so that a cross-origin page needs no preflight),
 * the body a JSON object of this shape. The response is `204` once the batch is on disk.
 *
 * Times are whole milliseconds. `at` counts from the start of the collection by the browser's own
 * clock, so it is comparable between the pages of one tab; the server adds its own receipt time.
 * Nothing that a person typed is included, and of a page's address only the path.
 */
import { type Static, Type } from "@sinclair/typebox";

/** The limits of telemetry; the tests and the README read them from here. */
export const telemetryLimits = {
  /** Bytes of one batch's body. */
  batchBytes: 32 * 1024,
  /** Events in one batch. */
  batchEvents: 200,
  /** Batches stored of one collection; later ones get a 204 and are dropped. */
  collectionBatches: 500,
  /** A collection older than this takes no more batches and counts as stale when scored. */
  collectionMsMax: 24 * 60 * 60 * 1000,
} as const;

export const collectionIdPattern = "^col_[A-Za-z0-9_-]{8,64}$";
export const deviceIdPattern = "^dev_[A-Za-z0-9_-]{8,64}$";

const text = (maxLength: number) => Type.String({ maxLength });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const ms = Type.Integer({ minimum: 0, maximum: 7 * 24 * 60 * 60 * 1000 });

/** Bins of `turns`. */
export const turnParts = 8;

/** Which page view of the collection an event belongs to: 0 for the first, then 1, 2, … */
const page = Type.Integer({ minimum: 0, maximum: 10_000 });

/** A page was opened. Sent once a page view; a history.pushState navigation counts as one. */
const PageEvent = Type.Object({
  kind: Type.Literal("page"),
  at: ms,
  page,
  /** The address's path, without query and fragment. */
  path: text(200),
  /** The host of the referring page; empty where there is none. */
  referrerHost: text(253),
  navigation: Type.Union([
    Type.Literal("navigate"),
    Type.Literal("reload"),
    Type.Literal("back_forward"),
    Type.Literal("pushed"),
  ]),
});

/** What a form field is for, from its type, autocomplete, name and id attributes. */
export const fieldPurposes = [
  "email",
  "phone",
  "name",
  "address",
  "card",
  "password",
  "date",
  "other",
] as const;

/** One visit to one form field, sent when it loses focus or the page is left. */
const FieldEvent = Type.Object({
  kind: Type.Literal("field"),
  /** When it got the focus, or its first input where it never had the focus. */
  at: ms,
  page,
  purpose: Type.Union(fieldPurposes.map((purpose) => Type.Literal(purpose))),
  /** The field's place among the page's fields in document order. */
  index: Type.Integer({ minimum: 0, maximum: 1000 }),
  /** Focus to blur; 0 where the value was set without focus. */
  focusMs: ms,
  /** Keys pressed that can change the value. Never which. */
  keys: count,
  /** Backspace and Delete presses. */
  corrections: count,
  pastes: count,
  /** Times that the browser or a password manager filled the field. */
  autofills: count,
  /** Input events, of any cause. */
  inputs: count,
  /** Synthetic key and input events (isTrusted is false). */
  untrusted: count,
  /** Sum of the gaps between successive key presses, ms; with keys - 1 gaps gives the mean. */
  gapSumMs: Type.Number({ minimum: 0, maximum: 1e9 }),
  /** Sum of the squares of those gaps, ms²; with the sum gives the rhythm's variance. */
  gapSquareSum: Type.Number({ minimum: 0, maximum: 1e15 }),
  /** Keys seen both down and up, the sum of the times they were held, ms, and of its squares. */
  holds: Type.Optional(count),
  holdSumMs: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
  holdSquareSum: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
  /** Keys pressed within 5 ms of releasing the previous one; fingers seldom do, and only by chance. */
  rushes: Type.Optional(count),
  /** Capital letters that came without Shift or Caps Lock. */
  shiftless: Type.Optional(count),
  /** Times that the key of the digit 2 alone gave an @, for which every layout needs another key. */
  bareAts: Type.Optional(count),
  /** A person cannot see the field: a honeypot, or a field that only a program finds. */
  hidden: Type.Optional(Type.Boolean()),
});

/** Pointer movement since the last such event of this page. */
const PointerEvent = Type.Object({
  kind: Type.Literal("pointer"),
  at: ms,
  page,
  moves: count,
  /** Path length in CSS pixels. */
  distancePx: Type.Number({ minimum: 0, maximum: 1e9 }),
  /** Straight-line length of the same strokes in CSS pixels; a program's path is as short. */
  directPx: Type.Number({ minimum: 0, maximum: 1e9 }),
  clicks: count,
  touches: count,
  /** Clicks and moves with isTrusted false, or clicks at the exact centre of their element. */
  untrusted: count,
  centred: count,
  /** Time within those strokes, ms; with the path gives the speed. */
  moveMs: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
  /** Sum of the squares of the steps from one move to the next, px²; a program's steps are alike. */
  stepSquareSum: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
  /**
   * Histogram of the turning angles from one step to the next: eight equal bins of 0 to 180 degrees,
   * in either direction. Its entropy distinguishes a hand's path from a computed one.
   */
  turns: Type.Optional(Type.Array(count, { minItems: turnParts, maxItems: turnParts })),
  /** Steps along an axis of the screen: a hand makes many of them, a computed path few. */
  axial: Type.Optional(count),
  /** Turns that follow a turn of the same stroke, and those of them to the other side. */
  bends: Type.Optional(count),
  flips: Type.Optional(count),
  /** Movements that the browser coalesced into those moves; a real mouse has several per frame. */
  coalesced: Type.Optional(count),
  /** Presses of a mouse that was moved at most twice since the press before. */
  teleports: Type.Optional(count),
  /** Presses of a mouse without pressure, where the specification requires 0.5. */
  pressureless: Type.Optional(count),
  /** Moves to a fractional pixel, where the screen's pixels are whole. */
  fractions: Type.Optional(count),
  /** Presses of a mouse or pen seen both down and up, and the sum of their times, ms. */
  presses: Type.Optional(count),
  pressSumMs: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
});

/** Fingers on a screen since the last such event of this page. */
const TouchEvent = Type.Object({
  kind: Type.Literal("touch"),
  at: ms,
  page,
  taps: count,
  /** Touches that moved, their path in CSS pixels, and the time that they took, ms. */
  swipes: count,
  swipePx: Type.Number({ minimum: 0, maximum: 1e9 }),
  swipeMs: Type.Number({ minimum: 0, maximum: 1e9 }),
  /** Touches with an area of contact, which a finger has and most programs omit. */
  sized: count,
});

/** Scrolling since the last such event of this page. */
const ScrollEvent = Type.Object({
  kind: Type.Literal("scroll"),
  at: ms,
  page,
  scrolls: count,
  /** The deepest point reached, as a share of the page's height. */
  depth: Type.Number({ minimum: 0, maximum: 1 }),
  /** Those of them that a wheel began with a leap of 50 pixels or more instead of a glide. */
  leaps: Type.Optional(count),
});

/** The tab was hidden or shown again, or the page was left. */
const VisibilityEvent = Type.Object({
  kind: Type.Literal("visibility"),
  at: ms,
  page,
  state: Type.Union([Type.Literal("hidden"), Type.Literal("visible"), Type.Literal("left")]),
});

/** A form was submitted. */
const SubmitEvent = Type.Object({
  kind: Type.Literal("submit"),
  at: ms,
  page,
  trusted: Type.Boolean(),
  /** Fields of that form that have a value, and those of them that received an input event. */
  filledFields: count,
  touchedFields: count,
  /** Its fields that a person cannot see and that have a value which the page did not set. */
  hiddenFilled: Type.Optional(count),
});

export const TelemetryEvent = Type.Union([
  PageEvent,
  FieldEvent,
  PointerEvent,
  TouchEvent,
  ScrollEvent,
  VisibilityEvent,
  SubmitEvent,
]);

/** The browser and its surroundings, read once a page. Absent members could not be read. */
export const Device = Type.Object({
  /** In first-party storage, so that it survives tabs; absent where storage is denied. */
  deviceId: Type.Optional(Type.String({ pattern: deviceIdPattern })),
  screenWidth: Type.Optional(count),
  screenHeight: Type.Optional(count),
  viewportWidth: Type.Optional(count),
  viewportHeight: Type.Optional(count),
  pixelRatio: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  cores: Type.Optional(count),
  memoryGb: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000 })),
  touchPoints: Type.Optional(count),
  languages: Type.Optional(Type.Array(text(35), { maxItems: 20 })),
  /** IANA name, as in Intl.DateTimeFormat().resolvedOptions().timeZone. */
  timeZone: Type.Optional(text(64)),
  /** Minutes to add to local time to get UTC, as Date.prototype.getTimezoneOffset gives it. */
  utcOffsetMin: Type.Optional(Type.Integer({ minimum: -900, maximum: 900 })),
  platform: Type.Optional(text(64)),
  /** navigator.webdriver, true in a browser under automation. */
  webdriver: Type.Optional(Type.Boolean()),
  plugins: Type.Optional(count),
  cookies: Type.Optional(Type.Boolean()),
  /** The browser's window; a headless browser has none around the page. */
  outerWidth: Type.Optional(count),
  outerHeight: Type.Optional(count),
  /** navigator.userAgentData: the names of the browser and its engine, without versions. */
  brands: Type.Optional(Type.Array(text(40), { maxItems: 8 })),
  mobile: Type.Optional(Type.Boolean()),
  /** Traces of automation, a word each: see `sdk/collectors/integrity.ts`. */
  traces: Type.Optional(Type.Array(text(24), { maxItems: 16 })),
});

/** One batch. `sequence` counts the collection's batches from 0, so that gaps are detected. */
export const TelemetryBatch = Type.Object({
  key: text(64),
  collectionId: Type.String({ pattern: collectionIdPattern }),
  sequence: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  /** When the collection started and when this was sent, by the browser's clock, Unix ms. */
  startedAt: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  sentAt: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  sdkVersion: text(32),
  /** Whether the visitor agreed to more than is strictly necessary; absent: the page did not ask. */
  consent: Type.Optional(Type.Union([Type.Literal("granted"), Type.Literal("denied")])),
  device: Type.Optional(Device),
  events: Type.Array(TelemetryEvent, { maxItems: telemetryLimits.batchEvents }),
});

export type TelemetryEvent = Static<typeof TelemetryEvent>;
export type Device = Static<typeof Device>;
export type TelemetryBatch = Static<typeof TelemetryBatch>;
export type FieldPurpose = (typeof fieldPurposes)[number];
