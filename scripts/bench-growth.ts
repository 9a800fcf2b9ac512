/**
 * `npm run bench:growth`: the speed of the executable on a full data folder beside an empty one, in
 * alternating rounds.
 *
 *     npm run bench:growth -- [--decisions 1000000] [--projects 100,10000] [--hotel 1000000]
 *       [--bot 1000000] [--rounds 3] [--seconds 4] [--first 60]
 *       [--connections 64] [--data FOLDER] [--json]
 *
 * - `--decisions`: that many decisions of a year, in one project; several numbers, with commas.
 * - `--projects`: that many projects, all of which send requests.
 * - `--hotel`: that many decisions of thirty days, a tenth of them for one hotel, also of the load.
 * - `--bot`: that many attempts of one bot in the last day, which also sends a tenth of the load.
 *
 * The first so many seconds after the start (`--first`) have rounds of their own: caches are empty, and
 * the service reads which identities are on file. Then it is left alone until that is done.
 *
 * An empty list leaves a part out. `--data` keeps the folders, for the next time. Filling takes one
 * to three minutes and 2.5 GB for a million decisions.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { median } from "./bench/median.ts";
import { bytesIn, processFacts } from "./bench/process-facts.ts";
import { startServer } from "./bench/start-server.ts";
import { type Content, fill } from "./bench-growth/fill.ts";

const root = resolve(import.meta.dir, "..");
const executable = join(root, "dist/booking-risk");
const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    projects: { type: "string", default: "100,10000" },
    hotel: { type: "string", default: "1000000" },
    bot: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    first: { type: "string", default: "60" },
    connections: { type: "string", default: "64" },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const dayMs = 24 * 60 * 60 * 1000;
const firstMs = Number(values.first) * 1000;
/**
 * A service that takes less of a core than this, so many times in a row, has nothing left to do but its
 * timers: on a busy machine, what it does at a low priority takes little at a time, too.
 */
const idleShare = 0.03;
const idleTimes = 4;
const idleMsMax = 300_000;
const log = (line: string) => process.stderr.write(`${line}\n`);
const empty: Content = { decisions: 0, projects: 1, bookings: {}, spanMs: dayMs };
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-growth-"));
const kept = values.data === undefined ? scratch : resolve(values.data);

interface Part extends Content {
  title: string;
}

/** One load on one service. */
interface Round {
  perSecond: number;
  /** CPU time of all threads per decision. */
  us: number;
  p99: number;
}

/** The empty folder and the full one, in turn. */
interface Pair {
  empty: Round;
  full: Round;
}

interface Result {
  title: string;
  /** Null where the folder was kept from an earlier run. */
  fillS: number | null;
  folderMiB: number;
  startMs: number;
  /** Those of the first seconds after the start, and the later ones. */
  first: Pair[];
  rounds: Pair[];
  peakMiB: { empty: number; full: number };
}

if (!existsSync(executable)) {
  log("Building the executable …");
  await Bun.$`${process.execPath} ${join(root, "scripts/build.ts")}`.cwd(root).quiet();
}
try {
  const results: Result[] = [];
  for (const part of parts()) {
    const result = await measure(part);
    results.push(result);
    if (!values.json) process.stdout.write(`${results.length === 1 ? head() : ""}${row(result)}`);
  }
  if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(scratch, { recursive: true });
}

function parts(): Part[] {
  const numbers = (list: string) => list.split(",").filter(Boolean).map(Number);
  const part = (title: string, content: Partial<Content>): Part => ({
    title,
    ...empty,
    ...content,
  });
  return [
    ...numbers(values.decisions).map((decisions) =>
      part(`${decisions} decisions`, { decisions, spanMs: 365 * dayMs }),
    ),
    ...numbers(values.projects).map((projects) => part(`${projects} projects`, { projects })),
    ...numbers(values.hotel).map((decisions) =>
      part(`busy hotel in ${decisions}`, {
        ...{ decisions, spanMs: 30 * dayMs },
        bookings: { busyHotelEvery: 10 },
      }),
    ),
    ...numbers(values.bot).map((decisions) =>
      part(`bot of ${decisions}`, { decisions, spanMs: dayMs, bookings: { botEvery: 1 } }),
    ),
  ];
}

