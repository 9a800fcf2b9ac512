/**
 * Turns simulated attempts into training rows with the product's own code: requests are parsed as by
 * the API, batches are folded as by the intake, and history and features are computed as for a
 * decision. The model is therefore trained on exactly what it will score.
 *
 *     bun models/training/features.ts OUT.parquet [--attempts N] [--seed TEXT] [--answers BUNDLE]
 *
 * The file has the format of `booking-risk export`, plus four columns that only a simulator can fill.
 */
import { parseArgs } from "node:util";
import type { NetworkFacts, NetworkLookup } from "../../src/attempt/geoip/facts.ts";
import { type RiskRequest, readRiskRequest } from "../../src/attempt/request/risk-request.ts";
import { foldBatch } from "../../src/attempt/telemetry/fold.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
} from "../../src/attempt/telemetry/summary.ts";
import type { Column } from "../../src/decisions/export/columns.ts";
import { parquetWriter } from "../../src/decisions/export/parquet.ts";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import { featureNames, featureVector } from "../../src/risk/features/index.ts";
import { riskScoreOf } from "../../src/risk/score.ts";
import type { TrainingRow } from "../../src/risk/training-rows.ts";
import { historyFacts } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import { sightingOf } from "../../src/storage/port/sighting.ts";
import { MemoryHistory } from "./history.ts";
import { collectionReplay } from "./simulator/attacks/collection-replay.ts";
import { forgedSignature } from "./simulator/attacks/forged-signature.ts";
import { visitReplay } from "./simulator/attacks/visit-replay.ts";
import { geoipOf } from "./simulator/geoip.ts";
import type { Attempt, SentBatch } from "./simulator/kind.ts";
import { merchantsOf } from "./simulator/merchants.ts";
import { randomOf } from "./simulator/random.ts";
import {
  attacks,
  defaultOptions,
  type SimulationOptions,
  simulate,
  travellers,
} from "./simulator/simulate.ts";
import { outage } from "./simulator/travellers/outage.ts";

/**
 * To learn from, fraud is simulated four times as often as it occurs, for more examples, and weighs less.
 * Guests then have more of it around them than they would; a season that calibrates or evaluates has it as
 * often as it occurs. Whoever is denied tries again, so with answers there is more of it: `train.py
 * --fraud-rate` sets the rate of what is learnt from.
 */
export const fraudOversampled = 4;

const oversampled = new Map(
  [...travellers, ...attacks].map((one) => [one.name, one.oversampled ?? 1]),
);

/** @param times how often fraud is simulated for each time that it occurs. */
const weightOf = ({ fraud, kind }: Attempt, times: number) =>
  1 / ((fraud ? times : 1) * oversampled.get(kind)!);

/** Share of the attempts written a second time, as a merchant without the SDK would send them. */
const darkShare = 0.3;

export interface Row {
  values: Float64Array;
  attempt: Attempt;
  /** Whether it is a copy without telemetry (the column `sim_dark`). */
  dark: boolean;
}

/** The score that an attempt with these features is answered with; null: none. */
export type ScoreOf = (features: Float64Array) => number | null;

/** Where no page has the script, nobody has a visit to copy, and nobody reads an agent's signature. */
const needTelemetry: ReadonlySet<string> = new Set(
  [collectionReplay, visitReplay, forgedSignature].map(({ name }) => name),
);

/**
 * The rows of a simulation, in chronological order.
 *
 * @param scoreOf answers each attempt: later ones know the score, and whoever is denied reacts to it.
 * @param sent what the service receives of an attempt, where that differs from what was simulated.
 */
export function* rowsOf(
  options: SimulationOptions,
  scoreOf: ScoreOf = () => null,
  sent: (attempt: Attempt) => Attempt = (attempt) => attempt,
): Generator<Row> {
  const random = randomOf(`${options.seed}/dark`);
  const lookups = geoipLookups(options);
  const history = new MemoryHistory();
  // A merchant without the SDK has never seen a device, so these copies have a history of their own.
  const darkHistory = new MemoryHistory();
  const season = simulate(options);
  let tie = 0;
  for (let next = season.next(); !next.done; ) {
    const attempt = sent(next.value);
    tie += 1;
    const request = readAsServed(attempt.request);
    const collection = summaryAsOf(attempt.telemetry, attempt.at);
    const ip = collection?.lastIp;
    const network = ip ? lookups.get(attempt.project)!(ip) : null;
    const received: Received = { attempt, tie, request, collection, network };
    const seen = featuresOf(received, history, scoreOf);
    yield { values: seen.values, attempt, dark: false };
    const { collectionId: _, ...darkRequest } = request;
    const dark: Received = { ...received, request: darkRequest, collection: null, network: null };
    if (!needTelemetry.has(attempt.kind)) {
      const { values } = featuresOf(dark, darkHistory, scoreOf);
      // Where no page has the script, it cannot fail; for others there, these are guests like any.
      const copied = random.chance(darkShare) && attempt.kind !== outage.name;
      if (copied) yield { values, attempt, dark: true };
    }
    next = season.next(seen.score);
  }
}

