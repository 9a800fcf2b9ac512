/**
 * `npm run bench:overload`: the executable past its capacity, and beside what hostile connections do.
 *
 *     npm run bench:overload -- [--seconds 10] [--connections 1500] [--only overload,tenants,unfinished,idle]
 *       [--executable FILE] [--json]
 *
 * Capacity is that of 64 connections in a closed loop. Then bookings arrive at 1.5 and 3 times of it
 * (open loop; latency counts from the time that a booking was due): how many are scored and refused, how
 * long that takes, and after how many seconds a tenth of the capacity is answered as before. Two projects:
 * one sends 10 times its share, the other half of its own. And 20 bookings beside 4,200 unfinished requests
 * without a key, and beside 10,000 idle connections. Addresses are sent in X-Forwarded-For, as by a proxy.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { bookingsBeside, holdConnections } from "./bench-overload/held-connections.ts";
import { startServiceUnderTest } from "./bench-telemetry/service-under-test.ts";

const root = resolve(import.meta.dir, "..");
const parts = ["overload", "tenants", "unfinished", "idle"] as const;
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
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
  process.stdout.write(`${JSON.stringify(results, null, values.json ? 0 : 2)}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

async function measure(wanted: readonly string[]): Promise<void> {
  const [a, b] = [await newKey("a"), await newKey("b")];
  log("Measuring the capacity …");
  await run(load(a, 1, { seconds: 3, connections: 64 }));
  const { perSecond } = await run(load(a, 1, { seconds: 5, connections: 64 }));
  results.capacity = perSecond;
  if (wanted.includes("overload")) await overload(a, perSecond);
  if (wanted.includes("tenants")) await tenants(a, b, perSecond);
  if (wanted.includes("unfinished")) {
    const head = "POST /v1/risk HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n{";
    await beside("beside 4,200 unfinished requests", a, 4200, head);
  }
  if (wanted.includes("idle")) await beside("beside 10,000 idle connections", a, 10_000, "");
}

async function overload(key: string, capacity: number): Promise<void> {
  const light = { rate: capacity / 10, connections: 64, seconds: 3 };
  const before = facts(await run(load(key, 1, light)));
  for (const factor of [1.5, 3]) {
    log(`Measuring at ${factor} times the capacity …`);
    const during = facts(
      await run(load(key, 1, { rate: capacity * factor, connections, seconds })),
    );
    const recovery = await secondsToRecover(key, capacity / 10, before.latencyMs.p99);
    results[`at ${factor} of capacity`] = { ...during, secondsToRecover: recovery, before };
  }
}

/** Until a second in which bookings are answered as before, all with 200. */
async function secondsToRecover(key: string, rate: number, p99Before: number): Promise<number> {
  for (let second = 1; second <= 30; second++) {
    const { refused, latencyMs } = facts(
      await run(load(key, 1, { rate, connections: 64, seconds: 1 })),
    );
    if (refused === 0 && latencyMs.p99 <= Math.max(50, p99Before * 3)) return second;
  }
  return Number.POSITIVE_INFINITY;
}

/** Half of a share is a quarter of the capacity; ten shares are five times of it. */
async function tenants(a: string, b: string, capacity: number): Promise<void> {
  log("Measuring two projects …");
  const quarter = { rate: capacity / 4, connections: 64, seconds };
  const alone = facts(await run(load(b, 2, quarter)));
  const [flood, other] = await Promise.all([
    run(load(a, 1, { rate: capacity * 5, connections, seconds: seconds + 2 })),
    Bun.sleep(1000).then(() => run(load(b, 2, quarter))),
  ]);
  results["two projects"] = { flood: facts(flood), other: facts(other), otherAlone: alone };
}

async function beside(name: string, key: string, count: number, text: string): Promise<void> {
  log(`Measuring ${name} …`);
  const url = new URL("/v1/risk", service.url);
  const without = await bookingsBeside(url, key);
  const held = await holdConnections(url, count, text);
  results[name] = { with: await bookingsBeside(url, key), without };
  held.close();
}

/** What a load says of bookings: latencies are of those that were scored. */
function facts({ statuses, unanswered, sent, scoredMs, refusedMs }: LoadResult) {
  const scored = statuses["200"] ?? 0;
  const refused = statuses["503"] ?? 0;
  return { sent, scored, refused, unanswered, latencyMs: scoredMs, refusedMs };
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