async function measure(part: Part): Promise<Result> {
  const filling = performance.now();
  const isKept = existsSync(pathOf(kept, part));
  const folder = await folderOf(kept, part);
  const fillS = isKept ? null : (performance.now() - filling) / 1000;
  const beside = await folderOf(scratch, { title: `empty beside ${part.title}`, ...empty });
  const bookings = part.bookings.botEvery ? { botEvery: 10 } : part.bookings;
  const full = await start(folder, { ...part, bookings });
  const nothing = await start(beside, empty);
  log(`${part.title}: measuring …`);
  const seconds = Number(values.seconds);
  const pair = async (): Promise<Pair> => ({
    empty: await nothing.load(seconds),
    full: await full.load(seconds),
  });
  await nothing.load(3);
  const first: Pair[] = [];
  for (const begun = performance.now(); performance.now() - begun < firstMs; ) {
    first.push(await pair());
  }
  for (const service of [nothing, full]) await service.load(3);
  for (const service of [nothing, full]) await service.untilIdle();
  const rounds: Pair[] = [];
  for (let n = 0; n < Number(values.rounds); n++) rounds.push(await pair());
  const result: Result = {
    title: part.title,
    fillS,
    folderMiB: bytesIn(folder) / 2 ** 20,
    startMs: full.startMs,
    ...{ first, rounds },
    peakMiB: { empty: nothing.peakMiB(), full: full.peakMiB() },
  };
  for (const service of [nothing, full]) await service.stop();
  if (values.data === undefined) rmSync(folder, { recursive: true });
  return result;
}

function pathOf(parent: string, { title }: Part): string {
  return join(parent, title.replaceAll(" ", "-"));
}

/** Filled where it is not there yet; only a whole one has its final name. */
async function folderOf(parent: string, part: Part): Promise<string> {
  const folder = pathOf(parent, part);
  if (existsSync(folder)) return folder;
  log(`${part.title}: filling …`);
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await fill(unfinished, join(unfinished, "bench-keys"), part);
  renameSync(unfinished, folder);
  return folder;
}

async function start(folder: string, { bookings }: Pick<Content, "bookings">) {
  const command = [executable, "serve", "--port", "0", "--data", folder];
  const begun = performance.now();
  const { process: child, url } = await startServer(command);
  const startMs = performance.now() - begun;
  const wanted: Omit<Load, "seconds"> = {
    url: new URL("/v1/risk", url).href,
    headers: { "Content-Type": "application/json" },
    keysFile: join(folder, "bench-keys"),
    connections: Number(values.connections),
    bookings,
  };
  const script = join(root, "scripts/bench/load.ts");
  return {
    startMs,
    peakMiB: () => processFacts(child.pid)?.peakMiB ?? 0,
    async load(seconds: number): Promise<Round> {
      const cpu = processFacts(child.pid)?.cpuUs ?? 0;
      const load = JSON.stringify({ ...wanted, seconds } satisfies Load);
      const result: LoadResult = await Bun.$`${process.execPath} ${script} ${load}`.json();
      const { perSecond, statuses, latencyMs, sent } = result;
      const others = Object.keys(statuses).filter((status) => status !== "200");
      if (others.length > 0) throw new Error(`responses: ${JSON.stringify(statuses)}`);
      // The indexer's share of the last second falls into the next round.
      const us = ((processFacts(child.pid)?.cpuUs ?? 0) - cpu) / sent;
      return { perSecond, us, p99: latencyMs.p99 };
    },
    async untilIdle() {
      const cpu = () => processFacts(child.pid)?.cpuUs ?? 0;
      let times = 0;
      for (let waited = 0, before = cpu(); waited < idleMsMax; waited += 2000) {
        await Bun.sleep(2000);
        const used = cpu() - before;
        times = used < idleShare * 2_000_000 ? times + 1 : 0;
        if (times === idleTimes) return;
        before += used;
      }
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

function head(): string {
  return line([
    "",
    ...["in the first", "ratio of speed", "of CPU time", "a second", "µs CPU", "p99 ms"],
    ...["peak MiB", "start ms", "folder MiB", "fill s"],
  ]);
}

function row({ title, first, rounds, peakMiB, startMs, folderMiB, fillS }: Result): string {
  const pair = (of: (round: Round) => number, digits = 0) =>
    `${median(rounds.map(({ full }) => of(full))).toFixed(digits)} : ` +
    median(rounds.map(({ empty }) => of(empty))).toFixed(digits);
  const speedIn = (pairs: readonly Pair[]) => {
    if (pairs.length === 0) return "";
    const all = pairs.map(({ empty, full }) => full.perSecond / empty.perSecond);
    const range = [Math.min(...all), Math.max(...all)].map((ratio) => ratio.toFixed(2));
    return `${median(all).toFixed(2)} (${range.join("–")})`;
  };
  const cost = rounds.map(({ empty, full }) => full.us / empty.us);
  return line([
    title,
    ...[speedIn(first), speedIn(rounds)],
    median(cost).toFixed(2),
    pair(({ perSecond }) => perSecond),
    pair(({ us }) => us),
    pair(({ p99 }) => p99, 1),
    `${peakMiB.full} : ${peakMiB.empty}`,
    startMs.toFixed(0),
    folderMiB.toFixed(0),
    fillS === null ? "kept" : fillS.toFixed(0),
  ]);
}

function line([title, ...cells]: string[]): string {
  return `${title!.padEnd(24)}${cells.map((cell) => cell.padStart(17)).join("")}\n`;
}
