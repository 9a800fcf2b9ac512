/**
 * Simulated attempts in, training rows out, through the product's own code: the request is read as
 * the API reads it, batches are folded as the intake folds them, history and features are computed
 * as for a decision. What the model learns from is so exactly what it will be asked about.
 *
 *     bun models/training/features.ts OUT.parquet [--attempts N] [--seed TEXT]
 *
 * The file is that of `booking-risk export`, with four columns more that only a simulator knows.
 */
import { parseArgs } from "node:util";
import type { Column } from "../../src/export/columns.ts";
import { parquetWriter } from "../../src/export/parquet.ts";
import { featureNames, featureVector } from "../../src/features/index.ts";
import type { NetworkFacts, NetworkLookup } from "../../src/geoip/facts.ts";
import { type RiskRequest, readRiskRequest } from "../../src/request/risk-request.ts";
import type { TrainingRow } from "../../src/risk/training-rows.ts";
import { sightingOf } from "../../src/storage/sighting.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
  foldBatch,
} from "../../src/telemetry/summary.ts";
import { historyFacts } from "../../src/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/velocity/identities.ts";
import { MemoryHistory } from "./history.ts";
import type { Attempt, SentBatch } from "./simulator/kind.ts";
import { merchantsOf } from "./simulator/merchants.ts";
import { networkOf } from "./simulator/networks.ts";
import { randomOf } from "./simulator/random.ts";
import { defaultOptions, type SimulationOptions, simulate } from "./simulator/simulate.ts";

/** Part of the attempts that is seen a second time, as a shop without the SDK would send it. */
const darkShare = 0.3;

export interface Row {
  values: Float64Array;
  attempt: Attempt;
  /** Whether the telemetry was taken away from it. */
  dark: boolean;
}

/** The rows of a simulation, in order of time. */
export function* rowsOf(options: SimulationOptions): Generator<Row> {
  const random = randomOf(`${options.seed}/dark`);
  const lookUps = networkLookUps(options);
  const history = new MemoryHistory();
  // A shop without the SDK has never seen a device, so its history is another one.
  const darkHistory = new MemoryHistory();
  let tie = 0;
  for (const attempt of simulate(options)) {
    tie += 1;
    const request = readAsServed(attempt.request);
    const collection = summaryAsOf(attempt.telemetry, attempt.at);
    const ip = collection?.lastIp;
    const network = ip ? lookUps.get(attempt.project)!(ip) : null;
    const seen: Seen = { attempt, tie, request, collection, network };
    yield { values: computed(seen, history), attempt, dark: false };
    const { collectionId: _, ...darkRequest } = request;
    const unseen: Seen = { ...seen, request: darkRequest, collection: null, network: null };
    const values = computed(unseen, darkHistory);
    if (random.chance(darkShare)) yield { values, attempt, dark: true };
  }
}

/** What each project's operator knows of addresses: some have a file for that, others none. */
export function networkLookUps({ seed }: SimulationOptions): ReadonlyMap<string, NetworkLookup> {
  return new Map(
    merchantsOf(seed).map(({ project, geography }) => [
      project,
      geography ? networkOf : () => null,
    ]),
  );
}

function readAsServed(body: RiskRequest): RiskRequest {
  const read = readRiskRequest(body);
  if ("request" in read) return read.request;
  throw new Error(`a simulated request is not valid: ${JSON.stringify(read.issues)}`);
}

/** What of the collection had arrived when the attempt was scored. */
export function summaryAsOf(telemetry: readonly SentBatch[], at: number): CollectionFacts | null {
  let summary: CollectionSummary | null = null;
  for (const { batch, arrival } of telemetry) {
    if (arrival.receivedAt <= at) summary = foldBatch(summary, batch, arrival);
  }
  return summary && collectionFacts(summary);
}

/** An attempt as the service meets it. */
interface Seen {
  attempt: Attempt;
  tie: number;
  request: RiskRequest;
  collection: CollectionFacts | null;
  network: NetworkFacts | null;
}

function computed(
  { attempt: { at, project, outcome }, tie, request, collection, network }: Seen,
  earlier: MemoryHistory,
): Float64Array {
  const identities = identitiesOf(project, request, collection);
  const sighting = sightingOf(identities, traitsOf(project, request, collection), { at, tie });
  const history = historyFacts(sighting, earlier.asOf(project, identities, sighting));
  const report = outcome && {
    reportedAt: outcome.reportedAt,
    fraud: outcome.outcome !== "legitimate",
  };
  earlier.add(project, identities, sighting, report);
  return featureVector({ at, request, collection, network, history });
}

type SimulatedRow = TrainingRow & { simulated: Row };

const simulatedColumns: readonly Column<SimulatedRow>[] = [
  { name: "sim_kind", type: "text", cell: ({ simulated }) => simulated.attempt.kind },
  { name: "sim_episode", type: "whole", cell: ({ simulated }) => simulated.attempt.episode },
  { name: "sim_fraud", type: "whole", cell: ({ simulated }) => Number(simulated.attempt.fraud) },
  { name: "sim_dark", type: "whole", cell: ({ simulated }) => Number(simulated.dark) },
];

function trainingRow(row: Row, number: number): SimulatedRow {
  const { at, request, outcome } = row.attempt;
  return {
    decisionId: `dec_${number}`,
    requestId: request.requestId,
    decidedAt: at,
    source: "import",
    riskScore: null,
    probability: null,
    model: null,
    outcome: outcome?.outcome ?? null,
    outcomeReportedAt: outcome?.reportedAt ?? null,
    outcomeOccurredAt: null,
    weight: 1,
    features: row.values,
    simulated: row,
  };
}

async function writeRows(file: string, options: SimulationOptions): Promise<number> {
  const writer = parquetWriter<SimulatedRow>(file, simulatedColumns);
  let rows = 0;
  for (const row of rowsOf(options)) await writer.write([trainingRow(row, rows++)]);
  await writer.end();
  return rows;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { attempts: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new Error("usage: bun models/training/features.ts OUT.parquet [--attempts N]");
  const { seed = defaultOptions.seed, attempts = defaultOptions.attempts } = values;
  const rows = await writeRows(file, { ...defaultOptions, seed, attempts: Number(attempts) });
  process.stdout.write(`${rows} rows of ${featureNames.length} features in ${file}\n`);
}
