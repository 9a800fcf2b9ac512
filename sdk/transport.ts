/**
 * Carries events to the service in small batches, and keeps what did not arrive.
 *
 * `fetch` with `keepalive` outlives the page. A batch that met a broken network, a 429 or a 5xx is
 * tried again; any other answer is final. The same batch may so arrive twice, with the same
 * `sequence`: the service is to take it once.
 */
import type { Device, TelemetryEvent } from "../src/telemetry/protocol.ts";
import { consent, denied, isAllowed } from "./consent.ts";
import {
  type Batch,
  isOld,
  keepCollection,
  newCollection,
  tab,
  takeCollection,
} from "./session.ts";

declare const SDK_VERSION: string;

/** An event has at most 600 bytes; with the envelope and the device a batch stays below 8 kB. */
const batchEvents = 9;
/** All waiting batches: browsers allow 64 kB of keepalive requests at a time. */
const unsentCharacters = 48_000;
const retryMsMax = 60_000;

/** Nothing finer than thousandths. */
const rounded = (_: string, value: unknown) =>
  typeof value === "number" ? +value.toFixed(3) : value;

/** Emits what was gathered; `all` includes what is still going on, such as a focused field. */
type Drain = (all?: boolean) => void;

let url: string;
let key: string;
let readDevice: () => Device;
let device: Device | undefined;
let events: TelemetryEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let due = 0;
let failures = 0;
/** Not before then, 0 while all goes well. */
let retryAt = 0;
const drains: Drain[] = [];
const inFlight = new Set<Batch>();

/** From pagehide on, the record and its numbers belong to the tab's next page: all waits. */
export let asleep: boolean | undefined;

export function startTransport(toUrl: string, withKey: string, read: () => Device): void {
  url = toUrl;
  key = withKey;
  readDevice = read;
}

export function add(event: TelemetryEvent): void {
  events.push(event);
}

/** Asked just before batches are cut. */
export const onGather = (drain: Drain) => drains.push(drain);

export function gather(all?: boolean): void {
  for (const drain of drains) drain(all);
}

/** Tells the device with the next batch. What the visitor now denies is dropped. */
export function describe(): void {
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
  while (JSON.stringify(tab.unsent).length > unsentCharacters) tab.unsent.shift();
}

async function post(batch: Batch): Promise<void> {
  inFlight.add(batch);
  let status = 0;
  try {
    const envelope = { key, sdkVersion: SDK_VERSION, sentAt: Date.now() };
    const answer = await fetch(url, {
      method: "POST",
      credentials: "omit",
      // Whatever the page's own policy is: its address may hold a name or a token.
      referrerPolicy: "origin",
      keepalive: true,
      body: JSON.stringify({ ...envelope, ...batch }, rounded),
    });
    status = answer.status;
  } catch {
    // No network, or refused by the page's policy: status stays 0.
  }
  inFlight.delete(batch);
  if (status && status !== 429 && status < 500) {
    failures = retryAt = 0;
    tab.unsent = tab.unsent.filter((other) => other !== batch);
  } else {
    // Batches that fail together are one failure.
    if (retryAt < Date.now()) failures++;
    const wait = Math.min(retryMsMax, 500 * 2 ** failures) * (0.75 + Math.random() / 2);
    retryAt = Date.now() + wait;
    due = 0;
    sendWithin(0);
  }
  // A hidden page may be discarded without a word, so its record is kept up to date.
  if (!asleep && document.hidden) keep();
}

/** Sends now, retry or not; `all` includes what is still going on, such as a focused field. */
export function send(all?: boolean): void {
  clearTimeout(timer);
  due = 0;
  if (asleep) return;
  try {
    gather(all);
    cut();
  } catch {
    // A page that broke its browser keeps what it broke to itself; the rest is sent.
  }
  for (const batch of tab.unsent) if (!inFlight.has(batch)) post(batch);
}

/** Sends within this time, or earlier if that was planned; after a failure, not before its end. */
export function sendWithin(ms: number): void {
  const wanted = Math.max(retryAt, Date.now() + ms);
  if (due && due <= wanted) return;
  clearTimeout(timer);
  due = wanted;
  timer = setTimeout(send, wanted - Date.now());
}

/** A request under way outlives the page, so it is left to the next page only in bad times. */
function keep(): void {
  const inDoubt = retryAt > 0 || !navigator.onLine;
  keepCollection((batch) => inDoubt || !inFlight.has(batch));
}

/**
 * The page may never run again: sends what there is, and leaves the record to the tab's next
 * page. `forGood` where that page is about to start.
 */
export function handOver(forGood?: boolean): void {
  send(true);
  asleep = forGood;
  keep();
}

/**
 * The page is in use again. True where its collection goes on: a new one began if that was too old,
 * or the record is not to be trusted.
 */
export function takeBack(isDoubtful?: boolean): boolean | undefined {
  asleep = false;
  Object.assign(tab, takeCollection());
  if (!isDoubtful && !isOld(tab)) return true;
  Object.assign(tab, newCollection());
  describe();
}
