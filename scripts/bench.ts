/**
 * `bun run bench`: how fast the executable decides, beside a bare `Bun.serve` JSON echo in the same
 * run. Everything is on: each decision is on disk before its answer.
 *
 *     bun run bench [--seconds 5] [--rounds 3] [--connections 64] [--rate 4000] [--json]
 *
 * The machine's speed drifts, so the two are measured in turn and the ratio is of each pair.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";

const root = resolve(import.meta.dir, "..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    rate: { type: "string", default: "4000" },
    json: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const say = (line: string) => process.stderr.write(`${line}\n`);

if (!existsSync(executable)) {
  say("Building the executable …");
  await Bun.$`${process.execPath} ${join(root, "scripts/build.ts")}`.cwd(root);
}
const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-"));
const echo = await start([process.execPath, join(root, "scripts/bench/echo.ts")]);
const service = await start([executable, "serve", "--port", "0", "--data", folder]);
try {
  const key = await secretKey();
  const echoLoad = { url: echo.url, headers: { "Content-Type": "application/json" } };
  const riskLoad = {
    url: new URL("/v1/risk", service.url).href,
    headers: { "Content-Type": "application/json", "X-Service-Key": key },
  };
  say("Warming up …");
  await load({ ...echoLoad, seconds: 2, connections });
  await load({ ...riskLoad, seconds: 2, connections });
  const pairs: { echo: LoadResult; risk: LoadResult }[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    say(`Round ${round} of ${values.rounds} …`);
    const echoed = await load({ ...echoLoad, seconds, connections });
    pairs.push({ echo: echoed, risk: await load({ ...riskLoad, seconds, connections }) });
  }
  say(`Open loop at ${values.rate} a second …`);
  const openLoop = { seconds, connections: 256, rate: Number(values.rate) };
  report(pairs, await load({ ...riskLoad, ...openLoop }), await load({ ...echoLoad, ...openLoop }));
} finally {
  service.process.kill();
  echo.process.kill();
  await Promise.all([service.process.exited, echo.process.exited]);
  rmSync(folder, { recursive: true });
}

function report(
  pairs: { echo: LoadResult; risk: LoadResult }[],
  riskAtRate: LoadResult,
  echoAtRate: LoadResult,
): void {
  const ratios = pairs.map(({ echo, risk }) => risk.perSecond / echo.perSecond);
  const result = { ratio: median(ratios), pairs, riskAtRate, echoAtRate };
  if (values.json) {
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const rows = pairs.map(({ echo, risk }, i) =>
    [
      `round ${i + 1}`.padEnd(10),
      `POST /v1/risk ${risk.perSecond}/s`.padEnd(26),
      `echo ${echo.perSecond}/s`.padEnd(16),
      `ratio ${ratios[i]!.toFixed(2)}`,
      faults(risk),
    ].join("  "),
  );
  const atRate = (name: string, { latencyMs: ms, unanswered, ...rest }: LoadResult) =>
    `${name.padEnd(15)}p50 ${ms.p50} ms  p90 ${ms.p90}  p99 ${ms.p99}  p99.9 ${ms.p999}  ` +
    `max ${ms.max}  unanswered ${unanswered}${faults(rest)}`;
  const lines = [
    `Closed loop, ${connections} connections, ${seconds} s each:`,
    ...rows,
    `median ratio ${result.ratio.toFixed(2)}`,
    "",
    `Open loop at ${values.rate} a second, latency from when a request was due:`,
    atRate("POST /v1/risk", riskAtRate),
    atRate("echo", echoAtRate),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function faults({ statuses }: Pick<LoadResult, "statuses">): string {
  const others = Object.entries(statuses).filter(([status]) => status !== "200");
  return others.map(([status, count]) => `  ${count} answers ${status}!`).join("");
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

/** Starts a server that prints a JSON line with its address. */
async function start(command: string[]) {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command[0]} ended before it served`);
    text += new TextDecoder().decode(value);
  }
  void drain(reader);
  const { url } = JSON.parse(text.split("\n")[0]!) as { url: string };
  return { process: child, url };
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}

async function secretKey(): Promise<string> {
  const { projectId } = await command("project", "create", "bench");
  const made = await command("key", "create", "--project", projectId!, "--kind", "secret");
  return made.key!;
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${executable} ${args} --data ${folder} --json`.json();
}

async function load(wanted: Load): Promise<LoadResult> {
  const script = join(root, "scripts/bench/load.ts");
  return Bun.$`${process.execPath} ${script} ${JSON.stringify(wanted)}`.json();
}
