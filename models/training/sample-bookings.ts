/** Sample bookings written by hand, independent of the simulator: their requests and telemetry. */
import type { RiskRequest } from "../../src/attempt/request/risk-request.ts";
import type { TelemetryBatch, TelemetryEvent } from "../../src/attempt/telemetry/protocol.ts";

/** Every field of the API, with ordinary values. */
const fullRequest: RiskRequest = {
  booker: {
    referenceId: "user-4711",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada.lovelace@example.com",
    phone: "+351912345678",
  },
  guests: [
    { firstName: "Ada", lastName: "Lovelace" },
    { firstName: "William", lastName: "King" },
  ],
  billing: { addressLine: "Rua Augusta 1", country: "PT" },
  hotel: {
    referenceId: "hotel-12",
    giataId: "3956",
    name: "Hotel Avenida",
    address: "Avenida da Liberdade 185",
    country: "PT",
  },
  booking: {
    checkIn: "2026-12-18",
    checkOut: "2026-12-21",
    groupSize: { adultCount: 2 },
  },
  requestId: "check-1",
};

/** The required fields only. */
const leastRequest: RiskRequest = {
  booker: {
    firstName: "Ada",
    lastName: "King",
    email: "ada.king@example.com",
    phone: "+447400123456",
  },
  hotel: { name: "Hotel Avenida", country: "PT" },
  booking: { checkIn: "2026-11-28", checkOut: "2026-11-30" },
  requestId: "check-2",
};

/** Headless Chromium under automation. */
export const serverDevice: TelemetryBatch["device"] = {
  deviceId: "dev_sample000000001",
  screenWidth: 1280,
  screenHeight: 720,
  viewportWidth: 1280,
  viewportHeight: 720,
  pixelRatio: 1,
  cores: 2,
  memoryGb: 8,
  touchPoints: 0,
  languages: ["en-US"],
  timeZone: "UTC",
  utcOffsetMin: 0,
  platform: "Linux",
  webdriver: true,
  plugins: 5,
  cookies: true,
  outerWidth: 1280,
  outerHeight: 720,
  brands: ["Chromium", "Not=A?Brand"],
  mobile: false,
  traces: [],
};

/** A guest's own device. */
export const homeDevice: TelemetryBatch["device"] = {
  ...serverDevice,
  screenWidth: 1920,
  screenHeight: 1080,
  viewportWidth: 1905,
  viewportHeight: 950,
  cores: 8,
  languages: ["pt-PT", "pt", "en"],
  timeZone: "Europe/Lisbon",
  platform: "Linux",
  outerWidth: 1920,
  outerHeight: 1040,
};

const purposes = ["name", "name", "email", "phone", "address"] as const;
const capitals = { name: 1, email: 0, phone: 0, address: 2 };

function pageAt(at: number, page: number, path: string): TelemetryEvent {
  const referrerHost = page === 0 ? "" : "127.0.0.1:4000";
  return { kind: "page", at, page, path, referrerHost, navigation: "navigate" };
}

const submitAt = (at: number, page: number, touchedFields: number): TelemetryEvent => ({
  kind: "submit",
  at,
  page,
  trusted: true,
  filledFields: 5,
  touchedFields,
  hiddenFilled: 0,
});

const noPointerCounts = {
  touches: 0,
  untrusted: 0,
  centred: 0,
  teleports: 0,
  pressureless: 0,
  fractions: 0,
};

/**
 * Strokes of a mouse: curved, with changing speed, two to three movements per move event. Turns and
 * uneven steps are those of an ordinary hand among the recorded ones (hands/measured.json).
 */
const mouseStrokes = {
  ...noPointerCounts,
  moves: 120,
  distancePx: 1400,
  directPx: 1105,
  moveMs: 2100,
  stepSquareSum: 48_000,
  turns: [92, 16, 2, 4, 0, 1, 0, 0],
  axial: 38,
  bends: 76,
  flips: 40,
  coalesced: 310,
  clicks: 3,
  presses: 3,
  pressSumMs: 276,
};

/** Keys typed by a person, unevenly, each held for about a tenth of a second, and none rushed. */
const manualKeys = {
  keys: 14,
  gapSumMs: 13 * 205,
  gapSquareSum: 13 * (205 ** 2 + 150 ** 2),
  inputs: 14,
  holds: 14,
  holdSumMs: 14 * 104,
  holdSquareSum: 14 * (104 ** 2 + 28 ** 2),
  rushes: 0,
  shiftless: 0,
  bareAts: 0,
};

const typedByHand: TelemetryEvent[] = [
  pageAt(0, 0, "/"),
  pageAt(9000, 1, "/room"),
  pageAt(19_000, 2, "/checkout"),
  ...[0, 1, 2].map((page): TelemetryEvent => {
    return { kind: "pointer", at: page * 9500 + 6000, page, ...mouseStrokes };
  }),
  ...purposes.map((purpose, index): TelemetryEvent => {
    const place = { page: 2, purpose, index, at: 21_000 + index * 3200, focusMs: 2600 };
    const counts = { pastes: 0, autofills: 0, untrusted: 0, corrections: index % 2 };
    return { kind: "field", ...place, ...counts, ...manualKeys, hidden: false };
  }),
  submitAt(38_500, 2, 5),
];

