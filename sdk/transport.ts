/**
 * Sends events to the service in small batches, and retries what did not arrive.
 *
 * `fetch` with `keepalive` outlives the page. A batch is sent again after a network error, a 429 or
 * a 5xx; any other response is final. A batch may arrive twice, with the same `sequence`, and the
 * service counts it once.
 */
import type { Device, TelemetryEvent } from "../src/attempt/telemetry/protocol.ts";
import { consent, denied, isAllowed } from "./consent.ts";
import {
  type Batch,
  isOld,
  loadCollection,
  newCollection,
  storeCollection,
  tab,
  toJson,
} from "./session.ts";

declare const SDK_VERSION: string;

/** An event has at most 600 bytes, so a batch with its envelope and device stays below 8 kB. */
const batchEvents = 9;
/** Of all unsent batches: browsers allow 64 kB of keepalive requests at a time. */
const unsentCharacters = 48_000;
const retryMsMax = 60_000;

/** Emits what a collector has gathered; `all` includes unfinished events, such as a focused field. */
type Gatherer = (all?: boolean) => void;

let url: URL;
let key: string;
let readDevice: () => Device;
let device: Device | undefined;
let events: TelemetryEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let due = 0;
let failures = 0;
/** The earliest time of the next attempt; 0 after success. */
let retryAt = 0;
const gatherers: Gatherer[] = [];
const inFlight = new Set<Batch>();

/** From pagehide on, the record and its numbers belong to the tab's next page, so nothing is sent. */
export let suspended: boolean | undefined;

export function startTransport(toUrl: URL, withKey: string, read: () => Device): void {
  url = toUrl;
  key = withKey;
  readDevice = read;
}

export const queueEvent = (event: TelemetryEvent) => events.push(event);

/** Registers a collector that is asked before batches are cut. */
export const onGather = (gatherer: Gatherer) => gatherers.push(gatherer);

export function gather(all?: boolean): void {
  for (const gatherer of gatherers) gatherer(all);
}

/** Sends the device with the next batch, and drops what the visitor denies. */
export function queueDevice(): void {
  device = readDevice();
  if (!denied) return;
  events = events.filter(isAllowed);
  for (const batch of tab.unsent) {
    batch.consent = consent;
    batch.events = batch.events.filter(isAllowed);
    delete batch.device;
  }
}

function cut(): void {
  while (events.length || device) {
    tab.unsent.push({
      collectionId: tab.id,
      sequence: tab.sequence++,
      startedAt: tab.startedAt,
      consent,
      device,
      events: events.splice(0, batchEvents),
    });
    device = undefined;
  }
  while (toJson(tab.unsent).length > unsentCharacters) tab.unsent.shift();
}

async function post(batch: Batch): Promise<void> {
  inFlight.add(batch);
  let status = 0;
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "omit",
      // Regardless of the page's policy: its address may contain a name or a token.
      referrerPolicy: "origin",
      keepalive: true,
      body: toJson({ key, sdkVersion: SDK_VERSION, sentAt: Date.now(), ...batch }),
    });
    status = response.status;
  } catch {
    // No network, or refused by the page's content security policy: the status stays 0.
  }
  inFlight.delete(batch);
  if (status && status !== 429 && status < 500) {
    failures = retryAt = 0;
    tab.unsent = tab.unsent.filter((other) => other !== batch);
  } else {
    // Batches that fail together count as one failure.
    if (retryAt < Date.now()) failures++;
    const wait = Math.min(retryMsMax, 500 * 2 ** failures) * (0.75 + Math.random() / 2);
    retryAt = Date.now() + wait;
    due = 0;
    sendWithin(0);
  }
  // A hidden page may be discarded without an event, so its stored record is updated.
  if (!suspended && document.hidden) storeTab();
}

/** Sends now, even before a retry is due; `all` includes unfinished events, as a focused field. */
export function send(all?: boolean): void {
  clearTimeout(timer);
  due = 0;
  if (suspended) return;
  try {
    gather(all);
    cut();
  } catch {
    // Where the page has broken a built-in function, that part is lost; the rest is sent.
  }
  for (const batch of tab.unsent) if (!inFlight.has(batch)) post(batch);
}

/** Sends within this time, or earlier if already scheduled; after a failure not before `retryAt`. */
export function sendWithin(ms: number): void {
  const wanted = Math.max(retryAt, Date.now() + ms);
  if (due && due <= wanted) return;
  clearTimeout(timer);
  due = wanted;
  timer = setTimeout(send, wanted - Date.now());
}

/** A request in flight outlives the page, so the next page only gets it after a failure. */
function storeTab(): void {
  const inDoubt = retryAt || !navigator.onLine;
  storeCollection(tab.unsent.filter((batch) => inDoubt || !inFlight.has(batch)));
}

/**
 * The page may never run again: sends everything and stores the record for the tab's next page.
 * `leaving` where that page is about to start.
 */
export function releaseTab(leaving?: boolean): void {
  send(true);
  suspended = leaving;
  storeTab();
}

/**
 * The page is in use again. True where its collection continues; a new one starts where it was too
 * old or `isDoubtful`, that is, its record cannot be trusted.
 */
export function resumeTab(isDoubtful?: boolean): boolean | undefined {
  suspended = false;
  Object.assign(tab, loadCollection());
  if (!isDoubtful && !isOld(tab)) return true;
  Object.assign(tab, newCollection());
  queueDevice();
}
