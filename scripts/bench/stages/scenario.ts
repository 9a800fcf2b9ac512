/**
 * `npm run bench -- stages`: what each stage of a decision costs, next to its budget (`budget.ts`).
 *
 *     npm run bench -- stages [--workload booking,extended,visit] [--earlier 20000] [--decisions 8000]
 *       [--together 32] [--check]
 *
 * Each stage is called on its own, with the functions of the service, for `--together` attempts at
 * a time, in a store that has `--earlier` decisions. The µs are CPU time of all threads of the
 * process: the median of the batches, and their middle half. The bytes are the growth of the heap in
 * a second run, in which nothing is collected. `--check` ends with status 1 where a stage is over
 * its budget.
 */
import { resolve } from "node:path";
import { isGiven, scenario, someOf, whole } from "../scenario.ts";
import {
  budget,
  type Cost,
  type StageName,
  stageNames,
  type Workload,
  workloads,
} from "./budget.ts";
import type { Measurement, Samples } from "./measure.ts";

/** Enough for the compiler; the fewer, the less memory the heap takes that is never collected. */
const few = { earlier: 2000, decisions: 2000 };
/** Nothing is collected: the heap grows by all that is allocated. */
const uncollected = { BUN_JSC_useGC: "0" };

interface Row extends Cost {
  stage: StageName;
  /** The middle half of the batches, µs. */
  from: number;
  to: number;
  budget: Cost;
}

export default scenario(
  {
    workload: someOf(workloads),
    check: isGiven,
    earlier: whole(20_000),
    decisions: whole(8000),
    together: whole(32),
  },
  async ({ workload: asked, check, ...sizes }, { log, table }) => {
    const result: Partial<Record<Workload, Row[]>> = {};
    for (const workload of asked) {
      log(`Measuring the ${workload} …`);
      result[workload] = await measured({ workload, ...sizes });
    }
    for (const [workload, rows] of Object.entries(result)) {
      table(`A ${workload}, CPU time and allocations of each stage:`, lines(rows));
    }
    const hasFailed = check && Object.values(result).flat().some(isOver);
    return { result, hasFailed };
  },
);

async function measured(measurement: Measurement): Promise<Row[]> {
  const times = await run(measurement);
  const heap = await run({ ...measurement, ...few }, uncollected);
  return stageNames.map((stage) => {
    const [from, us, to] = quartiles(times[stage].us);
    const bytes = mean(heap[stage].bytes);
    return { stage, us, from, to, bytes, budget: budget[stage][measurement.workload] };
  });
}

function run(measurement: Measurement, environment: Record<string, string> = {}): Promise<Samples> {
  const script = resolve(import.meta.dir, "measure.ts");
  const command = Bun.$`${process.execPath} ${script} ${JSON.stringify(measurement)}`;
  return command.env({ ...process.env, ...environment }).json() as Promise<Samples>;
}

function quartiles(numbers: number[]): [number, number, number] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  return [at(0.25), at(0.5), at(0.75)];
}

/** The heap grows in blocks: the median of the batches would be off by up to one. */
function mean(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function isOver({ us, bytes, budget }: Row): boolean {
  return us > budget.us || bytes > budget.bytes;
}

function lines(rows: readonly Row[]): string[][] {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return [
    ["", "µs", "middle half", "budget", "bytes", "budget", ""],
    ...rows.map((row) => [
      row.stage,
      row.us.toFixed(1),
      `${row.from.toFixed(1)}–${row.to.toFixed(1)}`,
      ...[row.budget.us, row.bytes, row.budget.bytes].map((one) => one.toFixed(0)),
      isOver(row) ? "over" : "",
    ]),
    [
      "all",
      sum(({ us }) => us).toFixed(1),
      "",
      sum(({ budget }) => budget.us).toFixed(0),
      ...[sum(({ bytes }) => bytes), sum(({ budget }) => budget.bytes)].map((one) =>
        one.toFixed(0),
      ),
    ],
  ];
}
