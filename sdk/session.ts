/**
 * The tab's collection id and counters, and the device's id.
 *
 * `sessionStorage` is the only storage that belongs to one tab, but the browser copies it into a
 * duplicated tab and into one opened by `window.open`. So the record is in storage only while no
 * page of the tab is in use: it is removed when a page starts or becomes visible again, and stored
 * when the page is hidden or left. A copy made while the page is visible has no record, and the
 * other tab starts its own collection. README.md lists what this cannot distinguish.
 */
import type { TelemetryBatch } from "../src/attempt/telemetry/protocol.ts";
import { denied } from "./consent.ts";

type Known = "collectionId" | "sequence" | "startedAt" | "events";

/** A batch before it is sent, when the transport adds the rest. JSON omits undefined members. */
export interface Batch extends Pick<TelemetryBatch, Known> {
  consent?: TelemetryBatch["consent"] | undefined;
  device?: TelemetryBatch["device"] | undefined;
}

export interface Collection {
  id: string;
  /** Unix milliseconds by the browser's clock. */
  startedAt: number;
  /** Number of the next batch. */
  sequence: number;
  /** Number of the page view now shown; -1 before the first. */
  page: number;
  /** Batches that the service has not acknowledged, oldest first. */
  unsent: Batch[];
}

const tabRecord = "booking-risk.tab";
const deviceRecord = "booking-risk.device";

/** The service treats a collection as stale after 24 hours; a new one starts well before that. */
const collectionMsMax = 12 * 60 * 60 * 1000;

/** Where there is no record to wait for, as after a page without the script. */
const putBackTriesMax = 30;
const putBackMs = 100;

/** The tab's collection, empty until it is opened. One object that all modules share. */
export const tab = {} as Collection;

/** 96 bits, in digits. */
const newId = (prefix: string) => prefix + crypto.getRandomValues(new Uint32Array(3)).join("");

/** Opens the tab's collection once. `given` is an id that the page's stub has already returned. */
export function openTab(given?: string): Collection {
  return tab.id ? tab : Object.assign(tab, loadCollection(given) ?? newCollection(given));
}

export function newCollection(given?: string): Collection {
  return { id: given ?? newId("col_"), startedAt: Date.now(), sequence: 0, page: -1, unsent: [] };
}

/** Also true where the clock was set back, as its times would be impossible. */
export function isOld({ startedAt }: Collection): boolean {
  return Math.floor((Date.now() - startedAt) / collectionMsMax) !== 0;
}

export let putBackTimer: ReturnType<typeof setTimeout>;

/**
 * Calls `then` once the tab's record is in storage: the previous page stores it only after a restored
 * or prerendered page is shown. Without a record it is called after three seconds.
 *
 * @param from the previous page's history entry, for a prerendered page: they may be in different processes,
 *   and Chromium reads `sessionStorage` once for each; a change of `localStorage` is seen by all.
 */
export function whenPutBack(then: () => void, from?: string, tries = putBackTriesMax): void {
  putBackTimer = setTimeout(() => {
    try {
      const isStored = from ? localStorage[tabRecord] === from : sessionStorage[tabRecord];
      if (tries-- && !isStored) return whenPutBack(then, from, tries);
    } catch {
      // Storage is denied.
    }
    then();
  }, putBackMs);
}

/** Reads the tab's record and removes it from storage; undefined where there is no usable one. */
export function loadCollection(given?: string): Collection | undefined {
  try {
    const text = sessionStorage[tabRecord];
    delete sessionStorage[tabRecord];
    const record = JSON.parse(text) as Collection;
    const usable =
      /^col_[\w-]{8,64}$/.test(record.id) &&
      record.startedAt + record.sequence + record.page >= 0 &&
      Array.isArray(record.unsent) &&
      (given ? record.id === given : !isOld(record));
    if (usable) return record;
  } catch {
    // Storage is denied, or the page stored something else there.
  }
}

/**
 * All that is sent or stored. Every value is read from its parent: what the replacer receives is the result of
 * `toJSON`, which Prototype.js before 1.7 defines on every array. Numbers are rounded to thousandths; NaN is
 * what the browser does not report, and is left out.
 */
export const toJson = (content: object) =>
  JSON.stringify(content, function (this: Record<string, number | undefined>, name: string) {
    const value = this[name];
    // biome-ignore lint/suspicious/noSelfCompare: the shortest test for NaN.
    if (value === value) return value?.toFixed ? +value.toFixed(3) : value;
  });

export function storeCollection(unsent: Batch[]): void {
  try {
    sessionStorage[tabRecord] = toJson({ ...tab, unsent });
    // See whenPutBack.
    if (denied) delete localStorage[tabRecord];
    else localStorage[tabRecord] = navigation.currentEntry!.id;
  } catch {
    // Storage is denied or full: the next page starts its own collection. Or there is no `navigation`, and
    // then no prerendering either.
  }
}

/**
 * The same for every tab of this site in this browser; undefined where storage is denied. It is
 * removed where consent is denied.
 */
export function deviceId(): string | undefined {
  try {
    if (denied) return void delete localStorage[deviceRecord];
    const known = localStorage[deviceRecord]; // Or undefined, which does not match.
    if (/^dev_[\w-]{8,64}$/.test(known)) return known;
    const created = newId("dev_");
    localStorage[deviceRecord] = created;
    return created;
  } catch {
    // Storage is denied.
  }
}