/** The GeoIP lookup of each project: some operators have databases, others have none. */
export function geoipLookups({ seed }: SimulationOptions): ReadonlyMap<string, NetworkLookup> {
  return new Map(
    merchantsOf(seed).map(({ project, geoip }) => [project, geoip ? geoipOf : () => null]),
  );
}

function readAsServed(body: RiskRequest): RiskRequest {
  const read = readRiskRequest(body);
  if ("request" in read) return read.request;
  throw new Error(`a simulated request is not valid: ${JSON.stringify(read.issues)}`);
}

/** The facts of the batches that had arrived by the time the attempt was scored. */
export function summaryAsOf(telemetry: readonly SentBatch[], at: number): CollectionFacts | null {
  let summary: CollectionSummary | null = null;
  for (const { batch, arrival } of telemetry) {
    if (arrival.receivedAt <= at) summary = foldBatch(summary, batch, arrival);
  }
  return summary && collectionFacts(summary);
}

/** An attempt as the service receives it. */
interface Received {
  attempt: Attempt;
  tie: number;
  request: RiskRequest;
  collection: CollectionFacts | null;
  network: NetworkFacts | null;
}

function featuresOf(
  { attempt: { at, project, outcome }, tie, request, collection, network }: Received,
  earlier: MemoryHistory,
  scoreOf: ScoreOf,
): { values: Float64Array; score: number | null } {
  const identities = identitiesOf(project, request, collection);
  const sighting = sightingOf(identities, traitsOf(project, request, collection), { at, tie });
  const history = historyFacts(sighting, earlier.asOf(project, identities, sighting));
  const report = outcome && {
    reportedAt: outcome.reportedAt,
    fraud: outcome.outcome !== "legitimate",
  };
  const values = featureVector({ at, request, collection, network, history });
  const score = scoreOf(values);
  earlier.add(project, identities, { ...sighting, score }, report);
  return { values, score };
}

/** The probability of a row of features in the order of the catalogue. */
export type Model = (values: Float64Array) => number;

export function modelOf(bundle: Bundle): Model {
  const places = bundle.manifest.input.features.map((name) => featureNames.indexOf(name));
  const quick = bundle.trees()?.score;
  const quickRow = new Float32Array(places.length);
  const row = quick ? quickRow : bundle.allocate(1);
  return (values) => {
    for (const [i, place] of places.entries()) row[i] = values[place]!;
    return quick ? quick(quickRow) : bundle.predict(row, 1)[0]!;
  };
}

/** Answers with the scores of a bundle. */
export async function scoresOf(folder: string): Promise<ScoreOf> {
  const model = modelOf(await readBundleFolder(folder, featureNames));
  return (features) => riskScoreOf(model(features));
}

type SimulatedRow = TrainingRow & { simulated: Row };

const simulatedColumns: readonly Column<SimulatedRow>[] = [
  { name: "sim_kind", type: "text", cell: ({ simulated }) => simulated.attempt.kind },
  { name: "sim_episode", type: "whole", cell: ({ simulated }) => simulated.attempt.episode },
  { name: "sim_fraud", type: "whole", cell: ({ simulated }) => Number(simulated.attempt.fraud) },
  { name: "sim_dark", type: "whole", cell: ({ simulated }) => Number(simulated.dark) },
];

function trainingRow(row: Row, number: number, fraudTimes: number): SimulatedRow {
  const { at, request, outcome } = row.attempt;
  return {
    decisionId: `dec_${number}`,
    requestId: request.requestId,
    keyId: null,
    decidedAt: at,
    source: "import",
    riskScore: null,
    suggestedAction: null,
    probability: null,
    modelProbability: null,
    projectBaseRate: null,
    modelBaseRate: null,
    model: null,
    outcome: outcome?.outcome ?? null,
    outcomeKeyId: null,
    outcomeReportedAt: outcome?.reportedAt ?? null,
    outcomeOccurredAt: null,
    weight: weightOf(row.attempt, fraudTimes),
    controlGroup: null,
    features: row.values,
    simulated: row,
  };
}

async function writeRows(
  file: string,
  options: SimulationOptions,
  fraudTimes: number,
  scoreOf: ScoreOf | undefined,
): Promise<number> {
  const writer = parquetWriter<SimulatedRow>(file, simulatedColumns);
  let rows = 0;
  const more = { ...options, fraudRate: fraudTimes * options.fraudRate };
  for (const row of rowsOf(more, scoreOf))
    await writer.write([trainingRow(row, rows++, fraudTimes)]);
  await writer.end();
  return rows;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      attempts: { type: "string" },
      seed: { type: "string" },
      answers: { type: "string" },
      "fraud-times": { type: "string" },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) {
    throw new Error(
      "usage: bun models/training/features.ts OUT.parquet [--attempts N] [--answers BUNDLE] [--fraud-times 4]",
    );
  }
  const { seed = defaultOptions.seed, attempts = defaultOptions.attempts } = values;
  const scoreOf = values.answers === undefined ? undefined : await scoresOf(values.answers);
  const options = { ...defaultOptions, seed, attempts: Number(attempts) };
  const fraudTimes = Number(values["fraud-times"] ?? fraudOversampled);
  const rows = await writeRows(file, options, fraudTimes, scoreOf);
  process.stdout.write(`${rows} rows of ${featureNames.length} features in ${file}\n`);
}
