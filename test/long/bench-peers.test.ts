/** The peers of the benchmark do the work that they are compared for: same counts, same score, on disk. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bookingBodies } from "../../scripts/bench/bookings.ts";
import { type Competitor, prepare } from "../../scripts/bench/competitors.ts";
import { nodeIsPrepared, pythonIsPrepared } from "../../scripts/bench/peers/install.ts";
import { peerWork } from "../../scripts/bench/peers/work.ts";
import { Running } from "../../scripts/bench/running.ts";
import { networkOf } from "../../src/attempt/geoip/facts.ts";
import { type RiskRequest, readRiskRequest } from "../../src/attempt/request/risk-request.ts";
import type { CollectionFacts } from "../../src/attempt/telemetry/summary.ts";
import { featureNames, featureVector } from "../../src/risk/features/index.ts";
import { riskScoreOf } from "../../src/risk/score.ts";
import { type HistoryFacts, historyFacts, links } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import { sightingOf } from "../../src/storage/port/sighting.ts";
import {
  type IdentityKind,
  identityKinds,
  type Sighting,
} from "../../src/storage/port/velocity.ts";
import { describeWith } from "../fixtures/needs.ts";

const install = "Run `node scripts/with-bun.mjs scripts/bench/peers/install.ts`.";
const peers = [
  { name: "fastify", isInstalled: nodeIsPrepared() },
  { name: "fastapi", isInstalled: pythonIsPrepared() },
] as const;

const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-peers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a telemetry endpoint would have stored. */
const collections: Record<string, { device: string; ip: string }> = {
  col_aaaaaaaa: { device: "one", ip: "203.0.113.5" },
  col_bbbbbbbb: { device: "one", ip: "203.0.113.9" },
};

const ada: RiskRequest = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { giataId: "1", name: "Avenida", address: "Rua 1, Lisboa", country: "PT" },
  booking: { checkIn: "2030-05-01", checkOut: "2030-05-04" },
  requestId: "peer",
};
const bob = { ...ada.booker, firstName: "Bob", email: "bob@example.com", phone: "+351912345679" };
const porto = { giataId: "2", name: "Douro", address: "Cais 2, Porto", country: "PT" };
const requests: RiskRequest[] = [
  { ...ada, collectionId: "col_aaaaaaaa", guests: [{ firstName: "Ada" }, {}] },
  {
    ...ada,
    collectionId: "col_aaaaaaaa",
    hotel: porto,
    booker: { ...bob, email: "ada@example.com" },
  },
  { ...ada, collectionId: "col_bbbbbbbb", booker: bob, billing: { country: "pt" } },
  { ...ada, booking: { ...ada.booking, groupSize: { adultCount: 1, childCount: 2 } } },
  { ...ada, booker: { ...ada.booker, email: "ada+x@gmail.com", referenceId: "user-1" } },
  { ...ada, booker: { ...ada.booker, email: "ADA@example.com", lastName: "King" }, hotel: porto },
  { ...ada, collectionId: "col_unknown00", billing: { addressLine: "Rua 1", country: "FR" } },
  JSON.parse(bookingBodies()()) as RiskRequest,
];

interface Row {
  at: number;
  counts: string;
  features: Uint8Array;
  probability: number;
  score: number;
}

/** The same attempts as the service sees them, at the times that the peer recorded. */
function expectedFacts(times: readonly number[]): HistoryFacts[] {
  const seen: { of: ReturnType<typeof identitiesOf>; sighting: Sighting }[] = [];
  return requests.map((request, i) => {
    const known = collections[request.collectionId ?? ""];
    const facts = known && ({ lastDeviceId: known.device, lastIp: known.ip } as CollectionFacts);
    const of = identitiesOf("prj", request, facts ?? null);
    const moment = { at: times[i]!, tie: i };
    const sighting = sightingOf(of, traitsOf("prj", request, null), moment);
    const sightings: Partial<Record<IdentityKind, Sighting[]>> = {};
    for (const kind of identityKinds) {
      const earlier = seen.filter((one) => one.of[kind] !== undefined && one.of[kind] === of[kind]);
      sightings[kind] = earlier.map((one) => one.sighting);
    }
    seen.push({ of, sighting });
    return historyFacts(sighting, { sightings, firstSeen: {}, outcomes: null });
  });
}

function expectedCounts({ attempts, distinct }: HistoryFacts) {
  const counts: Record<string, { attempts: number[]; distinct: (number | null)[] }> = {};
  for (const kind of identityKinds) {
    const own = distinct.filter((_, i) => links[i]!.by === kind);
    if (attempts[kind]) counts[kind] = { attempts: attempts[kind], distinct: own };
  }
  return counts;
}

function addCollections(database: Database): void {
  const insert = database.query("INSERT INTO collection VALUES (?, ?, ?, ?)");
  for (const [id, { device, ip }] of Object.entries(collections)) {
    insert.run(id, device, ip, networkOf(ip));
  }
}

const post = ({ path, headers }: Competitor, url: string, body: object, key?: string) =>
  fetch(new URL(path, url), {
    method: "POST",
    headers: { ...headers, ...(key && { "X-Service-Key": key }) },
    body: JSON.stringify(body),
  });

for (const { name, isInstalled } of peers) {
  describeWith({ name: `the packages of ${name}`, isInstalled, install })(name, () => {
    test("stores and counts what the service does", async () => {
      const competitor = await prepare(name, folder);
      const running = await Running.start(competitor);
      const database = new Database(join(competitor.folder!, "decisions.db"));
      try {
        database.run("DELETE FROM decision; DELETE FROM attempt;"); // Of the start.
        addCollections(database);
        const scores: number[] = [];
        for (const request of requests) {
          const answer = await post(competitor, running.url, request);
          scores.push(((await answer.json()) as { riskScore: number }).riskScore);
        }
        const bad = { ...ada, hotel: { ...ada.hotel, country: "XX" } };
        expect((await post(competitor, running.url, bad)).ok).toBe(false);
        expect((await post(competitor, running.url, ada, "sk_unknown")).status).toBe(401);
        const rows = database
          .query<Row, []>("SELECT * FROM decision JOIN attempt USING (id) ORDER BY id")
          .all();
        expect(rows.map(({ score }) => score)).toEqual(scores);
        expectSameWork(rows);
      } finally {
        database.close();
        await running.stop();
      }
    });
  });
}

function expectSameWork(rows: readonly Row[]): void {
  const facts = expectedFacts(rows.map(({ at }) => at));
  expect(rows.map(({ counts }) => JSON.parse(counts))).toEqual(facts.map(expectedCounts));
  const { features } = peerWork().model;
  for (const [i, row] of rows.entries()) {
    const read = readRiskRequest({ ...requests[i]! });
    if (!("request" in read)) throw new Error("not a request");
    const attempt = { at: row.at, request: read.request, collection: null, network: null };
    const own = featureVector({ ...attempt, history: facts[i]! });
    const values = new Float32Array(row.features.slice().buffer);
    const filled = features.flatMap((feature, place) =>
      Number.isNaN(values[place]!) || feature === "collection_is_known" ? [] : [{ feature, place }],
    );
    expect(filled.length).toBeGreaterThanOrEqual(28); // All that 1.3.0 reads of these requests.
    for (const { feature, place } of filled) {
      const value = Math.fround(own[featureNames.indexOf(feature)]!);
      expect({ feature, value: values[place]! }).toEqual({ feature, value });
    }
    expect(row.score).toBe(riskScoreOf(row.probability));
  }
}
