/**
 * `bun scripts/bench-swaps.ts`: what swapping models costs those who wait for an answer, and whether
 * every decision holds afterwards; and what a model in the shadow costs.
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
const service = Bun.spawn([executable, "serve", "--port", "0", "--data", data], {
  stdout: "pipe",
});
try {
  const url = `${await address(service.stdout)}v1/risk`;
  const headers = { "Content-Type": "application/json", "X-Service-Key": key! };
  const send = (rest: Omit<Load, "url" | "headers">) => load({ url, headers, ...rest });
  say("Warming up …");
  await send({ seconds: 3, connections: 16, rate: 1000 });
  if (values.shadow) await measureShadow(send);
  else await measureSwaps(send);
} finally {
  service.kill();
  await service.exited;
  rmSync(folder, { recursive: true });
}

type Send = (rest: Omit<Load, "url" | "headers">) => Promise<LoadResult>;

async function measureSwaps(send: Send): Promise<void> {
  const seconds = Number(values.seconds ?? 60);
  const asked = { seconds, connections: 64, rate: Number(values.rate) };
  say(`${seconds} s at ${asked.rate} a second, without swaps …`);
  const still = await send(asked);
  say(`${values.swaps} swaps in ${seconds} s …`);
  const count = Number(values.swaps);
  const everyMs = (seconds * 1000) / count;
  const [swapped] = await Promise.all([send(asked), swap(data, models, count, everyMs)]);
  say("Scoring every decision again …");
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
    say(`Round ${round + 1} of ${values.rounds} …`);
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

/** The default model first. */
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

/** From the line `serving`; the rest of the log is read and left. */
async function address(log: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const decoder = new TextDecoder();
  let text = "";
  void (async () => {
    for await (const chunk of log) {
      text += decoder.decode(chunk, { stream: true });
      const url = /"event":"serving".*"url":"([^"]+)"/.exec(text)?.[1];
      if (url) resolve(url);
    }
  })();
  return promise;
}

function write(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
