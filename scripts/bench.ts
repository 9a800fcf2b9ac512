/**
 * `bun run bench`: the throughput of the executable, compared with a bare `Bun.serve` JSON echo in the
 * same run. Nothing is disabled: each decision is on disk before its response.
 *
 *     bun run bench [--seconds 5] [--rounds 3] [--connections 64] [--rate 4000] [--json]
 *
 * The machine's speed varies, so the two are measured alternately and the ratio is taken per pair.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { startServer } from "./bench/start-server.ts";

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
const log = (line: string) => process.stderr.write(`${line}\n`);

if (!existsSync(executable)) {
  log("Building the executable …");
  await Bun.$`${process.execPath} ${join(root, "scripts/build.ts")}`.cwd(root);
}
const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-"));
const echo = await startServer([process.execPath, join(root, "scripts/bench/echo.ts")]);
const service = await startServer([executable, "serve", "--port", "0", "--data", folder]);
try {
  const key = await secretKey();
  const echoLoad = { url: echo.url, headers: { "Content-Type": "application/json" } };
  const riskLoad = {
    url: new URL("/v1/risk", service.url).href,
    headers: { "Content-Type": "application/json", "X-Service-Key": key },
  };
  log("Warming up …");
  await load({ ...echoLoad, seconds: 2, connections });
  await load({ ...riskLoad, seconds: 2, connections });
  const pairs: { echo: LoadResult; risk: LoadResult }[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    log(`Round ${round} of ${values.rounds} …`);
    const echoed = await load({ ...echoLoad, seconds, connections });
    pairs.push({ echo: echoed, risk: await load({ ...riskLoad, seconds, connections }) });
  }
  log(`Open loop at ${values.rate} requests a second …`);
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
      otherStatuses(risk),
    ].join("  "),
  );
  const atRate = (name: string, { latencyMs: ms, unanswered, ...rest }: LoadResult) =>
    `${name.padEnd(15)}p50 ${ms.p50} ms  p90 ${ms.p90}  p99 ${ms.p99}  p99.9 ${ms.p999}  ` +
    `max ${ms.max}  unanswered ${unanswered}${otherStatuses(rest)}`;
  const lines = [
    `Closed loop, ${connections} connections, ${seconds} s each:`,
    ...rows,
    `median ratio ${result.ratio.toFixed(2)}`,
    "",
    `Open loop at ${values.rate} requests a second, latency from the time a request was due:`,
    atRate("POST /v1/risk", riskAtRate),
    atRate("echo", echoAtRate),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function otherStatuses({ statuses }: Pick<LoadResult, "statuses">): string {
  const others = Object.entries(statuses).filter(([status]) => status !== "200");
  return others.map(([status, count]) => `  ${count} responses with ${status}!`).join("");
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

async function secretKey(): Promise<string> {
  const { projectId } = await command("project", "create", "bench");
  const created = await command("key", "create", "--project", projectId!, "--kind", "secret");
  return created.key!;
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${executable} ${args} --data ${folder} --json`.json();
}

async function load(wanted: Load): Promise<LoadResult> {
  const script = join(root, "scripts/bench/load.ts");
  return Bun.$`${process.execPath} ${script} ${JSON.stringify(wanted)}`.json();
}
