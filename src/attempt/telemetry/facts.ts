/**
 * Every fact that telemetry records of a collection, declared once. From this table derive the
 * summary's type and its first value, the consent filter, the facts of an imported collection
 * (`summary.ts`), the sums that folding adds up (`fold.ts`) and the sources of features
 * (`features/from-facts.ts`).
 *
 * A fact is named here as it is stored; the member of the browser script's event that it comes
 * from stands next to it. So a signal can be followed from `centred` in `sdk/collectors/pointer.ts`
 * to `centredClicks` here, the feature `centred_clicks_share` and its phrase in
 * `reasons/phrases/behaviour.ts`. The order is the order of the stored JSON.
 */
import { type PastCollection, pastDevice } from "./past-collection.ts";
import type { Device, TelemetryBatch, TelemetryEvent } from "./protocol.ts";
import type { SignatureTally } from "./signature.ts";

/** Where facts come from; features name these as their sources. */
export const factSources = [
  "collection",
  "collection.device",
  "collection.device.deviceId",
  "collection.ip",
  "collection.userAgent",
  "collection.headers",
  "collection.pages",
  "collection.visibility",
  "collection.fields",
  "collection.pointer",
  "collection.touch",
  "collection.scroll",
  "collection.submit",
] as const;
export type FactSource = (typeof factSources)[number];

export type EventKind = TelemetryEvent["kind"];
export type EventOf<Kind extends EventKind> = Extract<TelemetryEvent, { kind: Kind }>;

/** `exempt`: recorded of every visitor. `required`: unknown of a visitor who denied consent. */
export type ConsentClass = "exempt" | "required";

export interface TelemetryFact<Value> {
  /** Before anything is folded into it; null: unknown until a batch reports it. */
  start: Value;
  consent: ConsentClass;
  source: FactSource;
  /** Reads it from a line of `history import`; null where no such line can have it. */
  past: ((past: PastCollection) => Value | null) | null;
  /** The member of an event that it is the sum of. Other facts are folded in `fold.ts`. */
  sum?: { kind: EventKind; member: string };
}

/** By kind of event: the source of its facts, and whether collecting them requires consent. */
export const eventKinds: {
  readonly [Kind in EventKind]: { source: FactSource; consent: ConsentClass };
} = {
  page: { source: "collection.pages", consent: "exempt" },
  field: { source: "collection.fields", consent: "required" },
  pointer: { source: "collection.pointer", consent: "required" },
  touch: { source: "collection.touch", consent: "required" },
  scroll: { source: "collection.scroll", consent: "required" },
  visibility: { source: "collection.visibility", consent: "required" },
  submit: { source: "collection.submit", consent: "exempt" },
};

export const fact = <Value>(declared: TelemetryFact<Value>): TelemetryFact<Value> => declared;

/** A fact of one kind of event, which says its source and its consent class. */
export const eventFact = <Value>(
  kind: EventKind,
  { start, past = null }: { start: Value; past?: TelemetryFact<Value>["past"] },
): TelemetryFact<Value> => ({ start, past, ...eventKinds[kind] });

type NumberMembers<Event> = {
  [Name in keyof Event]-?: NonNullable<Event[Name]> extends number ? Name : never;
}[keyof Event];
type OptionalMembers<Event> = {
  [Name in keyof Event]-?: undefined extends Event[Name] ? Name : never;
}[keyof Event];
type RequiredNumber<Event> = Exclude<NumberMembers<Event>, OptionalMembers<Event>> & string;

/** The sum of a member that every event of the kind has. */
export const sum = <Kind extends EventKind>(
  kind: Kind,
  member: RequiredNumber<EventOf<Kind>>,
): TelemetryFact<number> => ({ ...eventFact(kind, { start: 0 }), sum: { kind, member } });

/** The sum of a member that older versions of the script do not send; null until one is sent. */
export const optionalSum = <Kind extends EventKind>(
  kind: Kind,
  member: NumberMembers<EventOf<Kind>> & string,
): TelemetryFact<number | null> => ({
  ...eventFact<number | null>(kind, { start: null }),
  sum: { kind, member },
});

