/**
 * `npm run bench:telemetry`: how the executable handles legitimate and hostile telemetry at a fixed rate
 * (open loop), the latency of scoring with and without it in the same run, and whether every batch that
 * was acknowledged with 204 is on disk afterwards.
 *
 *     npm run bench:telemetry -- [--rate 5000] [--collections 10000] [--seconds 20]
 *       [--risk-rate 100] [--connections 256] [--kill] [--executable FILE] [--json]
 *
 * `--kill` kills the service halfway and restarts it; scoring is then not measured. Client IP addresses
 * are sent in X-Forwarded-For, as by a trusted proxy.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { newKey } from "../src/projects/key-format.ts";
import type { Load, LoadResult } from "./bench/load.ts";
import type { TelemetryLoad, TelemetryResult } from "./bench-telemetry/load.ts";
import { startServiceUnderTest } from "./bench-telemetry/service-under-test.ts";
import { type OnDisk, verifyOnDisk } from "./bench-telemetry/verify-on-disk.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "5000" },
    collections: { type: "string", default: "10000" },
    seconds: { type: "string", default: "20" },
    "risk-rate": { type: "string", default: "100" },
    connections: { type: "string", default: "256" },
    kill: { type: "boolean", default: false },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
const { executable } = values;
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const log = (line: string) => process.stderr.write(`${line}\n`);

interface Result {
  telemetry: TelemetryResult;
  disk: OnDisk;
  risk: { alone: LoadResult; beside: LoadResult } | null;
  peakMiB: { before: number; after: number };
  /** CPU time of the service while it received telemetry, s; with `--kill`, since the restart. */
  cpuS: number;
}

if (!existsSync(executable)) throw new Error(`${executable} does not exist; run: npm run build`);
const folder = mkdtempSync(join(tmpdir(), "booking-risk-telemetry-"));
const flags = ["--data", folder, "--trusted-proxy", "127.0.0.1"];
const service = await startServiceUnderTest(executable, [
  ...[...flags, "--telemetry-rate-limit", String(rate * 2)],
]);
try {
  report(await measure());
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<Result> {
  const { projectId } = await command("project", "create", "bench");
  const keyOf = async (kind: string) =>
    (await command("key", "create", "--project", projectId!, "--kind", kind)).key!;
  const riskKey = await keyOf("secret");
  const risk: Load = {
    url: new URL("/v1/risk", service.url).href,
    headers: { "Content-Type": "application/json", "X-Service-Key": riskKey },
    seconds,
    connections: 32,
    rate: Number(values["risk-rate"]),
  };
  const telemetry: TelemetryLoad = {
    url: new URL("/sdk/batch", service.url).href,
    keys: { key: await keyOf("publishable"), unknown: newKey("publishable") },
    rate,
    seconds,
    connections: Number(values.connections),
    collections: Number(values.collections),
    acknowledgedFile: join(folder, "acknowledged"),
  };
  log("Warming up …");
  await run<LoadResult>("bench/load.ts", { ...risk, seconds: 3 });
  log(`Scoring ${risk.rate} requests a second without telemetry, ${seconds} s …`);
  const alone = values.kill ? null : await run<LoadResult>("bench/load.ts", risk);
  const before = service.peakMiB();
  const cpuBefore = service.cpuS();
  log(`Telemetry, ${rate} batches a second of ${values.collections} collections …`);
  const sending = run<TelemetryResult>("bench-telemetry/load.ts", telemetry);
  const beside = values.kill ? null : await run<LoadResult>("bench/load.ts", risk);
  if (values.kill) {
    await Bun.sleep((seconds * 1000) / 2);
    log("Killing and restarting the service …");
    await service.killAndRestart();
  }
  const sent = await sending;
  const cpuS = service.cpuS() - (values.kill ? 0 : cpuBefore);
  log("Verifying the acknowledged batches …");
  return {
    telemetry: sent,
    disk: await verifyOnDisk(folder, projectId!, telemetry.acknowledgedFile),
    risk: alone && beside && { alone, beside },
    peakMiB: { before, after: service.peakMiB() },
    cpuS,
  };
}

function report(result: Result): void {
  const { telemetry, disk, risk, peakMiB, cpuS } = result;
  process.exitCode = disk.lost + disk.miscounted > 0 ? 1 : 0;
  if (values.json) {
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const answers = Object.entries(telemetry.answers).map(([kind, statuses]) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    return `  ${kind.padEnd(16)}${counts.join("  ")}`;
  });
  const ms = ({ p50, p90, p99, max }: LoadResult["latencyMs"] | TelemetryResult["takenMs"]) =>
    `p50 ${p50}  p90 ${p90}  p99 ${p99}  max ${max} ms`;
  const lines = [
    `${telemetry.sent} batches, ${rate} a second, ${values.collections} collections, by response:`,
    ...answers,
    `accepted    ${ms(telemetry.takenMs)}`,
    `refused     ${ms(telemetry.refusedMs)}`,
    `on disk     ${disk.acknowledged} acknowledged of ${disk.collections} collections: ` +
      `${disk.lost} lost, ${disk.beyondLimit} beyond a collection's limit, ` +
      `${disk.miscounted} collections miscounted`,
    `memory      peak ${peakMiB.after} MiB (before telemetry ${peakMiB.before} MiB)`,
    `processor   ${cpuS.toFixed(1)} s${values.kill ? " since the restart" : ""}`,
    ...(risk
      ? [
          `scoring ${values["risk-rate"]} requests a second, from due to response:`,
          `  without telemetry ${ms(risk.alone.latencyMs)}  unanswered ${risk.alone.unanswered}`,
          `  with telemetry    ${ms(risk.beside.latencyMs)}  unanswered ${risk.beside.unanswered}`,
        ]
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${executable} ${args} --data ${folder} --json`.json();
}

async function run<Result>(script: string, wanted: Load | TelemetryLoad): Promise<Result> {
  const file = join(root, "scripts", script);
  return Bun.$`${process.execPath} ${file} ${JSON.stringify(wanted)}`.json() as Promise<Result>;
}
