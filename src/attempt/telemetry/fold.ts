/** Folds the batches of one collection into its summary, in any order of arrival, each once. */
import { type EventKind, type EventOf, telemetryFacts } from "./facts.ts";
import { impossibilities } from "./impossible.ts";
import {
  type FieldPurpose,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "./protocol.ts";
import { withRecordingOf } from "./recording.ts";
import { addSignature, type SignatureResult } from "./signature.ts";
import { type CollectionSummary, emptySummary, type FactName, factNames } from "./summary.ts";

/** Distinct addresses, browsers and devices stored of one collection; more are ignored. */
const distinctMax = 8;
/** Sequence numbers stored as not yet arrived: as many as a collection takes batches. */
const missingMax = telemetryLimits.collectionBatches;
/** Fields that only the form of a checkout has. */
const checkoutPurposes: ReadonlySet<FieldPurpose> = new Set([
  "email",
  "phone",
  "name",
  "address",
  "card",
]);

/** How a batch reached the service. */
export interface Arrival {
  receivedAt: number;
  ip: string;
  userAgent: string;
  /** Absent from batches that an earlier version stored. */
  headers?: BrowserHeaders;
}

/** What a browser says about itself besides its User-Agent; null if it does not. */
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
  /** Absent where the request was not signed. */
  signature?: SignatureResult;
}

/**
 * Adds one batch to a collection's summary; `null` starts a new one.
 *
 * @returns the new summary, or the same object where this batch was already counted: the browser
 * sends a batch again when it did not see the response.
 */
export function foldBatch(
  before: CollectionSummary | null,
  batch: TelemetryBatch,
  arrival: Arrival,
): CollectionSummary {
  const summary = before ? copyOf(before) : startOf(batch, arrival);
  if (!takeSequence(summary, batch.sequence)) return before ?? summary;
  summary.batches += 1;
  summary.lastAt = Math.max(summary.lastAt, arrival.receivedAt);
  summary.sdkVersion = batch.sdkVersion;
  foldDevice(summary, batch.device);
  addDistinct(summary.deviceIds, batch.device?.deviceId);
  addDistinct(summary.ips, arrival.ip);
  addDistinct(summary.userAgents, arrival.userAgent);
  summary.lastDeviceId = batch.device?.deviceId ?? summary.lastDeviceId;
  summary.lastIp = arrival.ip || summary.lastIp;
  foldConsent(summary, batch.consent);
  foldClock(summary, batch, arrival);
  foldHeaders(summary, arrival.headers);
  foldTraces(summary, batch.device);
  for (const event of batch.events) {
    const ways = impossibilities(event, batch);
    if (ways.length > 0) summary.impossibleEvents += 1;
    for (const way of ways) addDistinct(summary.impossible, way);
    foldEvent(summary, event);
  }
  return summary;
}

const listFacts = factNames.filter((name) => Array.isArray(emptySummary[name]));

/**
 * A copy that can be folded into: with the facts that an earlier version did not store yet, and
 * with its own lists, which are changed in place.
 */
function copyOf(summary: Readonly<CollectionSummary>): CollectionSummary {
  const copy: CollectionSummary = { ...emptySummary, ...summary };
  const lists = copy as unknown as Record<FactName, unknown[]>;
  for (const name of listFacts) lists[name] = [...lists[name]];
  copy.traces &&= [...copy.traces];
  return copy;
}

function startOf(batch: TelemetryBatch, { receivedAt }: Arrival): CollectionSummary {
  const summary = copyOf(emptySummary);
  summary.firstAt = receivedAt;
  summary.lastAt = receivedAt;
  summary.startedAt = batch.startedAt;
  return summary;
}

/** The latest device; a browser that once said that a program controls it cannot take that back. */
function foldDevice(summary: CollectionSummary, device: TelemetryBatch["device"]): void {
  if (!device) return;
  const isDriven = summary.device?.webdriver === true;
  summary.device = isDriven ? { ...device, webdriver: true } : device;
}

/** Once granted, what was recorded stays known. */
function foldConsent(summary: CollectionSummary, consent: TelemetryBatch["consent"]): void {
  if (consent && summary.consent !== "granted") summary.consent = consent;
}