/** Opens the checkout directly, sets the values by script, then calls the button's click(). */
const scripted: TelemetryEvent[] = [
  pageAt(0, 0, "/checkout"),
  {
    kind: "pointer",
    at: 300,
    page: 0,
    ...noPointerCounts,
    moves: 0,
    distancePx: 0,
    directPx: 0,
    clicks: 1,
    untrusted: 1,
    presses: 0,
    pressSumMs: 0,
    coalesced: 0,
  },
  submitAt(310, 0, 0),
];

/** One move to the centre, then press and release at once. */
const jump = (at: number): TelemetryEvent => ({
  kind: "pointer",
  at,
  page: 0,
  ...noPointerCounts,
  moves: 1,
  distancePx: 310,
  directPx: 310,
  moveMs: 0,
  stepSquareSum: 310 ** 2,
  turns: [0, 0, 0, 0, 0, 0, 0, 0],
  axial: 0,
  bends: 0,
  flips: 0,
  coalesced: 1,
  clicks: 1,
  centred: 1,
  teleports: 1,
  fractions: 1,
  presses: 1,
  pressSumMs: 0.2,
});

/** A tool's fill(): trusted input events without keys, all at once. */
const filledByTool: TelemetryEvent[] = [
  pageAt(0, 0, "/checkout"),
  ...purposes.map((purpose, index): TelemetryEvent => {
    const counts = { keys: 0, corrections: 0, pastes: 0, autofills: 0, inputs: 1, untrusted: 0 };
    const keys = { holds: 0, holdSumMs: 0, holdSquareSum: 0, rushes: 0, shiftless: 0, bareAts: 0 };
    const times = { at: 200 + index * 12, focusMs: 11, gapSumMs: 0, gapSquareSum: 0 };
    return { kind: "field", page: 0, purpose, index, ...counts, ...keys, ...times, hidden: false };
  }),
  jump(300),
  submitAt(310, 0, 5),
];

/** A tool's type() with a delay: each key is held for the delay, and the next follows at once. */
const typedByTool: TelemetryEvent[] = [
  pageAt(0, 0, "/checkout"),
  ...purposes.flatMap((purpose, index): TelemetryEvent[] => {
    const at = 900 + index * 1800;
    const times = { at: at + 20, focusMs: 1400, gapSumMs: 13 * 91, gapSquareSum: 13 * 91 ** 2 };
    const counts = { keys: 14, corrections: 0, pastes: 0, autofills: 0, inputs: 14, untrusted: 0 };
    const holds = { holds: 14, holdSumMs: 14 * 90, holdSquareSum: 14 * 90 ** 2 };
    const bareAts = Number(purpose === "email");
    const keys = { ...holds, rushes: 13, shiftless: capitals[purpose], bareAts, hidden: false };
    return [jump(at), { kind: "field", page: 0, purpose, index, ...counts, ...times, ...keys }];
  }),
  jump(10_000),
  submitAt(10_010, 0, 5),
];

export interface Case {
  name: string;
  request: RiskRequest;
  events?: TelemetryEvent[];
  webdriver?: boolean;
  /** The device is a person's own instead of a server. */
  isAtHome?: boolean;
  /** All batches arrive at once and without a browser's headers. */
  isPosted?: boolean;
  /** The hotel's earlier attempts: minutes before this one, whether each had a tab, and its nights. */
  earlier?: readonly { minutes: number; tab: boolean; sameNights?: boolean }[];
}

const full = { request: fullRequest };
const least = { request: leastRequest };
const handled = { webdriver: false, isAtHome: true };
/** All of the hotel's guests had a tab. */
const guests = Array.from({ length: 60 }, (_, day) => ({ minutes: 700 * (60 - day), tab: true }));
/**
 * All except a few in the last hour, for the same nights. For other nights they would be the guests of a
 * page whose script has failed.
 */
const series = [
  ...guests,
  ...[40, 22, 9, 3].map((minutes) => ({ minutes, tab: false, sameNights: true })),
];

export const cases: readonly Case[] = [
  { name: "full request, no telemetry", ...full },
  { name: "least request, no telemetry", ...least },
  { name: "full, no telemetry where all others have some", ...full, earlier: guests },
  { name: "least, no telemetry where all others have some", ...least, earlier: guests },
  { name: "full, one of a series without telemetry", ...full, earlier: series },
  { name: "full, typed by hand", ...full, events: typedByHand, ...handled },
  { name: "least, typed by hand", ...least, events: typedByHand, ...handled },
  { name: "full, typed by hand, automated browser", ...full, events: typedByHand },
  { name: "least, typed by hand, automated browser", ...least, events: typedByHand },
  { name: "full, set by a script", ...full, events: scripted },
  { name: "least, set by a script", ...least, events: scripted },
  {
    name: "full, set by a script, no sign of automation",
    ...full,
    events: scripted,
    webdriver: false,
  },
  { name: "full, filled by a tool", ...full, events: filledByTool },
  { name: "full, typed by a tool", ...full, events: typedByTool },
  { name: "full, typed by a tool in a guest's browser", ...full, events: typedByTool, ...handled },
  {
    name: "full, a visit posted at once",
    ...full,
    events: typedByHand,
    ...handled,
    isPosted: true,
  },
];
