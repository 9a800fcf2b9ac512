/**
 * Campaigns against a bundle, held out from the training: attackers who see the answers and adapt,
 * among the bookings of simulated seasons, and honest guests who must not be taken for them.
 *
 *     bun models/training/campaigns/run.ts [BUNDLE_DIR] [--seed TEXT] [--repeats N] [--json FILE]
 *         [--sequences N] [--only TEXT]
 *
 * `--repeats` is the number of seasons, each with campaigns of its own.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readBundleFolder } from "../../../src/model/bundle.ts";
import { featureNames } from "../../../src/risk/features/index.ts";
import { type Model, modelOf } from "../features.ts";
import { Background } from "./background.ts";
import { calibrationRows } from "./calibration.ts";
import type { Case, Finding } from "./case.ts";
import { costCases, costLines } from "./cost.ts";
import { crowdCases } from "./crowds.ts";
import { fairnessCases } from "./fairness.ts";
import { farmCases } from "./farms.ts";
import { hotelCases } from "./hotels.ts";
import { personCases } from "./persons.ts";
import { recordingCases } from "./recordings.ts";
import { reportedCases } from "./reported.ts";
import { rowsOf } from "./rows.ts";
import { playSeason, seasonOptions } from "./season.ts";
import { playSequences } from "./sequences.ts";
import { columnsOf, linesOf, type Row } from "./table.ts";
import { twinRows } from "./twins.ts";

export const cases: readonly Case[] = [
  ...personCases,
  ...reportedCases,
  ...hotelCases,
  ...farmCases,
  ...recordingCases,
  ...fairnessCases,
  ...crowdCases,
  ...costCases,
];

interface Options {
  seed: string;
  repeats: number;
  sequences: number;
  /** Only cases whose name has this. */
  only: string;
}

/** What `--json` writes. */
export interface Measured {
  seed: string;
  repeats: number;
  rows: Row[];
  cost: readonly Finding[];
  worst: readonly string[];
}

function measure(model: Model, { seed, repeats, sequences, only }: Options): Measured {
  const chosen = cases.filter(({ name }) => name.includes(only));
  const found = new Map<Case, Finding[]>(chosen.map((one) => [one, []]));
  const background = new Background();
  for (let season = 1; season <= repeats; season++) {
    background.begin();
    const played = playSeason(model, seasonOptions(`${seed}/${season}`), chosen, (...seen) =>
      background.see(...seen),
    );
    for (const [one, findings] of played) found.get(one)!.push(...findings);
    log(`season ${season} of ${repeats}`);
  }
  const played = chosen.flatMap((one) => rowsOf(one, found.get(one)!));
  const cost = costCases.flatMap((one) => found.get(one) ?? []);
  if (only) return { seed, repeats, rows: played, cost, worst: [] };
  const random = playSequences(model, seed, sequences);
  log(`${sequences} sequences`);
  const others = [twinRows(model, seed), calibrationRows(model, seed), background.rows()].flat();
  const rows = [...played, ...others, ...random.rows];
  return { seed, repeats, rows, cost, worst: random.worst };
}

const started = performance.now();
const log = (what: string) =>
  process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s: ${what}\n`);

function positive(text: string, name: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`--${name} must be a whole number from 1`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: "string", default: "campaigns" },
      repeats: { type: "string", default: "4" },
      sequences: { type: "string", default: "1000" },
      only: { type: "string", default: "" },
      json: { type: "string" },
    },
    allowPositionals: true,
  });
  const [folder = join(import.meta.dir, "../../default")] = positionals;
  const { seed, only } = values;
  const repeats = positive(values.repeats, "repeats");
  const sequences = positive(values.sequences, "sequences");
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    const measured = measure(modelOf(bundle), { seed, only, repeats, sequences });
    const { rows, cost, worst } = measured;
    process.stdout.write(`${columnsOf(linesOf(rows))}\n`);
    if (worst.length > 0) process.stdout.write(`${worst.join("\n")}\n\n`);
    if (cost.length > 0) process.stdout.write(`${costTitle}\n${columnsOf(costLines(cost))}`);
    if (values.json) await Bun.write(values.json, `${JSON.stringify(measured, null, 1)}\n`);
  } finally {
    bundle.close();
  }
}

const costTitle = "Cost of an accepted booking: the median campaign / all together";

if (import.meta.main) await main();
