/** The speed of the executable on a full data folder and on an empty one, in alternating rounds. */
import { rmSync } from "node:fs";
import { dayMs } from "../../../src/base/durations.ts";
import { significant, spread, spreadCells, whole } from "../figures.ts";
import { Installation, type Service } from "../installation.ts";
import { median } from "../median.ts";
import { bytesIn } from "../process-facts.ts";
import { runScored } from "../run-load.ts";
import type { Output } from "../scenario.ts";
import type { Content } from "./fill.ts";
import { type Filling, folderOf, keysIn, nothing, ofAYear, type Place } from "./folders.ts";
import { type ReceiverKind, startReceiver } from "./receiver.ts";

/**
 * A service that takes less of a core than this, so many times in a row, has nothing left to do but its
 * timers: on a busy machine, what it does at a low priority takes little at a time, too.
 */
const idleShare = 0.03;
const idleTimes = 4;
const idleMsMax = 300_000;

interface Sizes {
  /** How often both services are started, to be measured anew. */
  starts: number;
  /** Of each start. */
  rounds: number;
  seconds: number;
  /** Seconds. */
  first: number;
  connections: number;
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

/** One start of both: the rounds of its first seconds, and the later ones. */
interface Start {
  first: Pair[];
  rounds: Pair[];
}

interface Result {
  title: string;
  /** Null where the folder was kept from an earlier run. */
  fillS: number | null;
  folderMiB: number;
  /** Requests that the receiver of webhooks got; null without one. */
  events: number | null;
  startMs: number;
  starts: Start[];
  /** Of the last start. */
  peakMiB: { empty: number; full: number };
}

type Counts = Record<"decisions" | "projects" | "hotel" | "bot" | "entries", readonly number[]> & {
  receivers: readonly ReceiverKind[];
};

/** One in this many bookings is by the bot, which the list denies. */
const deniedEvery = 50;
/**
 * A random share of the bookings goes to review, and is a webhook's event each. Denials are not: to the model, the load
 * is an attack, and it denies nearly all of it.
 */
const eventPercent = 2;

export function partsOf(counts: Counts): Filling[] {
  const { decisions, projects, hotel, bot, entries, receivers } = counts;
  const part = (title: string, content: Partial<Filling>): Filling => ({
    title,
    ...nothing,
    ...content,
  });
  return [
    ...decisions.map(ofAYear),
    ...projects.map((count) => part(`${count} projects`, { projects: count })),
    ...hotel.map((count) =>
      part(`busy hotel in ${count}`, {
        decisions: count,
        spanMs: 30 * dayMs,
        bookings: { busyHotelEvery: 10 },
      }),
    ),
    ...bot.map((count) => part(`bot of ${count}`, { decisions: count, bookings: { botEvery: 1 } })),
    ...entries.map((count) =>
      part(`${count} entries`, {
        entries: count,
        receivers,
        bookings: { botEvery: deniedEvery, hasNewOnly: true },
      }),
    ),
  ];
}

export async function fullAndEmpty(
  parts: readonly Filling[],
  place: Place,
  sizes: Sizes,
  output: Output,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const part of parts) {
    for await (const result of measure(part, place, sizes, output.log)) {
      results.push(result);
      output.table(result.title, rowsOf(result));
    }
  }
  return results;
}

/** One result for each receiver of webhooks, or one where there are none. */
async function* measure(
  part: Filling,
  { executable, scratch, kept }: Place,
  sizes: Sizes,
  log: (line: string) => void,
): AsyncGenerator<Result> {
  const filled = await folderOf(part, kept ?? scratch, log);
  const empty = await folderOf({ ...nothing, title: `empty beside ${part.title}` }, scratch, log);
  const loaded = async (folder: string, bookings: Content["bookings"], ...flags: string[]) =>
    new Loaded(await new Installation(executable, folder).serve(...flags), folder, bookings, sizes);
  // Of the list and its webhooks, the same bookings are sent to both.
  const isListed = (part.entries ?? 0) > 0;
  const { bookings, receivers } = part;
  const sent = bookings.botEvery && !isListed ? { botEvery: 10 } : bookings;
  const full = await loaded(filled.path, sent, "--webhook-network", "127.0.0.1");
  const other = await loaded(empty.path, isListed ? bookings : {});
  const compared = { full, other, sizes };
  const facts = {
    fillS: filled.fillS,
    startMs: full.service.startMs,
    folderMiB: bytesIn(filled.path) / 2 ** 20,
  };
  for (const kind of receivers.length > 0 ? receivers : [null]) {
    const title =
      kind === null ? part.title : `${part.title}, webhooks to a receiver that is ${kind}`;
    log(`${title}: measuring …`);
    const receiver = kind && (await startReceiver(kind));
    const archive =
      receiver && (await addWebhook(new Installation(executable, filled.path), receiver.url));
    const starts: Start[] = [];
    while (starts.length < sizes.starts) {
      if (starts.length > 0) for (const one of [other, full]) await one.startAgain();
      starts.push(await inTurn(compared));
    }
    const events = receiver?.requests() ?? null;
    await archive?.();
    await receiver?.stop();
    const peak = ({ service }: Loaded) => service.facts?.peakMiB ?? 0;
    const peakMiB = { empty: peak(other), full: peak(full) };
    yield { title, ...facts, starts, events, peakMiB };
  }
  for (const { service } of [other, full]) await service.stop();
  if (kept === null) rmSync(filled.path, { recursive: true });
}

