/**
 * `npm run bench:profile`: where the time of a decision goes, µs of CPU time by thread, and within
 * the main, writer and indexer threads by module of the source.
 *
 *     npm run bench:profile -- [--seconds 10] [--connections 64] [--functions 25] [--source]
 *       [--data FOLDER] [--out FOLDER] [--json]
 *
 * Two runs under the same load, a closed loop. CPU time by thread is of the executable and beside it
 * of a bare `Bun.serve` JSON echo; Linux counts it. The modules are of the same code from its source,
 * where names are kept, by a sampling profiler in each thread: a sample is a millisecond of elapsed
 * time, so that waiting for the disk within a commit counts too. `--source` leaves the executable
 * and the echo out. `--data` profiles on a folder that `npm run bench:growth` filled and kept, with
 * its keys; without it on an empty one. `--out` keeps the profiles, for Chrome's DevTools.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { type StartedServer, startServer } from "./bench/start-server.ts";
import { between, canReadThreads, type ThreadCpu, threadCpu } from "./bench/thread-cpu.ts";
import { byPackage, type CpuProfile, type Shares, sharesOf } from "./bench-profile/by-module.ts";
import { folderVariable, type ProfiledThread, profiledThreads } from "./bench-profile/profiled.ts";

const root = resolve(import.meta.dir, "..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    connections: { type: "string", default: "64" },
    functions: { type: "string", default: "25" },
    source: { type: "boolean", default: false },
    data: { type: "string" },
    out: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
/** The optimizing compiler has seen the path by then. */
const warmUpSeconds = Math.min(4, seconds);
/** The indexer is behind by a second, or by a group and its pause. */
const indexedAfterMs = 2500;
/** Modules with a smaller share of a thread are not printed. */
const shareShown = 0.003;
const jsonHeaders = { "Content-Type": "application/json" };
const log = (line: string) => process.stderr.write(`${line}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Measured {
  perSecond: number;
  /** µs of CPU time per request, by thread. */
  threads: Record<string, number>;
  /** Their sum. */
  us: number;
}

type Target = Pick<Load, "url" | "headers" | "keysFile">;
type Profiles = Record<ProfiledThread, Shares>;

if (!canReadThreads())
  throw new Error("CPU time by thread is read from /proc, which only Linux has");
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-profile-"));
const out = resolve(values.out ?? join(scratch, "profiles"));
mkdirSync(out, { recursive: true });
try {
  const echo = values.source ? null : await ofEcho();
  const built = values.source ? null : await ofExecutable();
  const { measured: source, profiles } = await ofSource();
  if (values.json) print(JSON.stringify({ echo, executable: built, source, profiles }, null, 2));
  else report(echo, built, source, profiles);
} finally {
  rmSync(scratch, { recursive: true });
}

async function ofEcho(): Promise<Measured> {
  log("The echo …");
  const command = [process.execPath, join(root, "scripts/bench/echo.ts")];
  return withServer(command, (server) =>
    measure(server, { url: server.url, headers: jsonHeaders }),
  );
}

async function ofExecutable(): Promise<Measured> {
  if (isOlderThanSource(executable)) {
    log("Building the executable …");
    await Bun.$`${process.execPath} ${join(root, "scripts/build.ts")}`.cwd(root).quiet();
  }
  log("The executable …");
  return ofService([executable], async (server, load) => measure(server, load));
}

function isOlderThanSource(file: string): boolean {
  if (!existsSync(file)) return true;
  const { mtimeMs } = statSync(file);
  const files = new Bun.Glob("{src,models/default}/**/*").scanSync({ cwd: root, absolute: true });
  return [...files].some((one) => statSync(one).mtimeMs > mtimeMs);
}

async function ofSource(): Promise<{ measured: Measured; profiles: Profiles }> {
  log("The source with profilers …");
  const script = join(root, "scripts/bench-profile/serve-profiled.ts");
  const command = ["env", `${folderVariable}=${out}`, process.execPath, script];
  return ofService(command, async (server, load) => {
    const toggle = () => server.process.kill("SIGUSR2");
    const measured = await measure(server, load, toggle);
    return { measured, profiles: await profilesWritten() };
  });
}

async function ofService<Result>(
  command: string[],
  work: (server: StartedServer, load: Target) => Promise<Result>,
): Promise<Result> {
  const folder = values.data ?? mkdtempSync(join(scratch, "data-"));
  const ask = async (...args: string[]): Promise<Record<string, string>> =>
    Bun.$`${command} ${args} --data ${folder} --json`.json();
  return withServer([...command, "serve", "--port", "0", "--data", folder], async (server) => {
    const url = new URL("/v1/risk", server.url).href;
    const keysFile = join(folder, "bench-keys");
    if (values.data !== undefined) return work(server, { url, headers: jsonHeaders, keysFile });
    const { projectId } = await ask("project", "create", "bench");
    const { key } = await ask("key", "create", "--project", projectId!, "--kind", "secret");
    return work(server, { url, headers: { ...jsonHeaders, "X-Service-Key": key! } });
  });
}

async function withServer<Result>(
  command: string[],
  work: (server: StartedServer) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(command);
  try {
    return await work(server);
  } finally {
    server.process.kill();
    await server.process.exited;
  }
}

/** @param toggle starts the profile, and writes it. */
async function measure(
  { process: { pid } }: StartedServer,
  wanted: Target,
  toggle = () => {},
): Promise<Measured> {
  await load({ ...wanted, seconds: warmUpSeconds, connections });
  await Bun.sleep(indexedAfterMs);
  toggle();
  const before = threadCpu(pid);
  const { statuses, perSecond } = await load({ ...wanted, seconds, connections });
  await Bun.sleep(indexedAfterMs);
  const used = between(before, threadCpu(pid));
  toggle();
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  if (requests !== statuses["200"]) throw new Error(`responses: ${JSON.stringify(statuses)}`);
  return { perSecond, ...perRequest(used, requests) };
}

function perRequest(used: ThreadCpu, requests: number): Pick<Measured, "threads" | "us"> {
  const all = [...used].map(([name, ns]) => [name, ns / 1000 / requests] as const);
  const us = all.reduce((sum, [, one]) => sum + one, 0);
  return { threads: Object.fromEntries(all.toSorted(([, a], [, b]) => b - a)), us };
}

async function load(wanted: Load): Promise<LoadResult> {
  const script = join(root, "scripts/bench/load.ts");
  return Bun.$`${process.execPath} ${script} ${JSON.stringify(wanted)}`.json();
}

async function profilesWritten(): Promise<Profiles> {
  const shares = async (thread: string) => {
    const file = join(out, `${thread}.cpuprofile`);
    for (let tries = 0; !existsSync(file); tries++) {
      if (tries > 300) throw new Error(`the ${thread} thread wrote no profile`);
      await Bun.sleep(100);
    }
    return sharesOf(JSON.parse(readFileSync(file, "utf8")) as CpuProfile, `${root}/`);
  };
  const [main, writer, indexer] = await Promise.all(profiledThreads.map(shares));
  return { main: main!, writer: writer!, indexer: indexer! };
}

function report(
  echo: Measured | null,
  built: Measured | null,
  source: Measured,
  profiles: Profiles,
): void {
  const runs: [string, Measured][] = [["source, profiled", source]];
  if (built && echo) runs.unshift(["executable", built], ["echo", echo]);
  const columns = (cells: (string | number)[]) =>
    cells.map((cell) => `${cell}`.padStart(18)).join("");
  print(`${"µs of CPU time per request".padEnd(30)}${columns(runs.map(([name]) => name))}`);
  const names = new Set(runs.flatMap(([, { threads }]) => Object.keys(threads)));
  for (const name of names) {
    print(`${name.padEnd(30)}${columns(runs.map(([, { threads }]) => us(threads[name] ?? 0)))}`);
  }
  print(`${"all threads".padEnd(30)}${columns(runs.map(([, one]) => us(one.us)))}`);
  print(`${"requests a second".padEnd(30)}${columns(runs.map(([, { perSecond }]) => perSecond))}`);
  if (built && echo) {
    print(`CPU time of the echo / of a decision: ${(echo.us / built.us).toFixed(3)}`);
  }
  const scale = built ?? source;
  // The profiler sees JavaScript and what it calls. HTTP and sockets are taken from the echo.
  const http = echo?.threads.main ?? 0;
  for (const thread of profiledThreads) {
    const all = scale.threads[thread] ?? 0;
    reportThread(thread, profiles[thread], thread === "main" ? all - http : all);
  }
  if (values.out) print(`\nprofiles: ${out}`);
}

/** @param all what the thread's samples stand for, µs per request. */
function reportThread(
  thread: ProfiledThread,
  { samples, modules, functions }: Shares,
  all: number,
) {
  const row = (name: string, cells: (string | number)[], last = "") => {
    const figures = cells.map((cell) => (typeof cell === "number" ? us(cell * all) : cell));
    print(
      `${name.padEnd(44)}${figures.map((cell) => cell.padStart(10)).join("")}  ${last}`.trimEnd(),
    );
  };
  print(`\n${thread} thread, ${us(all)} µs per request by ${samples} samples`);
  row("module", ["all", "own", "packages", "native"]);
  for (const { module, own, packages, native } of modules) {
    const sum = own + packages + native;
    if (sum >= shareShown) row(`  ${module}`, [sum, own, packages, native]);
  }
  row("packages", ["all", "own", "native"]);
  for (const { module, own, native } of byPackage(functions)) {
    if (own + native >= shareShown) row(`  ${module}`, [own + native, own, native]);
  }
  row("function", ["own", "total"], "of");
  for (const { name, module, own, total } of functions.slice(0, Number(values.functions))) {
    row(`  ${name}`, [own, total], module);
  }
}

function us(value: number): string {
  return value.toFixed(1);
}
