/**
 * Loads a bundle as the product does and scores a few bookings made up by hand, which the simulator
 * knows nothing of. Prints them.
 *
 *     bun models/training/check.ts [BUNDLE_DIR]
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { featureNames, featureVector } from "../../src/features/index.ts";
import { historyFacts } from "../../src/history/facts.ts";
import { identitiesOf, stayOf } from "../../src/history/identities.ts";
import { readBundleFolder } from "../../src/model/bundle.ts";
import { type RiskRequest, readRiskRequest } from "../../src/request/risk-request.ts";
import { riskLevelOf, riskScoreOf } from "../../src/risk/score.ts";
import { sightingOf } from "../../src/storage/sighting.ts";
import type { TelemetryBatch, TelemetryEvent } from "../../src/telemetry/protocol.ts";
import { foldBatch } from "../../src/telemetry/summary.ts";

const at = Date.UTC(2026, 10, 21, 14, 30);
const headless =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/132.0.0.0 Safari/537.36";

/** Every field of the specification, with ordinary values. */
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

/** What the specification requires, and nothing else. */
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

/** The same machine for both ways of filling: headless Chromium under automation. */
const device: TelemetryBatch["device"] = {
  deviceId: "dev_handmade0000001",
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
};

/** A guest's own. */
const atHome: TelemetryBatch["device"] = {
  ...device,
  screenWidth: 1920,
  screenHeight: 1080,
  viewportWidth: 1905,
  viewportHeight: 950,
  cores: 8,
  languages: ["pt-PT", "pt", "en"],
  timeZone: "Europe/Lisbon",
  platform: "Linux",
};

const purposes = ["name", "name", "email", "phone", "address"] as const;

function pageAt(at: number, page: number, path: string): TelemetryEvent {
  const referrerHost = page === 0 ? "" : "127.0.0.1:4000";
  return { kind: "page", at, page, path, referrerHost, navigation: "navigate" };
}

function typedBy(hand: "human" | "script"): TelemetryEvent[] {
  const events = [pageAt(0, 0, "/"), pageAt(9000, 1, "/room"), pageAt(19_000, 2, "/checkout")];
  const pointer = { moves: 120, distancePx: 2600, directPx: 2150, clicks: 3, touches: 0 };
  for (const page of [0, 1, 2]) {
    const at = page * 9500 + 6000;
    events.push({ kind: "pointer", at, page, ...pointer, untrusted: 0, centred: 0 });
  }
  for (const [index, purpose] of purposes.entries()) {
    const fill = { pastes: 0, autofills: 0, inputs: 14, untrusted: 0, corrections: index % 2 };
    const keys = { keys: 14, gapSumMs: 13 * 150, gapSquareSum: 13 * (150 ** 2 + 70 ** 2) };
    const at = 21_000 + index * 3200;
    events.push({ kind: "field", at, page: 2, purpose, index, focusMs: 2600, ...fill, ...keys });
  }
  events.push({
    kind: "submit",
    at: 38_500,
    page: 2,
    trusted: true,
    filledFields: 5,
    touchedFields: 5,
  });
  return hand === "human" ? events : scripted;
}

/** Straight to the checkout, values set from the page's own script, then its button's click(). */
const scripted: TelemetryEvent[] = [
  pageAt(0, 0, "/checkout"),
  {
    ...{ kind: "pointer", at: 300, page: 0, moves: 0, distancePx: 0, directPx: 0 },
    ...{ clicks: 1, touches: 0, untrusted: 1, centred: 0 },
  },
  { kind: "submit", at: 310, page: 0, trusted: true, filledFields: 5, touchedFields: 0 },
];

/** A tool's own "fill": input events that the browser trusts, but no key, and all at once. */
const filledByTool: TelemetryEvent[] = [
  pageAt(0, 0, "/checkout"),
  ...purposes.map((purpose, index): TelemetryEvent => {
    const counts = { keys: 0, corrections: 0, pastes: 0, autofills: 0, inputs: 1, untrusted: 0 };
    const times = { at: 200 + index * 12, focusMs: 11, gapSumMs: 0, gapSquareSum: 0 };
    return { kind: "field", page: 0, purpose, index, ...counts, ...times };
  }),
  {
    ...{ kind: "pointer", at: 300, page: 0, moves: 1, distancePx: 0, directPx: 0 },
    ...{ clicks: 1, touches: 0, untrusted: 0, centred: 1 },
  },
  { kind: "submit", at: 310, page: 0, trusted: true, filledFields: 5, touchedFields: 5 },
];

