/**
 * Whether drift is seen, and not seen where there is none: simulated seasons of merchants, unchanged, and with
 * one change on their last seven days, are compared as `booking-risk drift` compares them, day by day.
 *
 *     npm run drift-seasons -- [--seed TEXT] [--unchanged 5] [--season N | --change TEXT]
 *
 * A season takes minutes. In pieces: `--season 3` is the third unchanged season only, `--change lead` the changes whose
 * name contains it.
 */
import { parseArgs } from "node:util";
import { modelOf, rowsOf } from "../../../models/training/features.ts";
import type { Attempt } from "../../../models/training/simulator/kind.ts";
import { defaultOptions, seasonStart } from "../../../models/training/simulator/simulate.ts";
import { dayMs } from "../../../src/base/durations.ts";
import { type DriftFigures, driftOf } from "../../../src/evaluation/drift/drift.ts";
import { periodsBefore, weekMs } from "../../../src/evaluation/drift/past-periods.ts";
import { featureWeights, type WeighedRow } from "../../../src/evaluation/drift/weights.ts";
import { readBundleFolder } from "../../../src/model/bundle.ts";
import { encodeVector, featureNames, featureSetId } from "../../../src/risk/features/index.ts";
import { riskScoreOf } from "../../../src/risk/score.ts";
import type { DecisionRecord } from "../../../src/storage/port/decisions.ts";
import type { Store } from "../../../src/storage/port/store.ts";
import { changes } from "./changes.ts";

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string", default: "drift" },
    unchanged: { type: "string", default: "5" },
    season: { type: "string" },
    change: { type: "string" },
  },
});

const days = 60;
const changedDays = 7;
const end = seasonStart + days * dayMs;
const model = modelOf(await readBundleFolder("models/default", featureNames));

/** Only what drift reads of a decision. */
type Decision = DecisionRecord & { project: string };

/** Live decisions of a season, by merchant. @param sent what is sent of the attempts of the last days. */
function season(seed: string, sent: (attempt: Attempt) => Attempt): Map<string, Decision[]> {
  const from = end - changedDays * dayMs;
  const options = { ...defaultOptions, seed, attempts: 36_000, days };
  const merchants = new Map<string, Decision[]>();
  const scoreOf = (features: Float64Array) => riskScoreOf(model(features));
  const received = (attempt: Attempt) => (attempt.at < from ? attempt : sent(attempt));
  for (const { values, attempt, dark } of rowsOf(options, scoreOf, received)) {
    if (dark) continue;
    const of = merchants.get(attempt.project) ?? [];
    merchants.set(attempt.project, of);
    const probability = model(values);
    of.push({
      id: `dec_${of.length}`,
      project: attempt.project,
      decidedAt: attempt.at,
      source: "api",
      riskScore: riskScoreOf(probability),
      probability,
      modelSha256: "default",
      modelProbability: null,
      challenge: null,
      projectBaseRate: null,
      modelBaseRate: null,
      featureSet: featureSetId,
      features: encodeVector(values),
    } as Decision);
  }
  return merchants;
}

const featureSet = { id: featureSetId, names: JSON.stringify(featureNames) };
const store = {
  outcomes: { between: async () => [] },
  projects: { choices: async () => null },
  decisions: { findFeatureSet: async () => featureSet },
} as unknown as Store;

function driftUntil(to: number, decisions: readonly Decision[]): Promise<DriftFigures> {
  const period = { from: to - weekMs, to };
  async function* within({ from, to: until }: { from: number; to: number }) {
    const found = decisions.filter(({ decidedAt: at }) => at >= from && at < until);
    if (found.length > 0) yield found as DecisionRecord[];
  }
  const weigh = (rows: readonly WeighedRow[], names: readonly string[]) =>
    featureWeights({ score: async (row) => model(row as Float64Array) }, rows, names);
  const past = periodsBefore(period).map(within);
  const of = { projectId: "", to, riskSetting: "balanced", weigh } as const;
  return driftOf({ ...of, pages: within(period), past }, store);
}

/** The alerts, the features' with the shift that each had. */
function alertsOf({ denials, telemetry, features }: DriftFigures): string[] {
  return [
    ...(denials.alert ? ["denials"] : []),
    ...(telemetry.alert ? ["telemetry"] : []),
    ...features.filter(({ alert }) => alert).map(({ name }) => name),
  ];
}

const print = (text: string) => process.stdout.write(`${text}\n`);

async function unchanged(seed: string): Promise<void> {
  let compared = 0;
  const alerts: string[] = [];
  for (const [merchant, decisions] of season(seed, (attempt) => attempt)) {
    const drift = await driftUntil(end, decisions);
    if (drift.basis === null) continue;
    compared += 1;
    alerts.push(...alertsOf(drift).map((alert) => `${merchant}: ${alert}`));
  }
  print(`| ${seed} | ${compared} | ${alerts.length} | ${alerts.join(", ")} |`);
}

/** For each merchant with enough decisions, after how many days the change is an alert, and is named by it. */
async function changed({ name, sent, isShownBy }: (typeof changes)[number]): Promise<void> {
  const seen: number[] = [];
  const shown: number[] = [];
  let first = 0;
  let compared = 0;
  for (const decisions of season(`${flags.seed}-changed`, sent).values()) {
    const drifts: DriftFigures[] = [];
    for (let day = 1; day <= changedDays; day++) {
      drifts.push(await driftUntil(end - (changedDays - day) * dayMs, decisions));
    }
    if (drifts.every(({ basis }) => basis === null)) continue;
    compared += 1;
    const after = (is: (alert: string) => boolean) =>
      1 + drifts.findIndex((drift) => alertsOf(drift).some(is));
    seen.push(after(() => true));
    shown.push(after((alert) => isShownBy(alert) || alert === "telemetry"));
    if (isShownBy(drifts.at(-1)!.features[0]?.name ?? "")) first += 1;
  }
  const listed = (found: number[]) =>
    found
      .map((day) => (day === 0 ? "never" : day))
      .toSorted()
      .join(" ");
  print(`| ${name} | ${compared} | ${listed(seen)} | ${listed(shown)} | ${first} |`);
}

const seasons = flags.season
  ? [flags.season]
  : Array.from({ length: Number(flags.unchanged) }, (_, i) => `${i + 1}`);
if (flags.change === undefined) {
  print("| unchanged season | merchants | alerts | which |\n| --- | --- | --- | --- |");
  for (const one of seasons) await unchanged(`${flags.seed}-${one}`);
}
if (flags.season === undefined) {
  print(
    "\n| change | merchants | days until an alert | until one that names it | on top after a week |\n| --- | --- | --- | --- | --- |",
  );
  for (const one of changes) {
    if (flags.change === undefined || one.name.includes(flags.change)) await changed(one);
  }
}
