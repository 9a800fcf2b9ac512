/**
 * `npm run bench:overload`: the executable past its capacity, and beside what hostile connections do.
 *
 *     npm run bench:overload -- [--seconds 60] [--connections 1500] [--only overload,projects,unfinished,idle]
 *       [--executable FILE] [--json]
 *
 * Capacity is that of 64 connections in a closed loop. Then bookings are due at 1.5 and 3 times of it
 * (open loop): how many are sent, scored and refused, how long that takes from when they are sent, and after
 * how many seconds a tenth of the capacity is answered as before. A connection sends one request at a time,
 * as HTTP clients do: what is due and finds none that is free is not sent, and counted apart (`unsent`).
 * Two projects: one sends 10 times its share, which is half of the capacity, the other half of its own; its
 * latency counts from when its bookings are due. `ofCapacity` is what was scored in a second, of the mean of
 * the capacities measured before and after. The processors that the service and the generators used are
 * printed: where both together want more than there are, the figures say less of the service. And bookings beside 4,200 unfinished requests without a key, and beside 10,000 idle connections,
 * which another process holds. Addresses are sent in X-Forwarded-For, as by a proxy.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { between } from "./bench/thread-cpu.ts";
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
  await run(load(a, 1, { seconds: 3, connections: 64 })); // Warms it up.
  if (wanted.includes("overload")) await overload(a);
  if (wanted.includes("projects")) await projects(a, b);
  if (wanted.includes("unfinished")) {
    const head = "POST /v1/risk HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n{";
    await beside("4,200 unfinished requests", a, { count: 4200, text: head });
  }
  if (wanted.includes("idle")) {
    await beside("10,000 idle connections", a, { count: 10_000, text: "" });
  }
}

async function capacityOf(key: string): Promise<number> {
  log("Measuring the capacity …");
  const measured = await withCpu(() => run(load(key, 1, { seconds: 5, connections: 64 })));
  const { perSecond, scoredMs } = measured.result;
  report("capacity", { perSecond, scoredMs, ...measured.cores });
  return perSecond;
}

async function overload(key: string): Promise<void> {
  let capacity = await capacityOf(key);
  const light = { rate: capacity / 10, connections: 64, seconds: 3 };
  const { scoredMs } = await run(load(key, 1, light));
  report("a tenth of the capacity", { scoredMs });
  for (const factor of [1.5, 3]) {
    log(`Measuring at ${factor} times the capacity …`);
    const rate = capacity * factor;
    const during = await withCpu(() => run(load(key, 1, { rate, connections, seconds })));
    const secondsToRecover = await recovery(key, capacity / 10, scoredMs.p99);
    const after = await capacityOf(key);
    const ofCapacity = share(facts(during.result).scored / seconds, (capacity + after) / 2);
    const measured = { ...facts(during.result), ofCapacity, secondsToRecover, ...during.cores };
    report(`${factor} times the capacity, ${seconds} s`, measured);
    capacity = after;
  }
}

/** Seconds until one in which bookings are answered as before, all with 200; that one is counted. */
async function recovery(key: string, rate: number, p99Before: number): Promise<number | null> {
  for (let second = 1; second <= 30; second++) {
    const after = await run(load(key, 1, { rate, connections: 64, seconds: 1 }));
    const isScored = facts(after).refused === 0 && after.unanswered === 0; // Nor unsent.
    if (isScored && after.scoredMs.p99 <= Math.max(50, p99Before * 3)) return second;
  }
  return null;
}

/** Half of a share is a quarter of the capacity; ten shares are five times of it. */
async function projects(a: string, b: string): Promise<void> {
  const capacity = await capacityOf(a);
  log("Measuring two projects …");
  const quarter = { rate: capacity / 4, connections: 256, seconds };
  const alone = await run(load(b, 2, quarter));
  const { result, cores } = await withCpu(() =>
    Promise.all([
      run(load(a, 1, { rate: capacity * 5, connections, seconds: seconds + 2 })),
      Bun.sleep(1000).then(() => run(load(b, 2, quarter))),
    ]),
  );
  const [flood, other] = result;
  const after = await capacityOf(a);
  const scored = facts(flood).scored / (seconds + 2) + facts(other).scored / seconds;
  const ofCapacity = share(scored, (capacity + after) / 2);
  report("a project at 10 times its share", facts(flood));
  report("another project, alone", sinceDue(alone));
  const timesAlone = share(other.scoredMs.p99, alone.scoredMs.p99);
  report("another project, beside it", { ...sinceDue(other), timesAlone });
  report("both", { ofCapacity, ...cores });
}

function share(part: number, whole: number): number {
  return Number((part / whole).toFixed(2));
}

/** Processors that were busy with the service's main thread, its other threads, and the generators. */
async function withCpu<Result extends LoadResult | [LoadResult, LoadResult]>(
  work: () => Promise<Result>,
) {
  const before = service.threadCpu();
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  const used = between(before, service.threadCpu());
  const ns = [...used.values()].reduce((sum, one) => sum + one, 0);
  const main = used.get("main") ?? 0;
  const generatorMs = [result].flat().map(({ generatorUs, sent }) => (generatorUs * sent) / 1000);
  const cores = {
    mainThread: share(main / 1e6, ms),
    otherThreads: share((ns - main) / 1e6, ms),
    generators: share(
      generatorMs.reduce((sum, one) => sum + one, 0),
      ms,
    ),
  };
  return { result, cores };
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
  const timesWithout = share(beside.p99, without.p99);
  report(`bookings beside ${name}`, { ...beside, timesWithout });
}

/** Latencies from when a booking was sent: of those that were scored, and of those that were refused. */
function facts({ statuses, unsent, unanswered: both, sent, ...more }: LoadResult) {
  const scored = statuses["200"] ?? 0;
  const refused = statuses["503"] ?? 0;
  const { scoredSinceSentMs: scoredMs, refusedSinceSentMs: refusedMs } = more;
  const counts = { due: sent + unsent, unsent, sent, scored, refused, unanswered: both - unsent };
  return { ...counts, scoredMs, refusedMs };
}

function sinceDue(result: LoadResult) {
  const { refusedMs: _, ...counts } = facts(result);
  return { ...counts, scoredMs: result.scoredMs };
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
