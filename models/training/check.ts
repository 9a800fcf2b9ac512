/**
 * Checks a bundle as `booking-risk model check` does, scores the sample bookings (sample-bookings.ts) and prints the
 * scores and the hashes of the bundle's files. Exits with 1, and says why, where the bundle is refused.
 *
 *     bun models/training/check.ts [BUNDLE_DIR] [--no-samples]
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRiskRequest } from "../../src/attempt/request/risk-request.ts";
import { foldBatch } from "../../src/attempt/telemetry/fold.ts";
import { readBundleFolder } from "../../src/model/bundle.ts";
import { readBundleFiles } from "../../src/model/bundle-files.ts";
import { BundleRefused } from "../../src/model/bundle-refused.ts";
import { checkBundle } from "../../src/model/check.ts";
import { catalogue, featureNames, featureVector } from "../../src/risk/features/index.ts";
import { riskLevelOf, riskScoreOf } from "../../src/risk/score.ts";
import { historyFacts } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import { noTraits, sightingOf } from "../../src/storage/port/sighting.ts";
import { type Case, cases, homeDevice, serverDevice } from "./sample-bookings.ts";
import { noHeaders } from "./simulator/headers.ts";
import { newestSdk } from "./simulator/reduced-telemetry.ts";

const at = Date.UTC(2026, 10, 21, 14, 30);
const headless =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/132.0.0.0 Safari/537.36";

/** The features of the case, as of the project's first attempt. */
function vectorOf(made: Case): Float64Array {
  const read = readRiskRequest(
    made.events ? { collectionId, ...made.request } : { ...made.request },
  );
  if (!("request" in read)) throw new Error(JSON.stringify(read.issues));
  const { request } = read;
  const collection = summaryOf(made);
  const identities = identitiesOf("prj_check", request, collection);
  const traits = traitsOf("prj_check", request, collection);
  const current = sightingOf(identities, traits, { at, tie: 0 });
  const { checkIn, checkOut } = traits;
  const hotel = made.earlier?.map(({ minutes, tab, sameNights }, other) => {
    const strangers = {
      hotel: identities.hotel!,
      email: -other - 1,
      ...(tab && { ip: other + 1 }),
    };
    const stay = sameNights ? { ...noTraits, checkIn, checkOut } : noTraits;
    return sightingOf(strangers, stay, { at: at - minutes * 60_000, tie: 0 });
  });
  const history = historyFacts(current, {
    sightings: hotel ? { hotel } : {},
    firstSeen: {},
    outcomes: null,
  });
  return featureVector({ at, request, collection, network: null, history });
}

const collectionId = "col_sample0000000001";

/** The collection from two batches: one on opening the page, one with all events before the booking. */
function summaryOf({ events, webdriver = true, isAtHome, isPosted }: Case) {
  if (!events) return null;
  const startedAt = at - events.at(-1)!.at - 150;
  const device = { ...(isAtHome ? homeDevice : serverDevice), webdriver };
  const all = { key: "pk_check", collectionId, startedAt, sdkVersion: newestSdk, device };
  const userAgent = webdriver ? headless : headless.replace("Headless", "");
  const browserHeaders = {
    origin: "https://hotel.example",
    fetchMode: "cors",
    brands: "Chromium",
    language: device.languages?.[0] ?? null,
    platform: device.platform ?? null,
  };
  const arrival = { ip: "127.0.0.1", userAgent, headers: isPosted ? noHeaders : browserHeaders };
  const openedAt = isPosted ? at - 180 : startedAt + 200;
  const opening = { ...all, sequence: 0, sentAt: openedAt, events: [] };
  const first = foldBatch(null, opening, { ...arrival, receivedAt: openedAt + 30 });
  const booking = { ...all, sequence: 1, sentAt: at - 140, events: [...events] };
  return foldBatch(first, booking, { ...arrival, receivedAt: at - 100 });
}

export interface Scored {
  name: string;
  probability: number;
  score: number;
}

export async function scoreCases(
  folder: string,
  scored: readonly Case[] = cases,
): Promise<Scored[]> {
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    const places = bundle.manifest.input.features.map((name) => featureNames.indexOf(name));
    return scored.map((one) => {
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "no-samples": { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const folder = positionals[0] ?? join(import.meta.dir, "..", "default");
  await checkBundle(await readBundleFiles(folder), catalogue);
  const scored = await scoreCases(folder, values["no-samples"] ? [] : cases);
  for (const { name, probability, score } of scored) {
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

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    process.stderr.write(`check.ts: ${error.message}\n`);
    process.exitCode = 1;
  }
}
