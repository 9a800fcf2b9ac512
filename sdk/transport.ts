/**
 * Carries events to the service in small batches, and keeps what did not arrive.
 *
 * `fetch` with `keepalive` outlives the page. A batch that met a broken network, a 429 or a 5xx is
 * tried again; any other answer is final. The same batch may so arrive twice, with the same
 * `sequence`: the service is to take it once.
 */
import type { Device, TelemetryEvent } from "../src/telemetry/protocol.ts";
import type { Batch, Collection } from "./session.ts";

declare const SDK_VERSION: string;

/** Events of one batch in characters; with the envelope and the device it stays below 8 kB. */
const batchCharacters = 6500;
/** All waiting batches: browsers allow 64 kB of keepalive requests at a time. */
const unsentCharacters = 48_000;
const retryMsMax = 60_000;

export interface Transport {
  add(event: TelemetryEvent): void;
  describe(device: Device): void;
  /** Sends within this time, or earlier if that was planned. */
  within(ms: number): void;
  /** Sends now, back-off or not. */
  flush(): void;
  /** What the tab's next page has to send if this one never runs again. */
  undelivered(): Batch[];
}

interface Options {
  url: string;
  key: string;
  tab: Collection;
  /** Gathers from the collectors, just before batches are cut. */
  gather(): void;
  /** The batches' numbers are another page's for now: what there is waits. */
  asleep(): boolean;
  /** Called after each answer. */
  settled(): void;
}

export function createTransport({ url, key, tab, gather, asleep, settled }: Options): Transport {
  const events: TelemetryEvent[] = [];
  let device: Device | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  let failures = 0;
  let retryAt = 0;
  const inFlight = new Set<Batch>();

  function cut(): void {
    while (events.length || device) {
      let length = 0;
      let size = 0;
      while (length < events.length && size < batchCharacters) {
        size += JSON.stringify(events[length++]).length;
      }
      tab.unsent.push({
        collectionId: tab.id,
        sequence: tab.sequence++,
        startedAt: tab.startedAt,
        ...(device && { device }),
        events: events.splice(0, length),
      });
      device = undefined;
    }
    while (JSON.stringify(tab.unsent).length > unsentCharacters) tab.unsent.shift();
  }

  async function post(batch: Batch, round: number): Promise<void> {
    inFlight.add(batch);
    let status = 0;
    try {
      const body = JSON.stringify({ key, sdkVersion: SDK_VERSION, sentAt: Date.now(), ...batch });
      const headers = { "Content-Type": "text/plain" };
      status = (
        await fetch(url, {
          method: "POST",
          mode: "cors",
          credentials: "omit",
          keepalive: true,
          headers,
          body,
        })
      ).status;
    } catch {
      // No network, or refused by the page's policy: status stays 0.
    }
    inFlight.delete(batch);
    if (status && status !== 429 && status < 500) {
      failures = 0;
      tab.unsent = tab.unsent.filter((other) => other !== batch);
    } else {
      // Batches that fail together are one failure.
      failures = round + 1;
      const wait = Math.min(retryMsMax, 500 * 2 ** failures) * (0.75 + Math.random() / 2);
      retryAt = Date.now() + wait;
      within(wait);
    }
    settled();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (asleep()) return;
    gather();
    cut();
    const round = failures;
    for (const batch of tab.unsent) if (!inFlight.has(batch)) post(batch, round);
  }

  function within(ms: number): void {
    const wanted = Date.now() + ms;
    if (timer && due <= wanted) return;
    clearTimeout(timer);
    due = wanted;
    timer = setTimeout(() => {
      timer = undefined;
      const wait = failures ? retryAt - Date.now() : 0;
      if (wait > 0) within(wait);
      else flush();
    }, ms);
  }

  return {
    add(event) {
      events.push(event);
    },
    describe(described) {
      device = described;
    },
    within,
    flush,
    // A request under way outlives the page, so it is left to the next page only in bad times.
    undelivered: () =>
      tab.unsent.filter((batch) => failures || navigator.onLine === false || !inFlight.has(batch)),
  };
}
