/**
 * `bun scripts/bench-swaps.ts`: the effect of model swaps on latency, and whether all decisions can be
 * verified afterwards; with `--shadow`, the cost of a shadow model.
 *
 *     bun scripts/bench-swaps.ts [--swaps 200] [--seconds 60] [--rate 1000]
 *     bun scripts/bench-swaps.ts --shadow [--seconds 5] [--rounds 3] [--connections 64]
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { writeRecalibrated } from "./bench/recalibrated.ts";
import { startServer } from "./bench/start-server.ts";
import { swap, verifyAll } from "./bench/swaps.ts";

const root = resolve(import.meta.dir, "..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    shadow: { type: "boolean", default: false },
    swaps: { type: "string", default: "200" },
    seconds: { type: "string" },
    rate: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
  },
});
if (!existsSync(executable)) throw new Error("there is no dist/booking-risk; run: npm run build");
const folder = mkdtempSync(join(tmpdir(), "booking-risk-swaps-"));
const data = join(folder, "data");
const models = await installed();
const { projectId } = await command("project", "create", "swaps");
const { key } = await command("key", "create", "--project", projectId!, "--kind", "secret");
const service = await startServer([executable, "serve", "--port", "0", "--data", data]);
try {
  const url = new URL("/v1/risk", service.url).href;
  const headers = { "Content-Type": "application/json", "X-Service-Key": key! };
  const send = (rest: Omit<Load, "url" | "headers">) => load({ url, headers, ...rest });
  log("Warming up …");
  await send({ seconds: 3, connections: 16, rate: 1000 });
  if (values.shadow) await measureShadow(send);
  else await measureSwaps(send);
} finally {
  service.process.kill();
  await service.process.exited;
  rmSync(folder, { recursive: true });
}

type Send = (rest: Omit<Load, "url" | "headers">) => Promise<LoadResult>;

async function measureSwaps(send: Send): Promise<void> {
  const seconds = Number(values.seconds ?? 60);
  const asked = { seconds, connections: 64, rate: Number(values.rate) };
  log(`${seconds} s at ${asked.rate} requests a second, without swaps …`);
  const still = await send(asked);
  log(`${values.swaps} swaps in ${seconds} s …`);
  const count = Number(values.swaps);
  const everyMs = (seconds * 1000) / count;
  const [swapped] = await Promise.all([send(asked), swap(data, models, count, everyMs)]);
  log("Verifying every decision …");
  const verified = await verifyAll(data);
  write({ still, swapped, verified });
}

async function measureShadow(send: Send): Promise<void> {
  const asked = {
    seconds: Number(values.seconds ?? 5),
    connections: Number(values.connections),
  };
  const rounds: { off: number; on: number; ratio: number }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    log(`Round ${round + 1} of ${values.rounds} …`);
    const off = (await send(asked)).perSecond;
    await command("model", "shadow", models[1]!);
    await Bun.sleep(500);
    const on = (await send(asked)).perSecond;
    await command("model", "shadow", models[1]!, "--off");
    await Bun.sleep(500);
    rounds.push({ off, on, ratio: on / off });
  }
  const report = await command("model", "shadow", models[1]!, "--report");
  write({ rounds, shadowed: report.decisions });
}

/** The names of the installed models, beginning with the default model. */
async function installed(): Promise<string[]> {
  const made = [
    writeRecalibrated(join(folder, "higher"), "1.0.0", 0.5),
    writeRecalibrated(join(folder, "lower"), "2.0.0", -0.7),
    join(root, "test/fixtures/models/toolkits/lightgbm"),
  ];
  for (const bundle of made) await command("model", "install", bundle);
  const listed = (await command("model", "list")) as unknown as Record<string, string>[];
  return listed.map(({ name, version }) => `${name}@${version}`);
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${executable} ${args} --data ${data} --json`.json();
}

async function load(wanted: Load): Promise<LoadResult> {
  const script = join(root, "scripts/bench/load.ts");
  return Bun.$`${process.execPath} ${script} ${JSON.stringify(wanted)}`.json();
}

function write(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
