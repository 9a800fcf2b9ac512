/** One browser tab with the SDK in it: notes events and sends them in batches as the SDK does. */
import {
  type Device,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "../../../src/telemetry/protocol.ts";
import type { Browser } from "./browsers.ts";
import { utcOffsetMin } from "./countries.ts";
import type { SentBatch } from "./kind.ts";
import type { Random } from "./random.ts";

type Unplaced<Event> = Event extends unknown ? Omit<Event, "at" | "page"> : never;
type Observed = Unplaced<TelemetryEvent> & { at?: number };

/** The SDK sends more often. A summary is the same however its events are cut into batches. */
const cutAfterMs = 20_000;
const firstSendMs = 200;

interface Cut {
  sentMs: number;
  receivedMs: number;
  events: TelemetryEvent[];
  device: Device | null;
  ip: string;
  userAgent: string;
}

/** Clocks change twice a year, and browsers with them. */
function onThatDay(device: Device, at: number): Device {
  const { timeZone } = device;
  return timeZone ? { ...device, utcOffsetMin: utcOffsetMin(timeZone, at) } : device;
}

export class Tab {
  readonly collectionId: string;
  /** Milliseconds since the collection started. */
  clock = 0;
  browser: Browser;
  readonly #random: Random;
  /** What the browser's clock is off by. */
  readonly #skewMs: number;
  readonly #cuts: Cut[] = [];
  #events: TelemetryEvent[] = [];
  #page = -1;
  #lastCut = 0;
  #describes = false;

  constructor(random: Random, browser: Browser) {
    this.#random = random;
    this.browser = browser;
    this.collectionId = `col_${random.code(24)}`;
    this.#skewMs = Math.round(random.normal(0, 1500));
  }

  wait(ms: number): void {
    this.clock += Math.max(0, Math.round(ms));
  }

  openPage(path: string, referrerHost: string, navigation: "navigate" | "pushed"): void {
    this.#page += 1;
    this.#describes ||= navigation === "navigate";
    this.note({ kind: "page", path, referrerHost, navigation });
    if (navigation === "pushed") return;
    // A page left before its first send gives these events with its last.
    this.#cut(this.clock + firstSendMs);
  }

  note(event: Observed): void {
    if (this.#events.length >= 60 || this.clock - this.#lastCut > cutAfterMs) this.flush();
    this.#events.push({ at: this.clock, ...event, page: this.#page } as TelemetryEvent);
  }

  flush(): void {
    this.#cut(this.clock);
  }

  /** The page is left for another one. */
  leave(): void {
    this.note({ kind: "visibility", state: "left" });
    this.flush();
  }

  /** The batches, where the tab's clock now shows `nowMs` of Unix time. */
  sent(nowMs: number): SentBatch[] {
    const startedAt = nowMs - this.clock;
    return this.#cuts.slice(0, telemetryLimits.collectionBatches).map((cut, sequence) => {
      const { sentMs, receivedMs, events, device, ip, userAgent } = cut;
      const batch: TelemetryBatch = {
        key: "pk_simulated",
        collectionId: this.collectionId,
        sequence,
        startedAt: startedAt + this.#skewMs,
        sentAt: startedAt + sentMs + this.#skewMs,
        sdkVersion: "1.0.0",
        ...(device && { device: onThatDay(device, startedAt) }),
        events,
      };
      return { batch, arrival: { receivedAt: startedAt + receivedMs, ip, userAgent } };
    });
  }

  #cut(sentMs: number): void {
    this.#lastCut = this.clock;
    if (this.#events.length === 0 && !this.#describes) return;
    const { device, ip, userAgent } = this.browser;
    const events = this.#events;
    const receivedMs = sentMs + Math.round(this.#random.around(45, 0.9));
    const described = this.#describes ? device : null;
    this.#cuts.push({ sentMs, receivedMs, events, device: described, ip, userAgent });
    this.#events = [];
    this.#describes = false;
  }
}
