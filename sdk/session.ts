/**
 * Who this tab is: the collection's id and counters, and the device's id.
 *
 * `sessionStorage` is the only storage that belongs to one tab, but the browser copies it into a
 * duplicated tab and into one opened by `window.open`. So the record lies there only while no page
 * of the tab is in use: it is taken out when a page starts or comes back into view, and put back
 * when the page is hidden or left. A copy made while somebody looks at the page holds no record,
 * and the other tab starts a collection of its own. README.md lists what this cannot tell apart.
 */
import type { TelemetryBatch } from "../src/telemetry/protocol.ts";

/** A batch before it is sent; the transport adds what is only known at that moment. */
export type Batch = Omit<TelemetryBatch, "key" | "sdkVersion" | "sentAt">;

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

/** The service counts a collection as stale after 24 hours; a new one in good time beats that. */
const collectionMsMax = 12 * 60 * 60 * 1000;

/** 16 characters of base 36, 82 bits. A byte's remainder favours some letters a little: enough. */
function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    (byte % 36).toString(36),
  ).join("");
}

export function newCollection(): Collection {
  const startedAt = Date.now();
  const id = `col_${startedAt.toString(36)}${random()}`;
  return { id, startedAt, sequence: 0, page: -1, unsent: [] };
}

export function isOld(collection: Collection): boolean {
  return Date.now() - collection.startedAt > collectionMsMax;
}

/** Takes the tab's record out of storage; undefined where there is none that can be used. */
export function takeCollection(): Collection | undefined {
  try {
    const text = sessionStorage.getItem(tabRecord);
    sessionStorage.removeItem(tabRecord);
    const record = JSON.parse(text as string) as Collection;
    const usable =
      /^col_[\w-]{8,64}$/.test(record.id) &&
      record.startedAt + record.sequence + record.page >= 0 &&
      Array.isArray(record.unsent);
    return usable && !isOld(record) ? record : undefined;
  } catch {
    // Storage is denied, or the page wrote something else there.
  }
}

export function keepCollection(collection: Collection): void {
  try {
    sessionStorage.setItem(tabRecord, JSON.stringify(collection));
  } catch {
    // Storage is denied or full: the next page starts a collection of its own.
  }
}

/** The same for every tab of this site in this browser; undefined where storage is denied. */
export function deviceId(): string | undefined {
  try {
    const known = localStorage.getItem(deviceRecord);
    if (known && /^dev_[\w-]{8,64}$/.test(known)) return known;
    const created = `dev_${random()}`;
    localStorage.setItem(deviceRecord, created);
    return created;
  } catch {
    // Storage is denied.
  }
}
