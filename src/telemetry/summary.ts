/**
 * One collection in numbers: what scoring reads of a tab. Kept up to date batch by batch, so that
 * a decision reads one row. Plain JSON: it is stored as it is, with the collection and, as it was
 * then, with each decision.
 */
import { impossibilities } from "./impossible.ts";
import {
  type Device,
  type FieldPurpose,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "./protocol.ts";

/** Distinct addresses, browsers and devices remembered of one collection; more are only counted. */
const distinctKept = 8;
/** Sequence numbers remembered as not yet arrived: as many as a collection takes batches. */
const missingKept = telemetryLimits.collectionBatches;
/** What only the form of a checkout asks for. */
const checkoutPurposes: ReadonlySet<FieldPurpose> = new Set([
  "email",
  "phone",
  "name",
  "address",
  "card",
]);

export interface CollectionSummary {
  /** Server clock, Unix ms: first and latest batch. */
  firstAt: number;
  lastAt: number;
  /** Browser clock, Unix ms, when the tab's collection started. */
  startedAt: number;
  batches: number;
  /** The next sequence number expected, and those below it that never came. */
  nextSequence: number;
  missing: number[];
  sdkVersion: string;
  device: Device | null;
  deviceIds: string[];
  ips: string[];
  userAgents: string[];
  /** The newest of each, which links the attempt with others. */
  lastDeviceId: string | null;
  lastIp: string | null;
  /** Whether the visitor agreed to more than is strictly needed; null: nobody asked. */
  consent: TelemetryBatch["consent"] | null;
  /** From the start of the collection to sending the first batch that came, browser's clock. */
  firstDelayMs: number | null;
  /** The least of arrival less sending over all batches: the clock's error and the quickest way. */
  clockOffsetMs: number | null;
  /** Events that cannot be true, counted, and in which ways: `impossible.ts`. */
  impossibleEvents: number;
  impossible: string[];
  /** What automation left in the browser, each word once. */
  traces: string[] | null;
  /** Origins of the pages that sent the batches, as their browsers told. */
  origins: string[];
  /** Batches without the headers that a browser adds to a script's requests; null: see below. */
  plainBatches: number | null;
  /** The newest of the browser's own headers, against what its scripts say. */
  headerLanguage: string | null;
  headerPlatform: string | null;
  headerBrands: string | null;

  pages: number;
  /** Path of the first page of the collection, and the host that it was reached from. */
  landingPath: string | null;
  referrerHost: string | null;
  /** ms since the start of the collection, by the browser's clock. */
  lastPageAt: number | null;
  lastEventAt: number;

  fieldVisits: number;
  firstFieldAt: number | null;
  /**
   * The earliest page view, counted from 0, where a field for contact or payment details was
   * visited. A search for dates or a log-in is not the checkout.
   */
  firstFieldPage: number | null;
  focusMs: number;
  keys: number;
  corrections: number;
  pastes: number;
  autofills: number;
  inputs: number;
  untrustedInputs: number;
  emailPastes: number;
  keyGaps: number;
  keyGapSumMs: number;
  keyGapSquareSum: number;
  /** Null here and below: no batch told; scripts of earlier versions do not. */
  holds: number | null;
  holdSumMs: number | null;
  holdSquareSum: number | null;
  rushes: number | null;
  shiftless: number | null;
  /** Visits to fields that nobody can see. */
  hiddenFields: number | null;
  /** Visits to a field that is not the next one after the field before, on the same page. */
  fieldJumps: number;
  lastField: { page: number; index: number } | null;

  pointerMoves: number;
  pointerPx: number;
  pointerDirectPx: number;
  clicks: number;
  touches: number;
  untrustedPointer: number;
  centredClicks: number;
  pointerMs: number | null;
  stepSquareSum: number | null;
  turns: number[] | null;
  coalesced: number | null;
  teleports: number | null;
  pressureless: number | null;
  fractions: number | null;
  presses: number | null;
  pressSumMs: number | null;
  taps: number | null;
  swipes: number | null;
  swipePx: number | null;
  swipeMs: number | null;
  sizedTouches: number | null;
  scrolls: number;
  scrollDepth: number;
  hides: number;
  /** Time hidden so far, ms, and since when it is hidden now. */
  hiddenMs: number;
  hiddenAt: number | null;

  submits: number;
  untrustedSubmits: number;
  lastSubmitAt: number | null;
  filledFields: number;
  touchedFields: number;
  hiddenFilled: number | null;
}

/**
 * What is known of a tab, from the browser script or from an imported history. Null: nobody saw
 * it, which is not the same as none of it.
 */
export type CollectionFacts = {
  [Name in keyof CollectionSummary]: CollectionSummary[Name] | null;
};

/** The facts that a visitor who denied consent is not watched for. */
const consentNeeded = [
  "deviceIds",
  "lastDeviceId",
  "fieldVisits",
  "firstFieldAt",
  "firstFieldPage",
  "focusMs",
  "keys",
  "corrections",
  "pastes",
  "autofills",
  "inputs",
  "untrustedInputs",
  "emailPastes",
  "keyGaps",
  "keyGapSumMs",
  "keyGapSquareSum",
  "holds",
  "holdSumMs",
  "holdSquareSum",
  "rushes",
  "shiftless",
  "hiddenFields",
  "fieldJumps",
  "lastField",
  "pointerMoves",
  "pointerPx",
  "pointerDirectPx",
  "clicks",
  "touches",
  "untrustedPointer",
  "centredClicks",
  "pointerMs",
  "stepSquareSum",
  "turns",
  "coalesced",
  "teleports",
  "presses",
  "pressSumMs",
  "pressureless",
  "fractions",
  "taps",
  "swipes",
  "swipePx",
  "swipeMs",
  "sizedTouches",
  "scrolls",
  "scrollDepth",
  "hides",
  "hiddenMs",
  "hiddenAt",
] as const satisfies readonly (keyof CollectionSummary)[];

const notWatched = Object.fromEntries(consentNeeded.map((name) => [name, null]));

/** A summary as features read it: what nobody was allowed to see is not known, rather than zero. */
export function collectionFacts(summary: CollectionSummary): CollectionFacts {
  return summary.consent === "denied" ? { ...summary, ...notWatched } : summary;
}

/** How a batch reached the service. */
export interface Arrival {
  receivedAt: number;
  ip: string;
  userAgent: string;
  /** Absent of batches that an earlier version kept. */
  headers?: BrowserHeaders;
}

/** What a browser says of itself beside its User-Agent; null where it did not. */
export interface BrowserHeaders {
  /** `Origin`: scheme and host of the page. */
  origin: string | null;
  /** `Sec-Fetch-Mode`, which no script in a page can set. */
  fetchMode: string | null;
  /** The first language of `Accept-Language`. */
  language: string | null;
  /** `Sec-CH-UA` and `Sec-CH-UA-Platform`. */
  brands: string | null;
  platform: string | null;
}

/**
 * Adds one batch to a collection's summary; `null` starts a new one.
 *
 * @returns the new summary, or the same object where this batch was already counted: the browser
 * sends a batch again when it did not see the answer.
 */
export function foldBatch(
  before: CollectionSummary | null,
  batch: TelemetryBatch,
  arrival: Arrival,
): CollectionSummary {
  const summary = before ? copyOf(before) : emptySummary(batch, arrival);
  if (!takeSequence(summary, batch.sequence)) return before ?? summary;
  summary.batches += 1;
  summary.lastAt = Math.max(summary.lastAt, arrival.receivedAt);
  summary.sdkVersion = batch.sdkVersion;
  if (batch.device) summary.device = batch.device;
  remember(summary.deviceIds, batch.device?.deviceId);
  remember(summary.ips, arrival.ip);
  remember(summary.userAgents, arrival.userAgent);
  summary.lastDeviceId = batch.device?.deviceId ?? summary.lastDeviceId;
  summary.lastIp = arrival.ip || summary.lastIp;
  foldConsent(summary, batch.consent);
  foldClock(summary, batch, arrival);
  foldHeaders(summary, arrival.headers);
  if (batch.device?.traces) {
    summary.traces ??= [];
    for (const trace of batch.device.traces) remember(summary.traces, trace);
  }
  for (const event of batch.events) {
    const ways = impossibilities(event, batch);
    if (ways.length > 0) summary.impossibleEvents += 1;
    for (const way of ways) remember(summary.impossible, way);
    foldEvent(summary, event);
  }
  return summary;
}

/** Once granted, what was seen stays seen. */
function foldConsent(summary: CollectionSummary, consent: TelemetryBatch["consent"]): void {
  if (consent && summary.consent !== "granted") summary.consent = consent;
}

function foldClock(summary: CollectionSummary, batch: TelemetryBatch, arrival: Arrival): void {
  if (summary.batches === 1) summary.firstDelayMs = batch.sentAt - batch.startedAt;
  const offset = arrival.receivedAt - batch.sentAt;
  summary.clockOffsetMs = Math.min(summary.clockOffsetMs ?? offset, offset);
}

function foldHeaders(summary: CollectionSummary, headers: BrowserHeaders | undefined): void {
  if (!headers) return;
  remember(summary.origins, headers.origin ?? undefined);
  const isPlain = !headers.origin && !headers.fetchMode;
  summary.plainBatches = (summary.plainBatches ?? 0) + (isPlain ? 1 : 0);
  summary.headerLanguage = headers.language ?? summary.headerLanguage;
  summary.headerPlatform = headers.platform ?? summary.headerPlatform;
  summary.headerBrands = headers.brands ?? summary.headerBrands;
}

/** What a batch changes in place; the rest is replaced. */
function copyOf(summary: CollectionSummary): CollectionSummary {
  const { missing, deviceIds, ips, userAgents, traces, turns } = summary;
  return {
    ...emptyCounts,
    ...summary,
    missing: [...missing],
    deviceIds: [...deviceIds],
    ips: [...ips],
    userAgents: [...userAgents],
    impossible: [...(summary.impossible ?? [])],
    origins: [...(summary.origins ?? [])],
    traces: traces ? [...traces] : null,
    turns: turns ? [...turns] : null,
  };
}

function emptySummary(batch: TelemetryBatch, { receivedAt }: Arrival): CollectionSummary {
  return {
    ...emptyCounts,
    firstAt: receivedAt,
    lastAt: receivedAt,
    startedAt: batch.startedAt,
    missing: [],
    sdkVersion: batch.sdkVersion,
    deviceIds: [],
    ips: [],
    userAgents: [],
    impossible: [],
    origins: [],
  };
}

/** What a collection begins with; a summary that an earlier version stored lacks the newer ones. */
const emptyCounts = {
  batches: 0,
  nextSequence: 0,
  device: null,
  lastDeviceId: null,
  lastIp: null,
  consent: null,
  firstDelayMs: null,
  clockOffsetMs: null,
  impossibleEvents: 0,
  traces: null,
  plainBatches: null,
  headerLanguage: null,
  headerPlatform: null,
  headerBrands: null,
  pages: 0,
  landingPath: null,
  referrerHost: null,
  lastPageAt: null,
  lastEventAt: 0,
  fieldVisits: 0,
  firstFieldAt: null,
  firstFieldPage: null,
  focusMs: 0,
  keys: 0,
  corrections: 0,
  pastes: 0,
  autofills: 0,
  inputs: 0,
  untrustedInputs: 0,
  emailPastes: 0,
  keyGaps: 0,
  keyGapSumMs: 0,
  keyGapSquareSum: 0,
  holds: null,
  holdSumMs: null,
  holdSquareSum: null,
  rushes: null,
  shiftless: null,
  hiddenFields: null,
  fieldJumps: 0,
  lastField: null,
  pointerMoves: 0,
  pointerPx: 0,
  pointerDirectPx: 0,
  clicks: 0,
  touches: 0,
  untrustedPointer: 0,
  centredClicks: 0,
  pointerMs: null,
  stepSquareSum: null,
  turns: null,
  coalesced: null,
  teleports: null,
  pressureless: null,
  fractions: null,
  presses: null,
  pressSumMs: null,
  taps: null,
  swipes: null,
  swipePx: null,
  swipeMs: null,
  sizedTouches: null,
  scrolls: 0,
  scrollDepth: 0,
  hides: 0,
  hiddenMs: 0,
  hiddenAt: null,
  submits: 0,
  untrustedSubmits: 0,
  lastSubmitAt: null,
  filledFields: 0,
  touchedFields: 0,
  hiddenFilled: null,
} satisfies Partial<CollectionSummary>;

/** Whether this sequence number is new to the collection. */
function takeSequence(summary: CollectionSummary, sequence: number): boolean {
  if (sequence < summary.nextSequence) {
    const place = summary.missing.indexOf(sequence);
    if (place < 0) return false;
    summary.missing.splice(place, 1);
    return true;
  }
  for (let gap = summary.nextSequence; gap < sequence; gap++) {
    if (summary.missing.length >= missingKept) break;
    summary.missing.push(gap);
  }
  summary.nextSequence = sequence + 1;
  return true;
}

function remember(known: string[], value: string | undefined): void {
  if (value && known.length < distinctKept && !known.includes(value)) known.push(value);
}

function foldEvent(summary: CollectionSummary, event: TelemetryEvent): void {
  summary.lastEventAt = Math.max(summary.lastEventAt, event.at);
  switch (event.kind) {
    case "page":
      foldPage(summary, event);
      break;
    case "field":
      foldField(summary, event);
      break;
    case "pointer":
      foldPointer(summary, event);
      break;
    case "touch":
      foldTouch(summary, event);
      break;
    case "scroll":
      summary.scrolls += event.scrolls;
      summary.scrollDepth = Math.max(summary.scrollDepth, event.depth);
      break;
    case "visibility":
      foldVisibility(summary, event);
      break;
    case "submit":
      foldSubmit(summary, event);
      break;
  }
}

type EventOf<K extends TelemetryEvent["kind"]> = Extract<TelemetryEvent, { kind: K }>;

function foldPage(summary: CollectionSummary, event: EventOf<"page">): void {
  summary.pages += 1;
  summary.lastPageAt = Math.max(summary.lastPageAt ?? 0, event.at);
  if (event.page > 0 && summary.landingPath !== null) return;
  summary.landingPath = event.path;
  summary.referrerHost = event.referrerHost;
}

function foldField(summary: CollectionSummary, event: EventOf<"field">): void {
  summary.fieldVisits += 1;
  summary.firstFieldAt = Math.min(summary.firstFieldAt ?? event.at, event.at);
  if (checkoutPurposes.has(event.purpose)) {
    summary.firstFieldPage = Math.min(summary.firstFieldPage ?? event.page, event.page);
  }
  summary.focusMs += event.focusMs;
  summary.keys += event.keys;
  summary.corrections += event.corrections;
  summary.pastes += event.pastes;
  summary.autofills += event.autofills;
  summary.inputs += event.inputs;
  summary.untrustedInputs += event.untrusted;
  if (event.purpose === "email") summary.emailPastes += event.pastes;
  summary.keyGaps += Math.max(0, event.keys - 1);
  summary.keyGapSumMs += event.gapSumMs;
  summary.keyGapSquareSum += event.gapSquareSum;
  summary.holds = plus(summary.holds, event.holds);
  summary.holdSumMs = plus(summary.holdSumMs, event.holdSumMs);
  summary.holdSquareSum = plus(summary.holdSquareSum, event.holdSquareSum);
  summary.rushes = plus(summary.rushes, event.rushes);
  summary.shiftless = plus(summary.shiftless, event.shiftless);
  if (event.hidden !== undefined) {
    summary.hiddenFields = (summary.hiddenFields ?? 0) + Number(event.hidden);
  }
  const { lastField } = summary;
  const step = lastField?.page === event.page ? event.index - lastField.index : 1;
  if (step !== 0 && step !== 1) summary.fieldJumps += 1;
  summary.lastField = { page: event.page, index: event.index };
}

function foldPointer(summary: CollectionSummary, event: EventOf<"pointer">): void {
  summary.pointerMoves += event.moves;
  summary.pointerPx += event.distancePx;
  summary.pointerDirectPx += event.directPx;
  summary.clicks += event.clicks;
  summary.touches += event.touches;
  summary.untrustedPointer += event.untrusted;
  summary.centredClicks += event.centred;
  summary.pointerMs = plus(summary.pointerMs, event.moveMs);
  summary.stepSquareSum = plus(summary.stepSquareSum, event.stepSquareSum);
  summary.coalesced = plus(summary.coalesced, event.coalesced);
  summary.teleports = plus(summary.teleports, event.teleports);
  summary.pressureless = plus(summary.pressureless, event.pressureless);
  summary.fractions = plus(summary.fractions, event.fractions);
  summary.presses = plus(summary.presses, event.presses);
  summary.pressSumMs = plus(summary.pressSumMs, event.pressSumMs);
  if (event.turns) {
    const known = summary.turns;
    summary.turns = event.turns.map((count, part) => (known?.[part] ?? 0) + count);
  }
}

function foldTouch(summary: CollectionSummary, event: EventOf<"touch">): void {
  summary.taps = plus(summary.taps, event.taps);
  summary.swipes = plus(summary.swipes, event.swipes);
  summary.swipePx = plus(summary.swipePx, event.swipePx);
  summary.swipeMs = plus(summary.swipeMs, event.swipeMs);
  summary.sizedTouches = plus(summary.sizedTouches, event.sized);
}

/** A part that a batch does not tell leaves the sum as it was. */
function plus(sum: number | null, part: number | undefined): number | null {
  return part === undefined ? sum : (sum ?? 0) + part;
}

function foldVisibility(summary: CollectionSummary, event: EventOf<"visibility">): void {
  if (event.state === "hidden") {
    summary.hides += 1;
    summary.hiddenAt ??= event.at;
  } else if (summary.hiddenAt !== null) {
    summary.hiddenMs += Math.max(0, event.at - summary.hiddenAt);
    summary.hiddenAt = null;
  }
}

function foldSubmit(summary: CollectionSummary, event: EventOf<"submit">): void {
  summary.submits += 1;
  if (!event.trusted) summary.untrustedSubmits += 1;
  if (summary.lastSubmitAt !== null && event.at < summary.lastSubmitAt) return; // Came late.
  summary.lastSubmitAt = event.at;
  summary.filledFields = event.filledFields;
  summary.touchedFields = event.touchedFields;
  summary.hiddenFilled = event.hiddenFilled ?? null;
}
