/**
 * `npm run bench:overload`: the executable past its capacity, and beside what hostile connections do.
 *
 *     npm run bench:overload -- [--seconds 60] [--connections 1500] [--only overload,projects,unfinished,idle]
 *       [--executable FILE] [--json]
 *
 * Capacity is that of 64 connections in a closed loop. Then bookings arrive at 1.5 and 3 times of it
 * (open loop): how many are scored and refused, how long that takes from when they are sent, and after how
 * many seconds a tenth of the capacity is answered as before. Two projects: one sends 10 times its share,
 * which is half of the capacity, the other half of its own; its latency counts from when its bookings are
 * due. And bookings beside 4,200 unfinished requests without a key, and beside 10,000 idle connections,
 * which another process holds. Addresses are sent in X-Forwarded-For, as by a proxy.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { bookingsBeside } from "./bench-overload/bookings-beside.ts";
import { startServiceUnderTest } from "./bench-telemetry/service-under-test.ts";

const root = resolve(import.meta.dir, "..");
const parts = ["overload", "projects", "unfinished", "idle"] as const;
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    connections: { type: "string", default: "1500" },
    only: { type: "string", default: parts.join(",") },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const log = (line: string) => process.stderr.write(`${line}\n`);
const results: Record<string, unknown> = {};

if (!existsSync(values.executable)) throw new Error("run first: npm run build");
const folder = mkdtempSync(join(tmpdir(), "booking-risk-overload-"));
const flags = ["--data", folder, "--trusted-proxy", "127.0.0.1"];
const service = await startServiceUnderTest(values.executable, flags);
try {
  await measure(values.only.split(","));
  if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

async function measure(wanted: readonly string[]): Promise<void> {
  const [a, b] = [await newKey("a"), await newKey("b")];
  log("Measuring the capacity …");
  await run(load(a, 1, { seconds: 3, connections: 64 }));
  const { perSecond, scoredMs } = await run(load(a, 1, { seconds: 5, connections: 64 }));
  report("capacity", { perSecond, scoredMs });
  if (wanted.includes("overload")) await overload(a, perSecond);
  if (wanted.includes("projects")) await projects(a, b, perSecond);
  if (wanted.includes("unfinished")) {
    const head = "POST /v1/risk HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n{";
    await beside("4,200 unfinished requests", a, { count: 4200, text: head });
  }
  if (wanted.includes("idle")) {
    await beside("10,000 idle connections", a, { count: 10_000, text: "" });
  }
}

async function overload(key: string, capacity: number): Promise<void> {
  const light = { rate: capacity / 10, connections: 64, seconds: 3 };
  const { scoredMs } = await run(load(key, 1, light));
  report("a tenth of the capacity", { scoredMs });
  for (const factor of [1.5, 3]) {
    log(`Measuring at ${factor} times the capacity …`);
    const during = await run(load(key, 1, { rate: capacity * factor, connections, seconds }));
    const secondsToRecover = await recovery(key, capacity / 10, scoredMs.p99);
    report(`${factor} times the capacity, ${seconds} s`, { ...facts(during), secondsToRecover });
  }
}

/** Seconds until one in which bookings are answered as before, all with 200; that one is counted. */
async function recovery(key: string, rate: number, p99Before: number): Promise<number | null> {
  for (let second = 1; second <= 30; second++) {
    const after = await run(load(key, 1, { rate, connections: 64, seconds: 1 }));
    const isScored = facts(after).refused === 0 && after.unanswered === 0;
    if (isScored && after.scoredMs.p99 <= Math.max(50, p99Before * 3)) return second;
  }
  return null;
}

/** Half of a share is a quarter of the capacity; ten shares are five times of it. */
async function projects(a: string, b: string, capacity: number): Promise<void> {
  log("Measuring two projects …");
  const quarter = { rate: capacity / 4, connections: 256, seconds };
  const alone = await run(load(b, 2, quarter));
  const [flood, other] = await Promise.all([
    run(load(a, 1, { rate: capacity * 5, connections, seconds: seconds + 2 })),
    Bun.sleep(1000).then(() => run(load(b, 2, quarter))),
  ]);
  report("a project at 10 times its share", facts(flood));
  report("another project, alone", sinceDue(alone));
  const timesAlone = Number((other.scoredMs.p99 / alone.scoredMs.p99).toFixed(2));
  report("another project, beside it", { ...sinceDue(other), timesAlone });
}

async function beside(
  name: string,
  key: string,
  held: { count: number; text: string },
): Promise<void> {
  log(`Measuring beside ${name} …`);
  const url = new URL("/v1/risk", service.url);
  await bookingsBeside(url, key); // The first of them open connections, and fill caches.
  const without = await bookingsBeside(url, key);
  const script = join(root, "scripts/bench-overload/hold-connections.ts");
  const command = [process.execPath, script, JSON.stringify({ url: url.href, ...held })];
  const holder = Bun.spawn(command, { stdout: "pipe" });
  await holder.stdout.getReader().read(); // It says when all are open.
  const beside = await bookingsBeside(url, key);
  holder.kill();
  await holder.exited;
  report(`bookings without ${name}`, without);
  const timesWithout = Number((beside.p99 / without.p99).toFixed(2));
  report(`bookings beside ${name}`, { ...beside, timesWithout });
}

/** Latencies from when a booking was sent: of those that were scored, and of those that were refused. */
function facts({ statuses, unanswered, sent, ...more }: LoadResult) {
  const scored = statuses["200"] ?? 0;
  const refused = statuses["503"] ?? 0;
  const { scoredSinceSentMs: scoredMs, refusedSinceSentMs: refusedMs } = more;
  return { sent, scored, refused, unanswered, scoredMs, refusedMs };
}

function sinceDue(result: LoadResult) {
  const { sent, scored, refused, unanswered } = facts(result);
  return { sent, scored, refused, unanswered, scoredMs: result.scoredMs };
}

/** Prints as it is measured: a run takes some minutes. */
function report(name: string, measured: Record<string, unknown>): void {
  results[name] = measured;
  if (values.json) return;
  const text = Object.entries(measured).map(([fact, value]) => {
    if (typeof value !== "object" || value === null) return `${fact} ${value}`;
    const { p50, p99, max } = value as LoadResult["scoredMs"];
    return `${fact} p50 ${p50}, p99 ${p99}, max ${max}`;
  });
  process.stdout.write(`${name}: ${text.join("; ")}\n`);
}

function load(key: string, tenant: number, more: Omit<Load, "url" | "headers">): Load {
  const headers = {
    ...{ "Content-Type": "application/json", "X-Service-Key": key },
    "X-Forwarded-For": `192.0.2.${tenant}`,
  };
  return { url: new URL("/v1/risk", service.url).href, headers, ...more };
}

function run(wanted: Load): Promise<LoadResult> {
  const script = join(root, "scripts/bench/load.ts");
  return Bun.$`${process.execPath} ${script} ${JSON.stringify(wanted)}`.json();
}

async function newKey(name: string): Promise<string> {
  const { projectId } = await command("project", "create", name);
  const { key } = await command("key", "create", "--project", projectId!, "--kind", "secret");
  return key!;
}

async function command(...args: string[]): Promise<Record<string, string>> {
  return Bun.$`${values.executable} ${args} --data ${folder} --json`.json();
}
