/**
 * Batches that no browser wrote: somebody read what the SDK sends, or kept what it sent for a visit of
 * their own, and posts the like, all at once and just before the booking. What is written need not hang
 * together, and a program's requests are not a browser's.
 */
import {
  type Device,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "../../../../src/telemetry/protocol.ts";
import type { Browser } from "../browsers.ts";
import { humanHand } from "../hands.ts";
import { headersOf, noHeaders } from "../headers.ts";
import type { Planned, SentBatch } from "../kind.ts";
import type { Random } from "../random.ts";
import { type VisitOptions, visit } from "../visit.ts";

/** One program, and what its author thought of. */
interface Forger {
  browser: Browser;
  /** What the author's own visit was made of; null where all is written. */
  kept: readonly TelemetryEvent[] | null;
  /** Posts with a browser's headers. */
  dressed: boolean;
  /** Tells of a visit of so long; of none that took time, where 0. */
  visitMs: number;
  /** The batch says that it was sent when the visit had been that long. */
  agesVisit: boolean;
  batches: number;
  /** How often a sum contradicts another one. */
  careless: number;
  fields: number;
  device: Device;
}

export function forgerOf(random: Random, { merchant, browser }: VisitOf): Forger {
  const { device } = browser;
  const { screenWidth, screenHeight, languages, timeZone, deviceId } = device;
  const seldom = { screenWidth, screenHeight, languages, timeZone, webdriver: false };
  return {
    browser,
    kept: random.chance(0.5) ? keptOf(random, { merchant, browser }) : null,
    dressed: random.chance(0.25),
    visitMs: random.chance(0.15) ? 0 : random.around(40_000, 0.7),
    agesVisit: random.chance(0.6),
    batches: random.pick([1, 1, 2, 3]),
    careless: random.chance(0.3) ? 0 : random.between(0.2, 0.9),
    fields: random.int(2, 7),
    device: (random.chance(0.5) ? device : { ...seldom, ...(deviceId && { deviceId }) }) as Device,
  };
}

type VisitOf = Pick<VisitOptions, "merchant" | "browser">;

function keptOf(random: Random, own: VisitOf): TelemetryEvent[] {
  const hand = { ...humanHand(random), unseen: false };
  const events = visit(random, { ...own, hand })
    .sent(0)
    .flatMap(({ batch }) => batch.events);
  return events.slice(0, telemetryLimits.batchEvents);
}

export function forged(random: Random, { at, make }: Planned, forger: Forger): Planned {
  const collectionId = `col_${random.code(24)}`;
  return {
    at,
    make() {
      const { request, ...made } = make();
      const telemetry = batchesOf(random, collectionId, at, forger);
      return { ...made, request: { collectionId, ...request }, telemetry };
    },
  };
}

function batchesOf(random: Random, collectionId: string, at: number, forger: Forger): SentBatch[] {
  const { browser, dressed, visitMs, agesVisit, batches } = forger;
  const events = forger.kept ?? eventsOf(random, forger);
  const each = Math.ceil(events.length / batches);
  const firstMs = at - Math.round(random.around(300 * batches, 0.6)) - 60;
  const tellsMs = forger.kept ? (events.at(-1)?.at ?? 0) : visitMs;
  const startedAt = firstMs - Math.round(agesVisit ? tellsMs : random.between(0, 400));
  const headers = dressed ? headersOf(browser, "https://www.shop.example") : noHeaders;
  return Array.from({ length: batches }, (_, sequence) => {
    const receivedAt = firstMs + Math.round((sequence * (at - 40 - firstMs)) / batches);
    const batch: TelemetryBatch = {
      ...{ key: "pk_simulated", collectionId, sequence, startedAt },
      sentAt: receivedAt - Math.round(random.around(25, 0.8)),
      sdkVersion: "1.1.0",
      ...(sequence === 0 && { device: forger.device }),
      events: events.slice(sequence * each, (sequence + 1) * each),
    };
    const { ip, userAgent } = browser;
    return { batch, arrival: { receivedAt, ip, userAgent, headers } };
  });
}

const purposes = ["name", "name", "email", "phone", "address", "address", "card"] as const;

/** A page, a pointer, a few fields and a submit: what the protocol's description names. */
function eventsOf(random: Random, forger: Forger): TelemetryEvent[] {
  const { fields, visitMs } = forger;
  const stepMs = visitMs / (fields + 3);
  let at = 0;
  const next = () => {
    at += Math.round(stepMs * random.around(1, 0.3));
    return { at, page: 0 };
  };
  const page = { referrerHost: "", navigation: "navigate", path: "/checkout" } as const;
  return [
    { kind: "page", at: 0, page: 0, ...page },
    pointerOf(random, forger, next()),
    ...purposes.slice(0, fields).map((purpose, index) => {
      return fieldOf(random, forger, { ...next(), purpose, index });
    }),
    {
      ...{ kind: "submit", ...next(), trusted: true },
      ...{ filledFields: fields, touchedFields: errs(random, forger) ? fields + 1 : fields },
    },
  ];
}

const errs = (random: Random, { careless }: Forger) => random.chance(careless * 0.5);

type Placed = { at: number; page: number };
type EventOf<K extends TelemetryEvent["kind"]> = Extract<TelemetryEvent, { kind: K }>;

function pointerOf(random: Random, forger: Forger, placed: Placed): EventOf<"pointer"> {
  const moves = random.int(10, 200);
  const distancePx = random.int(300, 4000);
  const directPx = Math.round(distancePx * (errs(random, forger) ? 1.2 : random.between(0.7, 1)));
  const clicks = random.int(1, 4);
  const counts = { touches: 0, untrusted: 0, centred: 0 };
  return { kind: "pointer", ...placed, moves, distancePx, directPx, clicks, ...counts };
}

function fieldOf(
  random: Random,
  forger: Forger,
  place: Placed & Pick<EventOf<"field">, "purpose" | "index">,
): EventOf<"field"> {
  const keys = random.int(5, 22);
  const gapMs = random.int(70, 220);
  const gapSumMs = (keys - 1) * gapMs;
  // The sum of squares is what nobody gets right at first.
  const squares = errs(random, forger) ? 0.5 : random.between(1, 1.6);
  const focusMs = errs(random, forger) ? random.int(20, 200) : gapSumMs + random.int(100, 900);
  return {
    ...{ kind: "field", ...place, focusMs, keys, inputs: keys, gapSumMs },
    gapSquareSum: Math.round((keys - 1) * gapMs ** 2 * squares),
    ...{ corrections: random.int(0, 1), pastes: 0, autofills: 0, untrusted: 0 },
  };
}
