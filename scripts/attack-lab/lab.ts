/** One run of the laboratory, from the empty stage to the counted result. */
import { findChromium } from "../browser/installed.ts";
import type { Kind } from "./kind.ts";
import { openLedger } from "./ledger.ts";
import type { Run } from "./report.ts";
import { scheduleOf } from "./schedule.ts";
import { setStage } from "./stage.ts";
import { tallyGroups, tallyKinds } from "./tally.ts";
import { makeVisits, type VisitRecord } from "./visits.ts";

/**
 * In an hour as much happens here as to a hotel in weeks. Spread over many chains of hotels, with a
 * project each, the visits do not look like a rush for one house.
 */
const hotelsMin = 10;

interface Options {
  kinds: readonly Kind[];
  /** Visits of each kind. */
  runs: number;
  /** Visits at once. */
  parallel: number;
  seed: string;
  executable: string;
  /** Empty; everything that is left of the run is in it. */
  folder: string;
  /** Told a line for each visit. */
  onProgress?(line: string): void;
}

/** @throws Error where the stage cannot be set. What goes wrong in a visit is in its record. */
export async function runLab(options: Options): Promise<Run> {
  const { kinds, runs, parallel, seed, executable, folder, onProgress } = options;
  const started = new Date();
  const ledger = openLedger();
  const hotels = Math.max(hotelsMin, runs);
  const stage = await setStage({ executable, hotels, seed, folder, onAssessment: ledger.write });
  try {
    const schedule = scheduleOf(kinds, runs, seed);
    let done = 0;
    const onVisit = (record: VisitRecord) =>
      onProgress?.(`${++done}/${schedule.length} ${lineOf(record)}`);
    const visits = await makeVisits(schedule, { stage, ledger, folder, parallel, seed, onVisit });
    const model = visits.flatMap(({ decisions }) => decisions)[0]?.model;
    return {
      startedAt: started.toISOString(),
      minutes: (Date.now() - started.getTime()) / 60_000,
      seed,
      parallel,
      browser: await browserVersion(),
      ...(model && { model: `${model.name}@${model.version} ${model.sha256.slice(0, 12)}` }),
      kinds: tallyKinds(kinds, visits),
      groups: tallyGroups(kinds, visits),
      visits,
    };
  } finally {
    await stage.stop();
  }
}

function lineOf({ kind, seconds, failure, decisions }: VisitRecord): string {
  const result = failure ?? decisions.map(({ riskScore }) => riskScore).join(" ");
  return `${kind} ${Math.round(seconds)} s: ${result}`;
}

/** Kinds that only send requests need no browser. */
async function browserVersion(): Promise<string> {
  const chromium = findChromium();
  if (chromium === null) return "none";
  const child = Bun.spawn([chromium, "--version"], { stdio: ["ignore", "pipe", "ignore"] });
  return (await child.stdout.text()).trim();
}