interface Case {
  name: string;
  request: RiskRequest;
  events?: TelemetryEvent[];
  webdriver?: boolean;
  /** A person's own device instead of a test machine. */
  isAtHome?: boolean;
}

const cases: readonly Case[] = [
  { name: "full request, no telemetry", request: fullRequest },
  { name: "least request, no telemetry", request: leastRequest },
  {
    ...{ name: "full, typed by hand", request: fullRequest, events: typedBy("human") },
    ...{ webdriver: false, isAtHome: true },
  },
  {
    name: "full, typed by hand, automated browser",
    request: fullRequest,
    events: typedBy("human"),
  },
  {
    name: "least, typed by hand, automated browser",
    request: leastRequest,
    events: typedBy("human"),
  },
  { name: "full, set by a script", request: fullRequest, events: typedBy("script") },
  { name: "least, set by a script", request: leastRequest, events: typedBy("script") },
  {
    ...{ name: "full, set by a script, no sign of automation", request: fullRequest },
    ...{ events: typedBy("script"), webdriver: false },
  },
  { name: "full, filled by a tool", request: fullRequest, events: filledByTool },
];

/** The case's features as of a first attempt ever. */
function vectorOf({ request: body, events, webdriver = true, isAtHome }: Case): Float64Array {
  const collectionId = "col_handmade00000001";
  const read = readRiskRequest(events ? { collectionId, ...body } : { ...body });
  if (!("request" in read)) throw new Error(JSON.stringify(read.faults));
  const { request } = read;
  const length = events?.at(-1)?.at ?? 0;
  const startedAt = at - length - 150;
  const batch = {
    ...{ key: "pk_check", collectionId, sequence: 0, startedAt, sentAt: at - 140 },
    ...{
      sdkVersion: "1.0.0",
      device: { ...(isAtHome ? atHome : device), webdriver },
      events: events ?? [],
    },
  };
  const userAgent = webdriver ? headless : headless.replace("Headless", "");
  const opening = { receivedAt: startedAt + 200, ip: "127.0.0.1", userAgent };
  const first = foldBatch(null, { ...batch, events: [] }, opening);
  const arrival = { receivedAt: at - 100, ip: "127.0.0.1", userAgent };
  const collection = events ? foldBatch(first, { ...batch, sequence: 1 }, arrival) : null;
  const identities = identitiesOf("prj_check", request, collection);
  const sighting = sightingOf(identities, stayOf("prj_check", request), { at, tie: 0 });
  const history = historyFacts(sighting, { sightings: {}, outcomes: null });
  return featureVector({ at, request, collection, network: null, history });
}

export interface Scored {
  name: string;
  probability: number;
  score: number;
}

export async function scoreCases(folder: string): Promise<Scored[]> {
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    const places = bundle.manifest.input.features.map((name) => featureNames.indexOf(name));
    return cases.map((one) => {
      const vector = vectorOf(one);
      const values = bundle.allocate(1);
      for (const [i, place] of places.entries()) values[i] = vector[place]!;
      const probability = bundle.predict(values, 1)[0]!;
      return { name: one.name, probability, score: riskScoreOf(probability) };
    });
  } finally {
    bundle.close();
  }
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dir, "..", "default");
  for (const { name, probability, score } of await scoreCases(folder)) {
    const line = [
      String(score).padStart(2),
      riskLevelOf(score).padEnd(6),
      probability.toFixed(5),
      name,
    ];
    process.stdout.write(`${line.join("  ")}\n`);
  }
  for (const file of ["model.onnx", "manifest.json", "CARD.md"]) {
    const hash = createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
    process.stdout.write(`${hash}  ${file}\n`);
  }
}
