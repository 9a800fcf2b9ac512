/**
 * Measures the stages of one workload, in a process of its own:
 *
 *     bun scripts/bench/stages/measure.ts '{"workload": …, "earlier": …, "decisions": …, "together": …}'
 *
 * Prints the CPU time and the growth of the heap of every batch. Growth is what was allocated only
 * where nothing is collected meanwhile: `scenario.ts` runs this a second time with a heap so
 * large that nothing is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Arriving, attemptsOf } from "./attempts.ts";
import { type StageName, stageNames, type Workload } from "./budget.ts";
import { openStages, type Stages } from "./stages.ts";

export interface Measurement {
  workload: Workload;
  /** Decisions in the store before the first that is measured. */
  earlier: number;
  /** Decisions that are measured. */
  decisions: number;
  /** Attempts that go through a stage together. */
  together: number;
}

/** Per decision, of each batch. */
export type Samples = Record<StageName, { us: number[]; bytes: number[] }>;

/** The group of the indexer thread. */
const groupMax = 2000;

export async function measure(wanted: Measurement): Promise<Samples> {
  const { workload, earlier, decisions, together } = wanted;
  const attempts = attemptsOf(workload, earlier + decisions);
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-stages-"));
  const stages = await openStages(folder, attempts.network);
  const batch = () => Array.from({ length: together }, attempts.next);
  try {
    // The same code, so that the optimizing compiler has seen it before anything is measured.
    await runBatches(stages, batch, Math.ceil(earlier / together));
    return await runBatches(stages, batch, Math.ceil(decisions / together));
  } finally {
    await stages.close();
    rmSync(folder, { recursive: true });
  }
}

async function runBatches(
  stages: Stages,
  nextBatch: () => Arriving[],
  batches: number,
): Promise<Samples> {
  const samples = Object.fromEntries(
    stageNames.map((name) => [name, { us: [], bytes: [] }]),
  ) as unknown as Samples;
  const note = async (stage: StageName, work: () => number | Promise<number>) => {
    const heap = process.memoryUsage().heapTotal;
    const cpu = process.cpuUsage();
    const done = await work();
    const { user, system } = process.cpuUsage(cpu);
    samples[stage].us.push((user + system) / done);
    samples[stage].bytes.push((process.memoryUsage().heapTotal - heap) / done);
  };
  let committed = 0;
  for (let n = 0; n < batches; n++) {
    const works = await stages.begin(nextBatch());
    for (const stage of stageNames) {
      if (stage === "index") continue;
      await note(stage, async () => {
        await stages.run(stage, works);
        return works.length;
      });
    }
    committed += works.length;
    if (committed < groupMax && n < batches - 1) continue;
    await note("index", () => stages.index(groupMax));
    committed = 0;
  }
  return samples;
}

if (import.meta.main) {
  const samples = await measure(JSON.parse(process.argv[2]!) as Measurement);
  process.stdout.write(`${JSON.stringify(samples)}\n`);
  process.exit(0);
}
