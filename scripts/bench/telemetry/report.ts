/** The results of the scenario as lines of text. */
import type { LoadResult } from "../load.ts";
import { median } from "../median.ts";
import type { Latency } from "../percentiles.ts";
import type { ThreadCpu } from "../thread-cpu.ts";
import type { TelemetryResult } from "./load.ts";
import { type Kind, mix } from "./traffic.ts";
import type { OnDisk } from "./verify-on-disk.ts";

/** Scoring, and the service's CPU time over the same seconds. */
export interface Phase {
  /** Null with `--kill`. */
  risk: LoadResult | null;
  cpu: ThreadCpu;
}

export interface Round {
  /** Null with `--kill`. */
  alone: Phase | null;
  beside: Phase;
  telemetry: TelemetryResult;
  /** Resident at its end; NaN where the system does not tell. */
  memoryMiB: number;
  disk: OnDisk;
}

export interface Result {
  rounds: Round[];
  /** Null where the system does not tell. */
  peakMiB: { before: number | null; after: number | null };
  /** Of the data folder at the end. */
  folderBytes: number;
}

/** Threads that used less than this of a batch are left out, µs. */
const shownFromUs = 0.5;

export function reportLines({ rounds, peakMiB, folderBytes }: Result): string[] {
  return [
    ...rounds.flatMap((round, n) => [
      `round ${n + 1}`,
      ...roundLines(round).map((it) => `  ${it}`),
    ]),
    `memory      peak ${peakMiB.after} MiB (before telemetry ${peakMiB.before} MiB)`,
    `data        ${Math.round(folderBytes / 2 ** 20)} MiB`,
    ...(rounds.every(({ alone }) => alone) ? ratioLines(rounds) : []),
  ];
}

function roundLines({ telemetry, disk, alone, beside, memoryMiB }: Round): string[] {
  const answers = (Object.keys(mix) as Kind[]).map((kind) => {
    const counts = Object.entries(telemetry.answers[kind]).map((one) => one.join(": "));
    return `${kind.padEnd(16)}${counts.join("  ")}`;
  });
  return [
    `${telemetry.sent} batches, by response:`,
    ...answers.map((line) => `  ${line}`),
    `accepted    ${ms(telemetry.takenMs)}`,
    `refused     ${ms(telemetry.refusedMs)}`,
    `on disk     ${disk.acknowledged} acknowledged of ${disk.collections} collections: ` +
      `${disk.lost} lost, ${disk.beyondLimit} beyond a collection's limit, ` +
      `${disk.miscounted} collections miscounted`,
    ...(alone ? scoringLines("alone", alone) : []),
    ...scoringLines("beside", beside),
    `memory      ${memoryMiB} MiB`,
    ...(alone ? [`processor   ${batchCpu(alone.cpu, beside.cpu, telemetry.sent)}`] : []),
  ];
}

const ms = ({ p50, p90, p99, max }: Latency) => `p50 ${p50}  p90 ${p90}  p99 ${p99}  max ${max} ms`;

function scoringLines(name: string, { risk, cpu }: Phase): string[] {
  const seconds = [...cpu.values()].reduce((sum, ns) => sum + ns, 0) / 1e9;
  const used = `processor ${seconds.toFixed(1)} s`;
  if (!risk) return [`since the restart: ${used}`];
  const { latencyMs, unanswered } = risk;
  return [`scoring ${name.padEnd(8)}${ms(latencyMs)}  unanswered ${unanswered}  ${used}`];
}

/** What the service used during telemetry beyond what it used alone, µs a batch by thread. */
function batchCpu(alone: ThreadCpu, beside: ThreadCpu, batches: number): string {
  const us = [...beside].map(([name, ns]) => {
    const more = ns - (alone.get(name) ?? 0);
    return { name, us: more / 1000 / batches };
  });
  const sum = us.reduce((total, one) => total + one.us, 0);
  const shown = us.filter((one) => Math.abs(one.us) >= shownFromUs).sort((a, b) => b.us - a.us);
  const parts = shown.map((one) => `${one.name} ${one.us.toFixed(1)}`);
  return `${sum.toFixed(1)} µs a batch: ${parts.join(", ")}`;
}

/** Medians over the rounds. */
function ratioLines(rounds: readonly Round[]): string[] {
  return (["p50", "p99"] as const).map((name) => {
    const alone = median(rounds.map((round) => round.alone!.risk!.latencyMs[name])).toFixed(2);
    const beside = median(rounds.map((round) => round.beside.risk!.latencyMs[name])).toFixed(2);
    const ratio = (Number(beside) / Number(alone)).toFixed(2);
    return `scoring ${name}, from due to response: alone ${alone} ms, beside ${beside} ms, ratio ${ratio}`;
  });
}
