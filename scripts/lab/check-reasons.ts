/**
 * Computes the reasons of many decisions, and checks that they add up in every group and that no
 * text contradicts its direction: `src/model/reasons/contradictions.ts` has the rule.
 *
 *     bun scripts/lab/check-reasons.ts [--decisions N] [--seed TEXT] [--model DIR] [--show N]
 *     bun scripts/lab/check-reasons.ts --data DIR [--decisions N]
 *     bun scripts/lab/check-reasons.ts --lab dist/attack-lab/decisions.json [--decisions N]
 *
 * The first form simulates attempts (models/training/simulator), every score band alike; the second
 * takes the newest live decisions of a data folder, the third those of a run of the attack lab. Exit
 * status 1 where anything is found.
 */
import { parseArgs } from "node:util";
import { rowsOf } from "../../models/training/features.ts";
import { defaultOptions } from "../../models/training/simulator/simulate.ts";
import { dataConfig } from "../../src/app/config/data.ts";
import { openStore } from "../../src/app/open.ts";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import { contradictionsOf } from "../../src/model/reasons/contradictions.ts";
import { type Reasons, reasonsOf } from "../../src/model/reasons/reasons.ts";
import { featureSetNames } from "../../src/risk/feature-sets.ts";
import { encodeVector, featureNames, featureSetId } from "../../src/risk/features/index.ts";
import { riskScoreOf, suggestedActionOf } from "../../src/risk/score.ts";
import type { DecisionRecord } from "../../src/storage/port/decisions.ts";
import { byModelAlone } from "../bench/by-model-alone.ts";

const bandPoints = 10;

interface Explained {
  record: DecisionRecord;
  names: readonly string[];
}

/** Simulated attempts as decisions of the model, as many of every ten points as there are. */
function* simulated(bundle: Bundle, { seed, decisions }: { seed: string; decisions: number }) {
  const bands = new Map<number, number>();
  const perBand = Math.ceil(decisions / 10);
  let count = 0;
  const places = bundle.manifest.input.features.map((name) => featureNames.indexOf(name));
  const values = bundle.allocate(1);
  for (const row of rowsOf({ ...defaultOptions, seed, attempts: decisions * 40 })) {
    for (const [i, place] of places.entries()) values[i] = row.values[place]!;
    const probability = bundle.predict(values, 1)[0]!;
    const riskScore = riskScoreOf(probability);
    const band = Math.floor(riskScore / bandPoints);
    if ((bands.get(band) ?? 0) >= perBand) continue;
    bands.set(band, (bands.get(band) ?? 0) + 1);
    const record = {
      projectId: "prj_",
      id: `dec_${count}`,
      featureSet: featureSetId,
      probability,
      riskScore,
      ...byModelAlone,
      suggestedAction: suggestedActionOf(riskScore, "balanced"),
      features: encodeVector(row.values),
    } as DecisionRecord;
    yield { record, names: featureNames };
    count += 1;
    if (count === decisions) return;
  }
}

async function* live(data: string, decisions: number): AsyncGenerator<Explained> {
  const store = await openStore(dataConfig({ data }, process.env));
  try {
    let left = decisions;
    for (const { id } of await store.projects.list()) {
      const rows = await store.search.list(
        id,
        { from: 0, source: "api" },
        null,
        Math.min(left, 1000),
      );
      for (const row of rows) {
        const record = await store.decisions.find(id, row.id);
        if (record) yield { record, names: await featureSetNames(record.featureSet, store) };
      }
      left -= rows.length;
    }
  } finally {
    await store.close();
  }
}

/** A decision of the attack lab, as far as its reasons depend on it. */
interface LabDecision {
  projectId: string;
  decisionId: string;
  riskScore: number;
  suggestedAction: string;
  probability: number;
  modelProbability: number | null;
  features: Readonly<Record<string, number | null>>;
}

async function* ofLab(file: string, decisions: number): AsyncGenerator<Explained> {
  const lab = (await Bun.file(file).json()) as { visits: { decisions: LabDecision[] }[] };
  for (const one of lab.visits.flatMap((visit) => visit.decisions).slice(0, decisions)) {
    const { decisionId: id, features, ...rest } = one;
    const names = Object.keys(features);
    const values = Float64Array.from(names, (name) => features[name] ?? Number.NaN);
    const record = {
      ...rest,
      id,
      features: encodeVector(values),
      projectBaseRate: null,
      modelBaseRate: null,
    } as unknown as DecisionRecord;
    yield { record, names };
  }
}

interface Tally {
  decisions: number;
  groups: number;
  definite: number;
  contradictions: string[];
  ms: number[];
}

async function check(
  of: AsyncIterable<Explained> | Iterable<Explained>,
  bundle: Bundle,
  show: number,
) {
  const tally: Tally = { decisions: 0, groups: 0, definite: 0, contradictions: [], ms: [] };
  for await (const { record, names } of of) {
    const started = performance.now();
    const reasons = await reasonsOf(record, names, bundle);
    tally.ms.push(performance.now() - started);
    tally.decisions += 1;
    tally.groups += reasons.groups.length;
    if (reasons.summary.top.some((one) => one.isDefinite)) tally.definite += 1;
    const found = contradictionsOf(reasons);
    tally.contradictions.push(...found.map((one) => `${record.id}: ${one}`));
    if (show > 0) process.stdout.write(`${record.riskScore} ${reasons.summary.sentence}\n`);
    if (show > 0 && (tally.decisions <= show || found.length > 0)) print(reasons);
  }
  return tally;
}

function print({ riskScore, summary, groups }: Reasons): void {
  const lines = groups.map(({ title, sentence }) => `    ${title}. ${sentence}`);
  process.stdout.write(`${riskScore} ${summary.sentence}\n${lines.join("\n")}\n`);
}

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000" },
    seed: { type: "string", default: "reasons-1" },
    model: { type: "string", default: "models/default" },
    data: { type: "string" },
    lab: { type: "string" },
    show: { type: "string", default: "0" },
  },
});
const bundle = await readBundleFolder(values.model, featureNames);
const decisions = Number(values.decisions);
function chosen(): AsyncIterable<Explained> | Iterable<Explained> {
  if (values.data) return live(values.data, decisions);
  if (values.lab) return ofLab(values.lab, decisions);
  return simulated(bundle, { seed: values.seed, decisions });
}
const tally = await check(chosen(), bundle, Number(values.show));
bundle.close();
tally.ms.sort((a, b) => a - b);
const percentile = (share: number) =>
  Math.round(tally.ms[Math.floor(share * (tally.ms.length - 1))] ?? 0);
process.stdout.write(
  `${tally.decisions} decisions, ${tally.groups} groups, ${tally.definite} with definite evidence; ` +
    `${tally.contradictions.length} contradictions; ` +
    `${percentile(0.5)} ms a decision, ${percentile(0.95)} ms at the 95th percentile\n`,
);
for (const one of tally.contradictions.slice(0, 50)) process.stdout.write(`${one}\n`);
process.exitCode = tally.contradictions.length > 0 ? 1 : 0;
