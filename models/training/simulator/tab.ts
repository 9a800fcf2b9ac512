/** A browser tab that runs the SDK: it records events and sends them in batches as the SDK does. */
import {
  type Device,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "../../../src/attempt/telemetry/protocol.ts";
import type { Browser } from "./browsers.ts";
import { utcOffsetMin } from "./countries.ts";
import { headersOf } from "./headers.ts";
import type { SentBatch } from "./kind.ts";
import type { Random } from "./random.ts";
import { deviceBy, reportedBy, withoutConsent } from "./reduced-telemetry.ts";

type Unplaced<Event> = Event extends unknown ? Omit<Event, "at" | "page"> : never;
export type Observed = Unplaced<TelemetryEvent> & { at?: number };

/** The SDK sends more often, but a summary does not depend on how events are split into batches. */
const cutAfterMs = 20_000;
const firstSendMs = 200;

/** The settings of the site in the tab that decide what is sent. */
export interface Site {
  origin: string;
  sdkVersion: string;
  /** The visitor's answer; absent where the site does not ask. */
  consent?: "granted" | "denied";
}

interface Cut {
  sentMs: number;
  wayMs: number;
  events: TelemetryEvent[];
  device: Device | null;
  browser: Browser;
}

/** The UTC offset depends on daylight saving time. */
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
  readonly #site: Site;
  /** The error of the browser's clock. */
  readonly #skewMs: number;
  /** Until this time every request fails, and the SDK retries. */
  readonly #connectedMs: number;
  readonly #cuts: Cut[] = [];
  #events: TelemetryEvent[] = [];
  #page = -1;
  #lastCut = 0;
  #describes = false;

  constructor(random: Random, browser: Browser, site: Site) {
    this.#random = random;
    this.#site = site;
    this.browser = browser;
    this.collectionId = `col_${random.code(24)}`;
    const wrongClock = random.chance(0.015);
    this.#skewMs = Math.round(random.normal(0, wrongClock ? 900_000 : 1500));
    const retries = random.weighted({ none: 987, one: 12, long: 1 });
    this.#connectedMs =
      retries === "none" ? 0 : Math.round(random.around(retries === "one" ? 1200 : 25_000, 0.6));
  }

  wait(ms: number): void {
    this.clock += Math.max(0, Math.round(ms));
  }

  openPage(path: string, referrerHost: string, navigation: "navigate" | "pushed"): void {
    this.#page += 1;
    this.#describes ||= navigation === "navigate";
    this.note({ kind: "page", path, referrerHost, navigation });
    if (navigation === "pushed") return;
    // Where the page is left before its first send, its events go with the last one.
    this.#cut(this.clock + firstSendMs + Math.round(this.#random.around(12, 1)));
  }

  note(observed: Observed): void {
    if (this.#events.length >= 60 || this.clock - this.#lastCut > cutAfterMs) this.flush();
    const event = { at: this.clock, ...observed, page: this.#page } as TelemetryEvent;
    const collected = reportedBy(this.#site.sdkVersion, event);
    const permitted = this.#site.consent !== "denied" || withoutConsent.events.has(event.kind);
    if (collected && permitted) this.#events.push(collected);
  }

  flush(): void {
    this.#cut(this.clock);
  }

  /** Navigates away from the page. */
  leave(): void {
    this.note({ kind: "visibility", state: "left" });
    const { laterAgent } = this.browser.requests;
    if (laterAgent) this.browser = { ...this.browser, userAgent: laterAgent };
    this.flush();
  }

  /** The batches so far, where the tab's clock corresponds to `nowMs` in Unix time. */
  sent(nowMs: number): SentBatch[] {
    const startedAt = nowMs - this.clock;
    const { origin, sdkVersion, consent } = this.#site;
    return this.#cuts.slice(0, telemetryLimits.collectionBatches).map((cut, sequence) => {
      const { wayMs, events, device, browser } = cut;
      const sentMs = Math.max(cut.sentMs, this.#connectedMs);
      const batch: TelemetryBatch = {
        key: "pk_simulated",
        collectionId: this.collectionId,
        sequence,
        startedAt: startedAt + this.#skewMs,
        sentAt: startedAt + sentMs + this.#skewMs,
        sdkVersion,
        ...(consent && { consent }),
        ...(device && { device: onThatDay(device, startedAt) }),
        events,
      };
      const { ip, userAgent } = browser;
      const receivedAt = startedAt + sentMs + wayMs;
      return { batch, arrival: { receivedAt, ip, userAgent, headers: headersOf(browser, origin) } };
    });
  }

  #cut(sentMs: number): void {
    this.#lastCut = this.clock;
    if (this.#events.length === 0 && !this.#describes) return;
    const { browser } = this;
    const events = this.#events;
    const wayMs = Math.round(this.#random.around(45, 0.9));
    const described = this.#describes ? this.#described() : null;
    this.#cuts.push({ sentMs, wayMs, events, device: described, browser });
    this.#events = [];
    this.#describes = false;
  }

  #described(): Device {
    const { device } = this.browser;
    if (this.#site.consent === "denied") return withoutConsent.device(device);
    return deviceBy(this.#site.sdkVersion, device);
  }
}
