/**
 * One collection in numbers: what scoring reads of a tab. Kept up to date batch by batch, so that
 * a decision reads one row. Plain JSON: it is stored as it is, with the collection and, as it was
 * then, with each decision.
 */
import type { Device, FieldPurpose, TelemetryBatch, TelemetryEvent } from "./protocol.ts";

/** Distinct addresses, browsers and devices remembered of one collection; more are only counted. */
const distinctKept = 8;
/** Sequence numbers remembered as not yet arrived. */
const missingKept = 64;
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

  pointerMoves: number;
  pointerPx: number;
  pointerDirectPx: number;
  clicks: number;
  touches: number;
  untrustedPointer: number;
  centredClicks: number;
  scrolls: number;
  scrollDepth: number;
  hides: number;

  submits: number;
  untrustedSubmits: number;
  lastSubmitAt: number | null;
  filledFields: number;
  touchedFields: number;
}

/**
 * What is known of a tab, from the browser script or from an imported history. Null: nobody saw
 * it, which is not the same as none of it.
 */
export type CollectionFacts = {
  [Name in keyof CollectionSummary]: CollectionSummary[Name] | null;
};

/** How a batch reached the service. */
export interface Arrival {
  receivedAt: number;
  ip: string;
  userAgent: string;
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
  for (const event of batch.events) foldEvent(summary, event);
  return summary;
}

/** What a batch changes in place; the rest is replaced. */
function copyOf(summary: CollectionSummary): CollectionSummary {
  const { missing, deviceIds, ips, userAgents } = summary;
  return {
    ...summary,
    missing: [...missing],
    deviceIds: [...deviceIds],
    ips: [...ips],
    userAgents: [...userAgents],
  };
}

function emptySummary(batch: TelemetryBatch, { receivedAt }: Arrival): CollectionSummary {
  return {
    firstAt: receivedAt,
    lastAt: receivedAt,
    startedAt: batch.startedAt,
    batches: 0,
    nextSequence: 0,
    missing: [],
    sdkVersion: batch.sdkVersion,
    device: null,
    deviceIds: [],
    ips: [],
    userAgents: [],
    lastDeviceId: null,
    lastIp: null,
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
    pointerMoves: 0,
    pointerPx: 0,
    pointerDirectPx: 0,
    clicks: 0,
    touches: 0,
    untrustedPointer: 0,
    centredClicks: 0,
    scrolls: 0,
    scrollDepth: 0,
    hides: 0,
    submits: 0,
    untrustedSubmits: 0,
    lastSubmitAt: null,
    filledFields: 0,
    touchedFields: 0,
  };
}

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
    case "scroll":
      summary.scrolls += event.scrolls;
      summary.scrollDepth = Math.max(summary.scrollDepth, event.depth);
      break;
    case "visibility":
      if (event.state === "hidden") summary.hides += 1;
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
    // Of a summary that was stored before this member was there, it is undefined.
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
}

function foldPointer(summary: CollectionSummary, event: EventOf<"pointer">): void {
  summary.pointerMoves += event.moves;
  summary.pointerPx += event.distancePx;
  summary.pointerDirectPx += event.directPx;
  summary.clicks += event.clicks;
  summary.touches += event.touches;
  summary.untrustedPointer += event.untrusted;
  summary.centredClicks += event.centred;
}

function foldSubmit(summary: CollectionSummary, event: EventOf<"submit">): void {
  summary.submits += 1;
  if (!event.trusted) summary.untrustedSubmits += 1;
  if (summary.lastSubmitAt !== null && event.at < summary.lastSubmitAt) return; // Came late.
  summary.lastSubmitAt = event.at;
  summary.filledFields = event.filledFields;
  summary.touchedFields = event.touchedFields;
}
