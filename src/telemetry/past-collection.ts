/** What an imported history may tell of a tab: a few things, from the merchant's own logs. */
import { type Static, Type } from "@sinclair/typebox";
import type { CollectionFacts, CollectionSummary } from "./summary.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));
const count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

/** The member `collection` of a line of `history import`. What is absent was not seen. */
export const PastCollection = Type.Object({
  /** The merchant's own identifier of the browser or the app, such as a first-party cookie. */
  deviceId: text(128),
  ip: Type.Optional(Type.String({ format: "ip" })),
  userAgent: text(1024),
  /** IANA name, such as Europe/Lisbon. */
  timezone: text(64),
  /** The browser's first language, such as pt-PT. */
  language: text(35),
  /** When the visit began. */
  startedAt: Type.Optional(Type.String({ format: "date-time" })),
  screenWidth: count,
  screenHeight: count,
  viewportWidth: count,
  viewportHeight: count,
  cores: count,
  touchPoints: count,
  platform: text(64),
  /** Pages that the visitor opened before the attempt. */
  pages: count,
  /** The host of the page that led to the first one; empty: none did. */
  referrerHost: Type.Optional(Type.String({ maxLength: 253 })),
});
export type PastCollection = Static<typeof PastCollection>;

/** The same facts in the form that features read; everything else is null. */
export function pastCollectionFacts(past: PastCollection): CollectionFacts {
  const { deviceId, ip, userAgent, startedAt, pages, referrerHost } = past;
  const began = startedAt === undefined ? null : Date.parse(startedAt);
  return {
    ...nothingSeen,
    firstAt: began,
    device: deviceOf(past),
    deviceIds: deviceId === undefined ? null : [deviceId],
    ips: ip === undefined ? null : [ip],
    userAgents: userAgent === undefined ? null : [userAgent],
    lastDeviceId: deviceId ?? null,
    lastIp: ip ?? null,
    pages: pages ?? null,
    referrerHost: referrerHost ?? null,
  };
}

/** Null where nothing of it is told. */
function deviceOf(past: PastCollection): CollectionSummary["device"] {
  const { language, timezone, screenWidth, screenHeight, viewportWidth, viewportHeight } = past;
  const { deviceId, cores, touchPoints, platform } = past;
  const device: NonNullable<CollectionSummary["device"]> = {
    ...(deviceId !== undefined && { deviceId }),
    ...(language !== undefined && { languages: [language] }),
    ...(timezone !== undefined && { timeZone: timezone }),
    ...(screenWidth !== undefined && { screenWidth }),
    ...(screenHeight !== undefined && { screenHeight }),
    ...(viewportWidth !== undefined && { viewportWidth }),
    ...(viewportHeight !== undefined && { viewportHeight }),
    ...(cores !== undefined && { cores }),
    ...(touchPoints !== undefined && { touchPoints }),
    ...(platform !== undefined && { platform }),
  };
  return Object.keys(device).length === 0 ? null : device;
}

const nothingSeen: CollectionFacts = {
  firstAt: null,
  lastAt: null,
  startedAt: null,
  batches: null,
  nextSequence: null,
  missing: null,
  sdkVersion: null,
  device: null,
  deviceIds: null,
  ips: null,
  userAgents: null,
  lastDeviceId: null,
  lastIp: null,
  consent: null,
  firstDelayMs: null,
  clockOffsetMs: null,
  impossibleEvents: null,
  impossible: null,
  traces: null,
  origins: null,
  plainBatches: null,
  headerLanguage: null,
  headerPlatform: null,
  headerBrands: null,
  pages: null,
  landingPath: null,
  referrerHost: null,
  lastPageAt: null,
  lastEventAt: null,
  fieldVisits: null,
  firstFieldAt: null,
  firstFieldPage: null,
  focusMs: null,
  keys: null,
  corrections: null,
  pastes: null,
  autofills: null,
  inputs: null,
  untrustedInputs: null,
  emailPastes: null,
  keyGaps: null,
  keyGapSumMs: null,
  keyGapSquareSum: null,
  holds: null,
  holdSumMs: null,
  holdSquareSum: null,
  rushes: null,
  shiftless: null,
  hiddenFields: null,
  fieldJumps: null,
  lastField: null,
  pointerMoves: null,
  pointerPx: null,
  pointerDirectPx: null,
  clicks: null,
  touches: null,
  untrustedPointer: null,
  centredClicks: null,
  pointerMs: null,
  stepSquareSum: null,
  turns: null,
  coalesced: null,
  teleports: null,
  pressureless: null,
  fractions: null,
  presses: null,
  pressSumMs: null,
  taps: null,
  swipes: null,
  swipePx: null,
  swipeMs: null,
  sizedTouches: null,
  scrolls: null,
  scrollDepth: null,
  hides: null,
  hiddenMs: null,
  hiddenAt: null,
  submits: null,
  untrustedSubmits: null,
  lastSubmitAt: null,
  filledFields: null,
  touchedFields: null,
  hiddenFilled: null,
};
