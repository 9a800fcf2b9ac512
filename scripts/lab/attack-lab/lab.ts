/** One run of the lab, from starting the testbed to the final statistics. */
import { findChromium } from "../../programs/browser/installed.ts";
import { createAttemptLog } from "./attempt-log.ts";
import type { Kind } from "./kind.ts";
import type { Run } from "./report.ts";
import { scheduleOf } from "./schedule.ts";
import { tallyGroups, tallyKinds } from "./tally.ts";
import { startTestbed } from "./testbed.ts";
import { runVisits, type VisitRecord } from "./visits.ts";

/**
 * An hour of the lab corresponds to weeks of a hotel. Visits are spread over many hotel chains, each with
 * its own project, so that they do not look like a rush on one hotel.
 */
const hotelsMin = 10;

interface Options {
  kinds: readonly Kind[];
  /** Visits of each kind. */
  runs: number;
  /** Number of concurrent visits. */
  parallel: number;
  seed: string;
  executable: string;
  /** An empty folder for all files of the run. */
  folder: string;
  /** Called with one line per visit. */
  onProgress?(line: string): void;
}

/** @throws Error where the testbed does not start. The failure of a visit is part of its record. */
export async function runLab(options: Options): Promise<Run> {
  const { kinds, runs, parallel, seed, executable, folder, onProgress } = options;
  const started = new Date();
  const attemptLog = createAttemptLog();
  const hotels = Math.max(hotelsMin, runs);
  const testbed = await startTestbed({
    executable,
    hotels,
    seed,
    folder,
    onAssessment: attemptLog.write,
  });
  try {
    const schedule = scheduleOf(kinds, runs, seed);
    let done = 0;
    const onVisit = (record: VisitRecord) =>
      onProgress?.(`${++done}/${schedule.length} ${lineOf(record)}`);
    const visits = await runVisits(schedule, {
      testbed,
      attemptLog,
      folder,
      parallel,
      seed,
      onVisit,
    });
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
    await testbed.stop();
  }
}

function lineOf({ kind, seconds, failure, decisions }: VisitRecord): string {
  const result = failure ?? decisions.map(({ riskScore }) => riskScore).join(" ");
  return `${kind} ${Math.round(seconds)} s: ${result}`;
}

/** "none" where there is no browser: kinds that only send requests do not need one. */
async function browserVersion(): Promise<string> {
  const chromium = findChromium();
  if (chromium === null) return "none";
  const child = Bun.spawn([chromium, "--version"], { stdio: ["ignore", "pipe", "ignore"] });
  return (await child.stdout.text()).trim();
}
