/**
 * Simulated attempts in, training rows out, through the product's own code: the request is read as
 * the API reads it, batches are folded as the intake folds them, history and features are computed
 * as for a decision. What the model learns from is so exactly what it will be asked about.
 *
 *     bun models/training/features.ts OUT_DIR [--attempts N] [--seed TEXT]
 *
 * Writes rows.f32 (row-major float32, as the model reads them; NaN is missing) and rows.json: the
 * columns' names, the kinds' names, and what is known of each row.
 */
import { mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { featureNames, featureSetId, featureVector } from "../../src/features/index.ts";
import { historyFacts } from "../../src/history/facts.ts";
import { identitiesOf } from "../../src/history/identities.ts";
import { type RiskRequest, readRiskRequest } from "../../src/request/risk-request.ts";
import { sightingOf } from "../../src/storage/sighting.ts";
import { type CollectionSummary, foldBatch } from "../../src/telemetry/summary.ts";
import { MemoryHistory } from "./history.ts";
import type { Attempt, SentBatch } from "./simulator/kind.ts";
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
  const history = new MemoryHistory();
  // A shop without the SDK has never seen a device, so its history is another one.
  const darkHistory = new MemoryHistory();
  let order = 0;
  for (const attempt of simulate(options)) {
    const request = readAsServed(attempt.request);
    const place = { at: attempt.at, tie: order++, project: attempt.project };
    const collection = summaryAsOf(attempt.telemetry, attempt.at);
    yield { values: computed(place, request, collection, history), attempt, dark: false };
    const { collectionId: _, ...darkRequest } = request;
    const values = computed(place, darkRequest, null, darkHistory);
    if (random.chance(darkShare)) yield { values, attempt, dark: true };
  }
}

function readAsServed(body: RiskRequest): RiskRequest {
  const read = readRiskRequest(body);
  if ("request" in read) return read.request;
  throw new Error(`a simulated request is not valid: ${JSON.stringify(read.faults)}`);
}

/** What of the collection had arrived when the attempt was scored. */
function summaryAsOf(telemetry: readonly SentBatch[], at: number): CollectionSummary | null {
  let summary: CollectionSummary | null = null;
  for (const { batch, arrival } of telemetry) {
    if (arrival.receivedAt <= at) summary = foldBatch(summary, batch, arrival);
  }
  return summary;
}

function computed(
  { at, tie, project }: { at: number; tie: number; project: string },
  request: RiskRequest,
  collection: CollectionSummary | null,
  history: MemoryHistory,
): Float64Array {
  const identities = identitiesOf(project, request, collection);
  const sighting = sightingOf(identities, at, tie);
  const facts = historyFacts(sighting, history.before(identities, sighting));
  history.add(identities, sighting);
  return featureVector({ at, request, collection, history: facts });
}

function writeRows(folder: string, options: SimulationOptions): number {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, "rows.f32"), "w");
  const kind: string[] = [];
  const columns = {
    at: [] as number[],
    kind: [] as number[],
    episode: [] as number[],
    flags: [] as number[],
  };
  for (const { values, attempt, dark } of rowsOf(options)) {
    writeSync(file, Float32Array.from(values));
    kind.push(attempt.kind);
    columns.at.push(attempt.at);
    columns.episode.push(attempt.episode);
    columns.flags.push((attempt.label ? 1 : 0) + (attempt.fraud ? 2 : 0) + (dark ? 4 : 0));
  }
  const kinds = [...new Set(kind)].sort();
  columns.kind = kind.map((name) => kinds.indexOf(name));
  const header = {
    features: featureNames,
    featureSetId,
    options,
    kinds,
    // flags: 1 reported as fraud, 2 is fraud, 4 without telemetry.
    columns,
  };
  writeFileSync(join(folder, "rows.json"), JSON.stringify(header));
  return kind.length;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { attempts: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder) throw new Error("usage: bun models/training/features.ts OUT_DIR [--attempts N]");
  const { seed = defaultOptions.seed, attempts = defaultOptions.attempts } = values;
  const rows = writeRows(folder, { ...defaultOptions, seed, attempts: Number(attempts) });
  process.stdout.write(`${rows} rows of ${featureNames.length} features in ${folder}\n`);
}
