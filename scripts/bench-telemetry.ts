/**
 * `npm run bench:telemetry`: how the executable handles legitimate and hostile telemetry at a fixed rate
 * (open loop), the latency of scoring with and without it, alternating in one run, the CPU time of a batch
 * by thread, and whether every batch that was acknowledged with 204 is on disk afterwards.
 *
 *     npm run bench:telemetry -- [--rate 5000] [--collections 10000] [--seconds 10] [--rounds 3]
 *       [--risk-rate 500] [--connections 256] [--kill] [--executable FILE] [--json]
 *
 * A round is `--seconds` of scoring alone, and as long beside telemetry. `--kill` kills the service halfway
 * through its only round and restarts it; scoring is then not measured. Client IP addresses are sent in
 * X-Forwarded-For, as by a trusted proxy.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { newKey } from "../src/projects/key-format.ts";
import type { Load, LoadResult } from "./bench/load.ts";
import { between } from "./bench/thread-cpu.ts";
import type { TelemetryLoad, TelemetryResult } from "./bench-telemetry/load.ts";
import { type Phase, type Result, type Round, reportLines } from "./bench-telemetry/report.ts";
import { startServiceUnderTest } from "./bench-telemetry/service-under-test.ts";
import { verifyOnDisk } from "./bench-telemetry/verify-on-disk.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "5000" },
    collections: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    "risk-rate": { type: "string", default: "500" },
    connections: { type: "string", default: "256" },
    kill: { type: "boolean", default: false },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
const { executable } = values;
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const roundCount = values.kill ? 1 : Number(values.rounds);
const log = (line: string) => process.stderr.write(`${line}\n`);

if (!existsSync(executable)) throw new Error(`${executable} does not exist; run: npm run build`);
const folder = mkdtempSync(join(tmpdir(), "booking-risk-telemetry-"));
const flags = ["--data", folder, "--trusted-proxy", "127.0.0.1"];
const service = await startServiceUnderTest(executable, [
  ...[...flags, "--telemetry-rate-limit", String(rate * 2)],
  ...["--telemetry-key-quota", "0", "--telemetry-project-quota", "0"],
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
  const risk: Load = {
    url: new URL("/v1/risk", service.url).href,
    headers: { "Content-Type": "application/json", "X-Service-Key": await keyOf("secret") },
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
  if (!values.kill)
    await run<TelemetryResult>("bench-telemetry/load.ts", { ...telemetry, seconds: 3 });
  const before = service.peakMiB();
  const rounds: Round[] = [];
  for (let n = 1; n <= roundCount; n++) {
    log(`Round ${n} of ${roundCount}: ${rate} batches a second, ${seconds} s …`);
    const measured = await (values.kill ? killed(telemetry) : scored(risk, telemetry));
    log("Verifying the acknowledged batches …");
    const disk = await verifyOnDisk(folder, projectId!, telemetry.acknowledgedFile);
    rounds.push({ ...measured, disk });
  }
  return { rounds, peakMiB: { before, after: service.peakMiB() } };
}

type Measured = Omit<Round, "disk">;

/** One round: scoring alone, and beside telemetry. */
async function scored(risk: Load, telemetry: TelemetryLoad): Promise<Measured> {
  const phase = async (): Promise<Phase> => {
    const before = service.threadCpu();
    const result = await run<LoadResult>("bench/load.ts", risk);
    return { risk: result, cpu: between(before, service.threadCpu()) };
  };
  const alone = await phase();
  const sending = run<TelemetryResult>("bench-telemetry/load.ts", telemetry);
  const beside = await phase();
  return { alone, beside, telemetry: await sending };
}

/** The round with `--kill`; the CPU time is since the restart. */
async function killed(telemetry: TelemetryLoad): Promise<Measured> {
  const sending = run<TelemetryResult>("bench-telemetry/load.ts", telemetry);
  await Bun.sleep((seconds * 1000) / 2);
  log("Killing and restarting the service …");
  await service.killAndRestart();
  const sent = await sending;
  const beside = { risk: null, cpu: service.threadCpu() };
  return { alone: null, beside, telemetry: sent };
}

function report(result: Result): void {
  const { rounds } = result;
  process.exitCode = rounds.some(({ disk }) => disk.lost + disk.miscounted > 0) ? 1 : 0;
  if (values.json) {
    const byThread = (_: string, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value;
    process.stdout.write(`${JSON.stringify(result, byThread, 2)}\n`);
  } else process.stdout.write(`${reportLines(result).join("\n")}\n`);
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${executable} ${args} --data ${folder} --json`.json();
}

async function run<Result>(script: string, wanted: Load | TelemetryLoad): Promise<Result> {
  const file = join(root, "scripts", script);
  return Bun.$`${process.execPath} ${file} ${JSON.stringify(wanted)}`.json() as Promise<Result>;
}
