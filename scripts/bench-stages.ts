/**
 * `npm run bench:stages`: what each stage of a decision costs, beside its budget
 * (`bench-stages/budget.ts`).
 *
 *     npm run bench:stages -- [--workload booking|visit] [--earlier 20000] [--decisions 8000]
 *       [--together 32] [--check] [--json]
 *
 * Each stage is called on its own, with the functions of the service, for `--together` attempts at
 * a time, in a store that has `--earlier` decisions. The µs are CPU time of all threads of the
 * process: the median of the batches, and their middle half. The bytes are the growth of the heap in
 * a second run, in which nothing is collected. `--check` ends with status 1 where a stage is over
 * its budget.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  budget,
  type Cost,
  type StageName,
  stageNames,
  type Workload,
  workloads,
} from "./bench-stages/budget.ts";
import type { Measurement, Samples } from "./bench-stages/measure.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    workload: { type: "string" },
    earlier: { type: "string", default: "20000" },
    decisions: { type: "string", default: "8000" },
    together: { type: "string", default: "32" },
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
/** Enough for the compiler; the fewer, the less memory the heap takes that is never collected. */
const earlierForBytes = 2000;
const decisionsForBytes = 2000;
/** Nothing is collected: the heap grows by all that is allocated. */
const uncollected = ["BUN_JSC_useGC=0"];

interface Row extends Cost {
  stage: StageName;
  /** The middle half of the batches, µs. */
  from: number;
  to: number;
  budget: Cost;
}

const wanted = workloads.filter((one) => !values.workload || one === values.workload);
if (wanted.length === 0) throw new Error(`--workload is one of ${workloads.join(", ")}`);
const results: Partial<Record<Workload, Row[]>> = {};
for (const workload of wanted) results[workload] = await measured(workload);
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
else for (const workload of wanted) process.stdout.write(table(workload, results[workload]!));
const over = Object.values(results).flat().filter(isOver);
if (values.check && over.length > 0) process.exitCode = 1;

async function measured(workload: Workload): Promise<Row[]> {
  process.stderr.write(`Measuring the ${workload} …\n`);
  const sizes = {
    earlier: Number(values.earlier),
    decisions: Number(values.decisions),
    together: Number(values.together),
  };
  const times = await run({ workload, ...sizes });
  const few = { earlier: earlierForBytes, decisions: decisionsForBytes };
  const heap = await run({ workload, ...sizes, ...few }, uncollected);
  return stageNames.map((stage) => {
    const us = quartiles(times[stage].us);
    return {
      stage,
      us: us[1],
      ...{ from: us[0], to: us[2] },
      bytes: mean(heap[stage].bytes),
      budget: budget[stage][workload],
    };
  });
}

async function run(measurement: Measurement, variables: string[] = []): Promise<Samples> {
  const script = join(root, "scripts/bench-stages/measure.ts");
  const command = ["env", ...variables, process.execPath, script, JSON.stringify(measurement)];
  return Bun.$`${command}`.json();
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

function table(workload: Workload, rows: Row[]): string {
  const line = (stage: string, cells: string[], mark = "") =>
    `${stage.padEnd(14)}${cells.map((cell) => cell.padStart(14)).join("")}  ${mark}`.trimEnd();
  const lines = rows.map((row) =>
    line(
      row.stage,
      [
        row.us.toFixed(1),
        `${row.from.toFixed(1)}–${row.to.toFixed(1)}`,
        row.budget.us.toFixed(0),
        row.bytes.toFixed(0),
        row.budget.bytes.toFixed(0),
      ],
      isOver(row) ? "over" : "",
    ),
  );
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  const sums = [
    sum(({ us }) => us).toFixed(1),
    "",
    sum(({ budget }) => budget.us).toFixed(0),
    sum(({ bytes }) => bytes).toFixed(0),
    sum(({ budget }) => budget.bytes).toFixed(0),
  ];
  const head = line(workload, ["µs", "middle half", "budget", "bytes", "budget"]);
  return `${[head, ...lines, line("all", sums)].join("\n")}\n\n`;
}
