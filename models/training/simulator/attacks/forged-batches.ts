/**
 * Batches that no browser sent. The attacker studied the SDK's requests, or recorded those of a visit
 * of their own, and posts similar ones, all at once and just before the booking. Written values may
 * contradict each other, and a program's request headers differ from a browser's.
 */
import {
  type Device,
  type TelemetryBatch,
  type TelemetryEvent,
  telemetryLimits,
} from "../../../../src/attempt/telemetry/protocol.ts";
import { humanBehaviour } from "../behaviour.ts";
import type { Browser } from "../browsers.ts";
import { headersOf, noHeaders } from "../headers.ts";
import type { PlannedAttempt, SentBatch } from "../kind.ts";
import type { Random } from "../random.ts";
import { newestSdk } from "../reduced-telemetry.ts";
import { type VisitOptions, visit } from "../visit.ts";

/** A program that forges batches, and what its author took care of. */
interface Forger {
  browser: Browser;
  /** The events of a recorded visit; null where all events are invented. */
  recorded: readonly TelemetryEvent[] | null;
  /** Sends the headers that a browser would send. */
  sendsBrowserHeaders: boolean;
  /** The duration of the invented visit; 0 where all its events are simultaneous. */
  visitMs: number;
  /** Whether `startedAt` is consistent with that duration. */
  startIsConsistent: boolean;
  batches: number;
  /** How often one sum contradicts another. */
  errorRate: number;
  fields: number;
  device: Device;
}

export function forgerOf(random: Random, { merchant, browser }: VisitOf): Forger {
  const { device } = browser;
  const { screenWidth, screenHeight, languages, timeZone, deviceId } = device;
  const fewFields = { screenWidth, screenHeight, languages, timeZone, webdriver: false };
  return {
    browser,
    recorded: random.chance(0.5) ? recordVisit(random, { merchant, browser }) : null,
    sendsBrowserHeaders: random.chance(0.25),
    visitMs: random.chance(0.15) ? 0 : random.around(40_000, 0.7),
    startIsConsistent: random.chance(0.6),
    batches: random.pick([1, 1, 2, 3]),
    errorRate: random.chance(0.3) ? 0 : random.between(0.2, 0.9),
    fields: random.int(2, 7),
    device: (random.chance(0.5)
      ? device
      : { ...fewFields, ...(deviceId && { deviceId }) }) as Device,
  };
}

type VisitOf = Pick<VisitOptions, "merchant" | "browser">;

function recordVisit(random: Random, own: VisitOf): TelemetryEvent[] {
  const behaviour = { ...humanBehaviour(random), unseen: false };
  const events = visit(random, { ...own, behaviour })
    .sent(0)
    .flatMap(({ batch }) => batch.events);
  return events.slice(0, telemetryLimits.batchEvents);
}

export function forged(
  random: Random,
  { at, send }: PlannedAttempt,
  forger: Forger,
): PlannedAttempt {
  const collectionId = `col_${random.code(24)}`;
  return {
    at,
    send() {
      const { request, ...made } = send();
      const telemetry = batchesOf(random, collectionId, at, forger);
      return { ...made, request: { collectionId, ...request }, telemetry };
    },
  };
}

function batchesOf(random: Random, collectionId: string, at: number, forger: Forger): SentBatch[] {
  const { browser, sendsBrowserHeaders, visitMs, startIsConsistent, batches } = forger;
  const events = forger.recorded ?? eventsOf(random, forger);
  const each = Math.ceil(events.length / batches);
  const firstMs = at - Math.round(random.around(300 * batches, 0.6)) - 60;
  const durationMs = forger.recorded ? (events.at(-1)?.at ?? 0) : visitMs;
  const startedAt = firstMs - Math.round(startIsConsistent ? durationMs : random.between(0, 400));
  const headers = sendsBrowserHeaders ? headersOf(browser, "https://www.shop.example") : noHeaders;
  return Array.from({ length: batches }, (_, sequence) => {
    const receivedAt = firstMs + Math.round((sequence * (at - 40 - firstMs)) / batches);
    const batch: TelemetryBatch = {
      key: "pk_simulated",
      collectionId,
      sequence,
      startedAt,
      sentAt: receivedAt - Math.round(random.around(25, 0.8)),
      sdkVersion: newestSdk,
      ...(sequence === 0 && { device: forger.device }),
      events: events.slice(sequence * each, (sequence + 1) * each),
    };
    const { ip, userAgent } = browser;
    return { batch, arrival: { receivedAt, ip, userAgent, headers } };
  });
}

const purposes = ["name", "name", "email", "phone", "address", "address", "card"] as const;

/** A page, a pointer, a few fields and a submit, as in the protocol's documentation. */
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
      kind: "submit",
      ...next(),
      trusted: true,
      filledFields: fields,
      touchedFields: errs(random, forger) ? fields + 1 : fields,
    },
  ];
}

const errs = (random: Random, { errorRate }: Forger) => random.chance(errorRate * 0.5);

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
  // The sum of squares is the value most often wrong.
  const squares = errs(random, forger) ? 0.5 : random.between(1, 1.6);
  const focusMs = errs(random, forger) ? random.int(20, 200) : gapSumMs + random.int(100, 900);
  return {
    kind: "field",
    ...place,
    focusMs,
    keys,
    inputs: keys,
    gapSumMs,
    gapSquareSum: Math.round((keys - 1) * gapMs ** 2 * squares),
    corrections: random.int(0, 1),
    pastes: 0,
    autofills: 0,
    untrusted: 0,
  };
}
