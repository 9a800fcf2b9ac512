/**
 * `npm run bench:soak`: an hour of scoring and telemetry on the executable, and what it does to memory,
 * latency and the size of the data.
 *
 *     npm run bench:soak -- [--minutes 60] [--rate 300] [--telemetry-rate 100] [--interval 10]
 *       [--executable FILE] [--json]
 *
 * The load is open loop: latency counts from the time a request was due. A line every `--interval` minutes.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { newKey } from "../src/projects/key-format.ts";
import type { Load, LoadResult } from "./bench/load.ts";
import { bytesIn } from "./bench/process-facts.ts";
import { startServer } from "./bench/start-server.ts";
import type { TelemetryLoad } from "./bench-telemetry/load.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "300" },
    "telemetry-rate": { type: "string", default: "100" },
    interval: { type: "string", default: "10" },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
const seconds = Number(values.interval) * 60;
const intervals = Math.ceil((Number(values.minutes) * 60) / seconds);

interface Interval {
  minutes: number;
  decisions: number;
  unanswered: number;
  p50: number;
  p99: number;
  max: number;
  /** Resident now, MiB. */
  memoryMiB: number;
  /** Of the data folder, telemetry included, for each decision so far. */
  bytesPerDecision: number;
}

const folder = mkdtempSync(join(tmpdir(), "booking-risk-soak-"));
const data = ["--data", join(folder, "data")];
const { process: service, url } = await startServer([
  ...[values.executable, "serve", "--port", "0", ...data],
  ...[
    "--trusted-proxy",
    "127.0.0.1",
    "--telemetry-project-quota",
    "0",
    "--telemetry-key-quota",
    "0",
  ],
]);
try {
  const loads = await prepare();
  const seen: Interval[] = [];
  let decisions = 0;
  for (let n = 1; n <= intervals; n++) {
    const [scored] = await Promise.all([
      inProcess<LoadResult>("bench/load.ts", loads.risk),
      inProcess("bench-telemetry/load.ts", loads.telemetry),
    ]);
    decisions += scored.statuses["200"] ?? 0;
    const one = intervalOf((n * seconds) / 60, scored, decisions);
    seen.push(one);
    if (!values.json) process.stdout.write(line(one));
  }
  if (values.json) process.stdout.write(`${JSON.stringify(seen, null, 2)}\n`);
} finally {
  service.kill("SIGTERM");
  await service.exited;
  rmSync(folder, { recursive: true });
}

async function prepare(): Promise<{ risk: Load; telemetry: TelemetryLoad }> {
  const { projectId } = await command("project", "create", "Soak");
  const keyOf = async (kind: string) =>
    (await command("key", "create", "--project", projectId!, "--kind", kind)).key!;
  const rate = Number(values["telemetry-rate"]);
  const risk: Load = {
    url: new URL("/v1/risk", url).href,
    headers: { "Content-Type": "application/json", "X-Service-Key": await keyOf("secret") },
    ...{ seconds, connections: 32, rate: Number(values.rate) },
  };
  const telemetry: TelemetryLoad = {
    url: new URL("/sdk/batch", url).href,
    keys: { key: await keyOf("publishable"), unknown: newKey("publishable") },
    ...{ rate, seconds, connections: 32, collections: rate * 20 },
    acknowledgedFile: join(folder, "acknowledged"),
  };
  return { risk, telemetry };
}

async function command(...words: string[]): Promise<Record<string, string>> {
  const run = await Bun.$`${values.executable} ${words} ${data} --json`.quiet();
  return run.json() as Promise<Record<string, string>>;
}

/** A load generator of its own, so that its memory and pauses are not the service's. */
async function inProcess<Result>(script: string, load: object): Promise<Result> {
  const path = join(root, "scripts", script);
  const child = Bun.spawn([process.execPath, path, JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(await child.stdout.text()) as Result;
}

function intervalOf(minutes: number, scored: LoadResult, decisions: number): Interval {
  const { p50, p99, max } = scored.latencyMs;
  const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
  return {
    ...{ minutes, decisions, p50, p99, max, unanswered: scored.unanswered },
    memoryMiB: Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024),
    bytesPerDecision: Math.round(bytesIn(join(folder, "data")) / decisions),
  };
}

function line({ minutes, memoryMiB, bytesPerDecision, ...one }: Interval): string {
  const { decisions, unanswered, p50, p99, max } = one;
  return (
    `${minutes} min: ${decisions} decisions, ${unanswered} unanswered, ` +
    `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms, ${memoryMiB} MiB, ${bytesPerDecision} B a decision\n`
  );
}