export const telemetryFacts = {
  batches: fact({ start: 0, consent: "exempt", source: "collection", past: null }),
  /** The next sequence number expected; `missing` has those below it that never arrived. */
  nextSequence: fact({ start: 0, consent: "exempt", source: "collection", past: null }),
  device: fact<Device | null>({
    start: null,
    consent: "exempt",
    source: "collection.device",
    past: pastDevice,
  }),
  /** The newest device id and address, which link the attempt with others. */
  lastDeviceId: fact<string | null>({
    start: null,
    consent: "required",
    source: "collection.device.deviceId",
    past: ({ deviceId }) => deviceId ?? null,
  }),
  lastIp: fact<string | null>({
    start: null,
    consent: "exempt",
    source: "collection.ip",
    past: ({ ip }) => ip ?? null,
  }),
  /** Whether the visitor agreed to more than is strictly necessary; null: the page did not ask. */
  consent: fact<TelemetryBatch["consent"] | null>({
    start: null,
    consent: "exempt",
    source: "collection",
    past: null,
  }),
  /** From the start of the collection to sending the first batch that arrived, browser clock. */
  firstDelayMs: fact<number | null>({
    start: null,
    consent: "exempt",
    source: "collection",
    past: null,
  }),
  /** Smallest arrival time less sending time over all batches: clock error plus fastest transit. */
  clockOffsetMs: fact<number | null>({
    start: null,
    consent: "exempt",
    source: "collection",
    past: null,
  }),
  /** Events that cannot be true; `impossible` has the ways in which they cannot. */
  impossibleEvents: fact({ start: 0, consent: "exempt", source: "collection", past: null }),
  /** What automation left in the browser, each word once; null: no script looked. */
  traces: fact<string[] | null>({
    start: null,
    consent: "exempt",
    source: "collection.device",
    past: null,
  }),
  /** Batches without the headers that a browser adds to a script's requests. */
  plainBatches: fact<number | null>({
    start: null,
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),
  /** The newest of the browser's own headers, to be compared with what its scripts report. */
  headerLanguage: fact<string | null>({
    start: null,
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),
  headerPlatform: fact<string | null>({
    start: null,
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),
  headerBrands: fact<string | null>({
    start: null,
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),
  /** What verifying the signatures of its batches gave; null: none was signed. */
  signatures: fact<SignatureTally | null>({
    start: null,
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),

  // Page views. Times count from the start of the collection, ms, by the browser's clock.
  pages: eventFact("page", { start: 0, past: ({ pages }) => pages ?? null }),
  /** Path of the first page of the collection, and the host that it was reached from. */
  landingPath: eventFact<string | null>("page", { start: null }),
  referrerHost: eventFact<string | null>("page", {
    start: null,
    past: ({ referrerHost }) => referrerHost ?? null,
  }),
  lastPageAt: eventFact<number | null>("page", { start: null }),
  /** Of any event. */
  lastEventAt: fact({ start: 0, consent: "exempt", source: "collection", past: null }),

  // Form fields.
  fieldVisits: eventFact("field", { start: 0 }),
  firstFieldAt: eventFact<number | null>("field", { start: null }),
  /**
   * The earliest page view, counted from 0, where a field for contact or payment details was
   * visited. A search for dates or a login is not the checkout.
   */
  firstFieldPage: eventFact<number | null>("field", { start: null }),
  focusMs: sum("field", "focusMs"),
  keys: sum("field", "keys"),
  corrections: sum("field", "corrections"),
  pastes: sum("field", "pastes"),
  autofills: sum("field", "autofills"),
  inputs: sum("field", "inputs"),
  untrustedInputs: sum("field", "untrusted"),
  /** Pastes into fields for an e-mail address. */
  emailPastes: eventFact("field", { start: 0 }),
  /** Gaps between successive keys of one visit: keys less one. */
  keyGaps: eventFact("field", { start: 0 }),
  keyGapSumMs: sum("field", "gapSumMs"),
  keyGapSquareSum: sum("field", "gapSquareSum"),
  holds: optionalSum("field", "holds"),
  holdSumMs: optionalSum("field", "holdSumMs"),
  holdSquareSum: optionalSum("field", "holdSquareSum"),
  rushes: optionalSum("field", "rushes"),
  shiftless: optionalSum("field", "shiftless"),
  bareAts: optionalSum("field", "bareAts"),
  /** Visits to fields that a person cannot see. */
  hiddenFields: eventFact<number | null>("field", { start: null }),
  /** Visits to a field that does not follow the previous one on the same page. */
  fieldJumps: eventFact("field", { start: 0 }),
  lastField: eventFact<{ page: number; index: number } | null>("field", { start: null }),

  /** What tells its typing, strokes and swipes from all others': recording.ts. Null: too little of them. */
  recording: fact<number | null>({
    start: null,
    consent: "required",
    source: "collection",
    past: null,
  }),

  // Mouse or pen.
  pointerMoves: sum("pointer", "moves"),
  pointerPx: sum("pointer", "distancePx"),
  pointerDirectPx: sum("pointer", "directPx"),
  clicks: sum("pointer", "clicks"),
  touches: sum("pointer", "touches"),
  untrustedPointer: sum("pointer", "untrusted"),
  centredClicks: sum("pointer", "centred"),
  pointerMs: optionalSum("pointer", "moveMs"),
  stepSquareSum: optionalSum("pointer", "stepSquareSum"),
  /** A histogram of eight parts, added part by part. */
  turns: eventFact<number[] | null>("pointer", { start: null }),
  axialSteps: optionalSum("pointer", "axial"),
  bends: optionalSum("pointer", "bends"),
  flips: optionalSum("pointer", "flips"),
  coalesced: optionalSum("pointer", "coalesced"),
  teleports: optionalSum("pointer", "teleports"),
  pressureless: optionalSum("pointer", "pressureless"),
  fractions: optionalSum("pointer", "fractions"),
  presses: optionalSum("pointer", "presses"),
  pressSumMs: optionalSum("pointer", "pressSumMs"),

  // Touch screen.
  taps: optionalSum("touch", "taps"),
  swipes: optionalSum("touch", "swipes"),
  swipePx: optionalSum("touch", "swipePx"),
  swipeMs: optionalSum("touch", "swipeMs"),
  sizedTouches: optionalSum("touch", "sized"),

  scrolls: sum("scroll", "scrolls"),
  scrollDepth: eventFact("scroll", { start: 0 }),
  leaps: optionalSum("scroll", "leaps"),

  hides: eventFact("visibility", { start: 0 }),
  /** Time hidden so far, ms, and since when the tab is hidden now. */
  hiddenMs: eventFact("visibility", { start: 0 }),
  hiddenAt: eventFact<number | null>("visibility", { start: null }),

  submits: eventFact("submit", { start: 0 }),
  untrustedSubmits: eventFact("submit", { start: 0 }),
  /** Of the latest submit. */
  lastSubmitAt: eventFact<number | null>("submit", { start: null }),
  filledFields: eventFact("submit", { start: 0 }),
  touchedFields: eventFact("submit", { start: 0 }),
  hiddenFilled: eventFact<number | null>("submit", { start: null }),

  /** Server clock, Unix ms: first and latest batch. */
  firstAt: fact({
    start: 0,
    consent: "exempt",
    source: "collection",
    past: ({ startedAt }) => (startedAt === undefined ? null : Date.parse(startedAt)),
  }),
  lastAt: fact({ start: 0, consent: "exempt", source: "collection", past: null }),
  /** Browser clock, Unix ms, when the tab's collection started. */
  startedAt: fact({ start: 0, consent: "exempt", source: "collection", past: null }),
  missing: fact<number[]>({ start: [], consent: "exempt", source: "collection", past: null }),
  sdkVersion: fact({ start: "", consent: "exempt", source: "collection", past: null }),
  /** Distinct ones, the first eight. */
  deviceIds: fact<string[]>({
    start: [],
    consent: "required",
    source: "collection.device.deviceId",
    past: ({ deviceId }) => (deviceId === undefined ? null : [deviceId]),
  }),
  ips: fact<string[]>({
    start: [],
    consent: "exempt",
    source: "collection.ip",
    past: ({ ip }) => (ip === undefined ? null : [ip]),
  }),
  userAgents: fact<string[]>({
    start: [],
    consent: "exempt",
    source: "collection.userAgent",
    past: ({ userAgent }) => (userAgent === undefined ? null : [userAgent]),
  }),
  impossible: fact<string[]>({ start: [], consent: "exempt", source: "collection", past: null }),
  /** Origins of the pages that sent the batches, as their browsers report them. */
  origins: fact<string[]>({
    start: [],
    consent: "exempt",
    source: "collection.headers",
    past: null,
  }),
} satisfies Record<string, TelemetryFact<unknown>>;