/** The first seconds, and then rounds once both have nothing else to do. */
async function inTurn({
  full,
  other,
  sizes,
}: {
  full: Loaded;
  other: Loaded;
  sizes: Sizes;
}): Promise<Start> {
  // Each is first in every second pair: what the first has left to index takes time from the other.
  let isFullFirst = false;
  const pair = async (): Promise<Pair> => {
    isFullFirst = !isFullFirst;
    if (isFullFirst) return { full: await full.round(), empty: await other.round() };
    return { empty: await other.round(), full: await full.round() };
  };
  await other.round(3);
  const first: Pair[] = [];
  for (const begun = performance.now(); performance.now() - begun < sizes.first * 1000; ) {
    first.push(await pair());
  }
  for (const one of [other, full]) await one.round(3);
  for (const one of [other, full]) await one.untilIdle();
  const rounds: Pair[] = [];
  for (let n = 0; n < sizes.rounds; n++) rounds.push(await pair());
  return { first, rounds };
}

/** A service, and the load that is put on it. */
class Loaded {
  constructor(
    readonly service: Service,
    readonly folder: string,
    readonly bookings: Content["bookings"],
    readonly sizes: Sizes,
  ) {}

  #cpuUs = () => this.service.facts?.cpuUs ?? 0;

  async round(seconds = this.sizes.seconds): Promise<Round> {
    const cpu = this.#cpuUs();
    const { perSecond, latencyMs, sent } = await runScored({
      ...this.service.bookings({ keysFile: keysIn(this.folder) }),
      connections: this.sizes.connections,
      bookings: this.bookings,
      seconds,
    });
    // The indexer's share of the last second falls into the next round.
    return { perSecond, us: (this.#cpuUs() - cpu) / sent, p99: latencyMs.p99 };
  }

  async startAgain(): Promise<void> {
    await this.service.stop();
    await this.service.startAgain();
  }

  async untilIdle(): Promise<void> {
    let times = 0;
    for (let waited = 0, before = this.#cpuUs(); waited < idleMsMax; waited += 2000) {
      await Bun.sleep(2000);
      const used = this.#cpuUs() - before;
      times = used < idleShare * 2_000_000 ? times + 1 : 0;
      if (times === idleTimes) return;
      before += used;
    }
  }
}

/** To the project that the load books in. @returns a function that ends it, and drops what waits for it. */
async function addWebhook(installation: Installation, url: string): Promise<() => Promise<void>> {
  const projects = await installation.command<{ projectId: string }[]>("project", "list");
  const of = ["--project", projects[0]!.projectId];
  await installation.command("review", "rules", ...of, "--share", String(eventPercent));
  const wanted = ["--url", url, "--event", "decision.review_opened"];
  const { endpointId } = await installation.command("webhook", "add", ...of, ...wanted);
  return async () => void (await installation.command("webhook", "archive", endpointId!, ...of));
}

function rowsOf({ starts, peakMiB, startMs, folderMiB, fillS, events }: Result): string[][] {
  const rounds = starts.flatMap((start) => start.rounds);
  const middles = (side: keyof Pair, of: (round: Round) => number) =>
    significant(median(rounds.map((pair) => of(pair[side]))));
  const row = (title: string, of: (round: Round) => number) => [
    title,
    middles("full", of),
    middles("empty", of),
    ratioOf(starts, "rounds", of),
    ratioOf(starts, "first", of),
  ];
  return [
    ["", "full", "empty", "ratio", "in the first seconds"],
    row("bookings a second", ({ perSecond }) => perSecond),
    row("CPU µs for one", ({ us }) => us),
    row("p99 ms", ({ p99 }) => p99),
    ["peak memory MiB", whole(peakMiB.full), whole(peakMiB.empty)],
    ["start ms", whole(startMs)],
    ["folder MiB", whole(folderMiB)],
    ...(events === null ? [] : [["events sent", whole(events)]]),
    ["filled in s", fillS === null ? "kept" : whole(fillS)],
  ];
}

/**
 * The median and the range of rounds, or of what several starts have as their medians: two processes of the same
 * executable on equal folders differ by some percent for as long as they run, which no number of rounds shows.
 */
function ratioOf(
  starts: readonly Start[],
  part: keyof Start,
  of: (round: Round) => number,
): string {
  const ratios = starts.map((start) => start[part].map(({ empty, full }) => of(full) / of(empty)));
  if (ratios.some((one) => one.length === 0)) return "";
  return spreadCells(spread(ratios.length > 1 ? ratios.map(median) : ratios.flat())).join(" ");
}
