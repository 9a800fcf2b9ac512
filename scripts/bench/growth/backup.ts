/** What `booking-risk backup FILE` does to the latency of bookings on a full data folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { whole } from "../figures.ts";
import { Installation } from "../installation.ts";
import type { Load, LoadResult } from "../load.ts";
import { median } from "../median.ts";
import { bytesIn } from "../process-facts.ts";
import { runScored } from "../run-load.ts";
import type { Output } from "../scenario.ts";
import { folderOf, keysIn, ofAYear, type Place } from "./folders.ts";

/** The goal: the p99 during a backup is at most so many times the p99 without. */
const factorMax = 3;
/** Before the first round, s: caches fill up. */
const warmUpS = 10;

interface Wanted {
  rounds: number;
  rate: number;
  /** Of each load. */
  seconds: number;
  decisions: number;
}

interface Backup {
  seconds: number;
  pausedMs: number;
  bytes: number;
}

interface Round {
  without: LoadResult;
  /** As many as it took until a backup had ended. */
  during: LoadResult[];
  backups: Backup[];
}

/**
 * In each round, bookings without a backup, and as many during backups, one after the other, until at least one has
 * ended; every other round in the opposite order.
 */
export async function besideBackups(
  { executable, scratch, kept }: Place,
  { rounds: count, rate, seconds, decisions }: Wanted,
  output: Output,
) {
  const { path } = await folderOf(ofAYear(decisions), kept ?? scratch, output.log);
  const installation = new Installation(executable, path);
  const service = await installation.serve();
  const keys = { keysFile: keysIn(path) };
  const load: Load = { ...service.bookings(keys), seconds, connections: 32, rate };
  const backUp = async () => {
    const file = join(scratch, "backup.tar");
    try {
      return await installation.command<Backup>("backup", file);
    } finally {
      rmSync(file, { force: true });
    }
  };
  const rounds: Round[] = [];
  try {
    await runScored({ ...load, seconds: warmUpS });
    for (let n = 0; n < count; n++) {
      output.log(`Bookings without and during backups, round ${n + 1} of ${count} …`);
      const first = n % 2 === 0 ? await runScored(load) : null;
      const beside = await until(backUp, load);
      rounds.push({ without: first ?? (await runScored(load)), ...beside });
    }
  } finally {
    await service.stop();
  }
  const p99 = {
    without: median(rounds.map(({ without }) => without.latencyMs.p99)),
    during: median(rounds.flatMap(({ during }) => during.map((one) => one.latencyMs.p99))),
  };
  const factor = Number((p99.during / p99.without).toFixed(2));
  const folderMiB = Math.round(bytesIn(path) / 2 ** 20);
  output.table(`Bookings on a data folder of ${folderMiB} MiB, ms:`, rowsOf(rounds));
  output.print(`The p99 during backups is ${factor} times the other, of ${factorMax} allowed.\n`);
  return { folderMiB, p99, factor, rounds, isTooSlow: factor > factorMax };
}

async function until(backUp: () => Promise<Backup>, load: Load): Promise<Omit<Round, "without">> {
  const backups: Backup[] = [];
  let isOver = false;
  const backingUp = (async () => {
    while (!isOver) backups.push(await backUp());
  })();
  backingUp.catch(() => {}); // It is awaited below, when the load has ended.
  const during: LoadResult[] = [];
  do during.push(await runScored(load));
  while (backups.length === 0 && (await isPending(backingUp)));
  isOver = true;
  await backingUp;
  return { during, backups };
}

/** @throws what the promise was rejected with. */
const isPending = (work: Promise<unknown>) =>
  Promise.race([work.then(() => false), Bun.sleep(0).then(() => true)]);

function rowsOf(rounds: readonly Round[]): string[][] {
  const row = (title: string, { latencyMs, statuses, unanswered }: LoadResult) => [
    title,
    ...[latencyMs.p50, latencyMs.p99, latencyMs.max].map(String),
    whole(statuses["200"] ?? 0),
    whole(unanswered),
    "",
  ];
  return [
    ["", "p50", "p99", "max", "bookings", "unanswered", "backups: s, writes paused for ms, MiB"],
    ...rounds.flatMap(({ without, during, backups }) => [
      row("without", without),
      ...during.map((one) => row("during backups", one)),
      ...backups.map(({ seconds, pausedMs, bytes }) => [
        "",
        "",
        "",
        "",
        "",
        "",
        `${seconds}, ${pausedMs}, ${whole(bytes / 2 ** 20)}`,
      ]),
    ]),
  ];
}
