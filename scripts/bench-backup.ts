/**
 * `npm run bench:backup`: what `booking-risk backup FILE` does to the latency of decisions on a full data folder.
 *
 *     npm run bench:backup -- [--decisions 500000] [--rate 300] [--seconds 60] [--rounds 3] [--data FOLDER]
 *       [--into FOLDER] [--executable FILE] [--json]
 *
 * In each round, decisions at `--rate` for `--seconds` without a backup, and then as many beside backups, one after
 * the other, until at least one has ended; every other round in the opposite order. The load is open loop: latency counts
 * from the time that a request was due. `--data` keeps the folder that is filled, for the next time (decisions of the load are
 * added). `--into` is the folder of the backups, each of which is deleted when it is whole. 500,000 decisions take
 * 1.3 GB, and as much for a backup. The exit status is 1 where the p99 beside backups is more than three times the other.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Load, LoadResult } from "./bench/load.ts";
import { median } from "./bench/median.ts";
import { bytesIn } from "./bench/process-facts.ts";
import { startServer } from "./bench/start-server.ts";
import { fill } from "./bench-growth/fill.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "500000" },
    rate: { type: "string", default: "300" },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "3" },
    data: { type: "string" },
    into: { type: "string" },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    json: { type: "boolean", default: false },
  },
});
/** The goal: the p99 beside a backup is at most so many times the p99 without. */
const factorMax = 3;
/** Before the first round, s: caches fill up. */
const warmUpS = 10;

/** One load. */
interface Part {
  p50: number;
  p99: number;
  max: number;
  decisions: number;
  unanswered: number;
}

interface Round {
  without: Part;
  /** As many as it took until a backup had ended. */
  during: Part[];
  backups: { seconds: number; pausedMs: number; bytes: number }[];
}

const log = (line: string) => process.stderr.write(`${line}\n`);
if (!existsSync(values.executable)) throw new Error("run first: npm run build");
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-backup-"));
const folder = values.data === undefined ? join(scratch, "data") : resolve(values.data);
const into = resolve(values.into ?? scratch);
try {
  if (!existsSync(folder)) await fillFolder();
  const result = await measure();
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : text(result));
  process.exitCode = result.factor <= factorMax ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true });
}

/** Only a whole one has its final name. */
async function fillFolder(): Promise<void> {
  log(`filling with ${values.decisions} decisions …`);
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const spanMs = 365 * 24 * 60 * 60 * 1000;
  const content = { decisions: Number(values.decisions), projects: 1, bookings: {}, spanMs };
  await fill(unfinished, join(unfinished, "bench-keys"), content);
  renameSync(unfinished, folder);
}

async function measure() {
  const data = ["--data", folder];
  const { process: service, url } = await startServer([
    ...[values.executable, "serve", "--port", "0", ...data],
  ]);
  const load: Load = {
    url: new URL("/v1/risk", url).href,
    headers: { "Content-Type": "application/json" },
    keysFile: join(folder, "bench-keys"),
    ...{ seconds: Number(values.seconds), connections: 32, rate: Number(values.rate) },
  };
  const rounds: Round[] = [];
  try {
    await partOf({ ...load, seconds: warmUpS });
    for (let n = 0; n < Number(values.rounds); n++) {
      const round = await roundOf(load, n % 2 === 1);
      rounds.push(round);
      log(`round ${n + 1}: ${JSON.stringify(round)}`);
    }
  } finally {
    service.kill("SIGTERM");
    await service.exited;
  }
  const p99 = {
    without: rounded(median(rounds.map(({ without }) => without.p99))),
    during: rounded(median(rounds.flatMap(({ during }) => during.map((part) => part.p99)))),
  };
  const factor = rounded(p99.during / p99.without);
  return { folderMiB: Math.round(bytesIn(folder) / 2 ** 20), p99, factor, rounds };
}

const rounded = (number: number) => Math.round(number * 100) / 100;

async function roundOf(load: Load, isReversed: boolean): Promise<Round> {
  const first = isReversed ? null : await partOf(load);
  const { during, backups } = await besideBackups(load);
  return { without: first ?? (await partOf(load)), during, backups };
}

async function besideBackups(load: Load): Promise<Omit<Round, "without">> {
  const backups: Round["backups"] = [];
  let isOver = false;
  const backingUp = (async () => {
    while (!isOver) backups.push(await backUp());
  })();
  backingUp.catch(() => {}); // It is awaited below, when the load has ended.
  const during: Part[] = [];
  do during.push(await partOf(load));
  while (backups.length === 0 && (await isPending(backingUp)));
  isOver = true;
  await backingUp;
  return { during, backups };
}

/** @throws what the promise was rejected with. */
const isPending = (work: Promise<unknown>) =>
  Promise.race([work.then(() => false), Bun.sleep(0).then(() => true)]);

async function backUp(): Promise<Round["backups"][number]> {
  const file = join(into, `bench-${process.pid}.tar`);
  try {
    const made = await Bun.$`${values.executable} backup ${file} --data ${folder} --json`.quiet();
    const { seconds, pausedMs, bytes } = made.json() as Round["backups"][number];
    return { seconds, pausedMs, bytes };
  } finally {
    rmSync(file, { force: true });
  }
}

/** By a process of its own, so that the load's pauses are not the service's. */
async function partOf(load: Load): Promise<Part> {
  const path = join(root, "scripts/bench/load.ts");
  const child = Bun.spawn([process.execPath, path, JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { statuses, latencyMs, unanswered }: LoadResult = JSON.parse(await child.stdout.text());
  const { p50, p99, max } = latencyMs;
  const decisions = statuses["200"] ?? 0;
  const others = Object.keys(statuses).filter((status) => status !== "200");
  if (others.length > 0) throw new Error(`answers other than 200: ${JSON.stringify(statuses)}`);
  return { p50, p99, max, decisions, unanswered };
}

function text({ folderMiB, p99, factor, rounds }: Awaited<ReturnType<typeof measure>>): string {
  const part = ({ p50, p99, max, decisions, unanswered }: Part) =>
    `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms; ${decisions} decisions, ${unanswered} unanswered`;
  const lines = rounds.flatMap(({ without, during, backups }) => [
    `without: ${part(without)}`,
    ...during.map((one) => `beside backups: ${part(one)}`),
    ...backups.map(
      ({ seconds, pausedMs, bytes }) =>
        `  a backup of ${Math.round(bytes / 2 ** 20)} MiB took ${seconds} s, and stopped writes for ${pausedMs} ms`,
    ),
  ]);
  const sum = `median p99 ${p99.without} ms without, ${p99.during} ms beside backups: ${factor} times, of ${factorMax} allowed`;
  return `${[`data folder of ${folderMiB} MiB`, ...lines, sum].join("\n")}\n`;
}