function foldClock(summary: CollectionSummary, batch: TelemetryBatch, arrival: Arrival): void {
  if (summary.batches === 1) summary.firstDelayMs = batch.sentAt - batch.startedAt;
  const offset = arrival.receivedAt - batch.sentAt;
  summary.clockOffsetMs = Math.min(summary.clockOffsetMs ?? offset, offset);
}

function foldTraces(summary: CollectionSummary, device: TelemetryBatch["device"]): void {
  if (!device?.traces) return;
  summary.traces ??= [];
  for (const trace of device.traces) addDistinct(summary.traces, trace);
  // A brand that begins with a blank, as disguises copied it from Chrome 90 to 102. Older versions of
  // the script report the word themselves.
  if (device.brands?.some((brand) => brand.startsWith(" "))) addDistinct(summary.traces, "brand");
}

function foldHeaders(summary: CollectionSummary, headers: BrowserHeaders | undefined): void {
  if (!headers) return;
  addDistinct(summary.origins, headers.origin ?? undefined);
  const isPlain = !headers.origin && !headers.fetchMode;
  summary.plainBatches = (summary.plainBatches ?? 0) + (isPlain ? 1 : 0);
  summary.headerLanguage = headers.language ?? summary.headerLanguage;
  summary.headerPlatform = headers.platform ?? summary.headerPlatform;
  summary.headerBrands = headers.brands ?? summary.headerBrands;
  if (headers.signature) {
    summary.signatures = addSignature(summary.signatures, headers.signature);
  }
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
    if (summary.missing.length >= missingMax) break;
    summary.missing.push(gap);
  }
  summary.nextSequence = sequence + 1;
  return true;
}

function addDistinct(known: string[], value: string | undefined): void {
  if (value && known.length < distinctMax && !known.includes(value)) known.push(value);
}

type SummedFact = {
  [Name in FactName]: CollectionSummary[Name] extends number | null ? Name : never;
}[FactName];

/** By kind of event, the facts that are sums of its members. */
const sums = {} as Record<EventKind, { name: SummedFact; member: string }[]>;
for (const name of factNames) {
  const { sum } = telemetryFacts[name];
  if (!sum) continue;
  sums[sum.kind] ??= [];
  sums[sum.kind].push({ name: name as SummedFact, member: sum.member });
}

function foldEvent(summary: CollectionSummary, event: TelemetryEvent): void {
  summary.lastEventAt = Math.max(summary.lastEventAt, event.at);
  summary.recording = withRecordingOf(summary.recording, event);
  const members = event as unknown as Readonly<Record<string, number | undefined>>;
  for (const { name, member } of sums[event.kind] ?? []) {
    const part = members[member];
    if (part !== undefined) summary[name] = (summary[name] ?? 0) + part;
  }
  switch (event.kind) {
    case "page":
      foldPage(summary, event);
      break;
    case "field":
      foldField(summary, event);
      break;
    case "pointer":
      foldTurns(summary, event);
      break;
    case "scroll":
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
  if (event.purpose === "email") summary.emailPastes += event.pastes;
  summary.keyGaps += Math.max(0, event.keys - 1);
  if (event.hidden !== undefined) {
    summary.hiddenFields = (summary.hiddenFields ?? 0) + Number(event.hidden);
  }
  const { lastField } = summary;
  const step = lastField?.page === event.page ? event.index - lastField.index : 1;
  if (step !== 0 && step !== 1) summary.fieldJumps += 1;
  summary.lastField = { page: event.page, index: event.index };
}

function foldTurns(summary: CollectionSummary, { turns }: EventOf<"pointer">): void {
  if (!turns) return;
  const known = summary.turns;
  summary.turns = turns.map((count, part) => (known?.[part] ?? 0) + count);
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
  if (summary.lastSubmitAt !== null && event.at < summary.lastSubmitAt) return; // Arrived late.
  summary.lastSubmitAt = event.at;
  summary.filledFields = event.filledFields;
  summary.touchedFields = event.touchedFields;
  summary.hiddenFilled = event.hiddenFilled ?? null;
}
