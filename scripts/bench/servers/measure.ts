/** The rounds of the benchmark: every competitor in each of them, so that all share the machine's moods. */
import { newKey } from "../../../src/projects/key-format.ts";
import type { Competitor, CompetitorName } from "../competitors.ts";
import type { LoadResult } from "../load.ts";
import { median } from "../median.ts";
import { bytesIn } from "../process-facts.ts";
import { rotated } from "../rounds.ts";
import { Running } from "../running.ts";

export interface Plan {
  rounds: number;
  /** Of a closed loop. */
  seconds: number;
  connections: number;
}

export interface Closed extends LoadResult {
  /** CPU time of all the competitor's threads for one answer; null where the system does not tell. */
  cpuUs: number | null;
}

/** At one share of the competitor's own capacity. */
export interface Open {
  percent: number;
  rate: number;
  rounds: LoadResult[];
}

export interface Measured {
  name: CompetitorName;
  startMs: number[];
  closed: Closed[];
  /** One connection, one request at a time. */
  alone: LoadResult[];
  /** Requests with a well-formed key that nobody has; only asked of the service. */
  refused: LoadResult[];
  open: Open[];
  peakMiB: number | null;
  /** For one decision: what was written to files, and what the data folder grew by. */
  bytesWritten: number | null;
  bytesGrown: number | null;
  /** Answers with 200, and the decisions found on disk afterwards; null where it is not asked. */
  accepted: number;
  stored: number | null;
}

const starts = 3;
const warmUpSeconds = 1.5;
const aloneSeconds = 1;
const openSeconds = 2;
const openRounds = 3;
const openConnections = 256;
const percents = [25, 50, 75];

type Log = (line: string) => void;

/** @throws Error where a competitor fails, or has not stored what it acknowledged. */
export async function measure(
  competitors: Competitor[],
  plan: Plan,
  log: Log,
): Promise<Measured[]> {
  const contests: Contest[] = [];
  try {
    for (const competitor of competitors) {
      log(`Starting ${competitor.name} …`);
      contests.push(await Contest.begin(competitor));
    }
    for (const contest of contests) await contest.warmUp(plan);
    for (let round = 0; round < plan.rounds; round++) {
      log(`Round ${round + 1} of ${plan.rounds} …`);
      for (const contest of rotated(contests, round)) await contest.round(plan);
    }
    const rounds = Math.min(openRounds, plan.rounds);
    for (let round = 0; round < rounds; round++) {
      log(`Open loop, round ${round + 1} of ${rounds} …`);
      for (const contest of rotated(contests, round)) await contest.openRound();
    }
    const measured: Measured[] = [];
    for (const contest of contests) measured.push(await contest.finish());
    return measured;
  } finally {
    await Promise.all(contests.map((contest) => contest.stop()));
  }
}

/** One competitor from its start to its end. */
class Contest {
  readonly #running: Running;
  readonly #measured: Measured;
  #isStopped = false;
  /** Requests sent, the starts' included. */
  #sent = starts;
  readonly #before: { written: number; folder: number; accepted: number };

  private constructor(running: Running, startMs: number[]) {
    this.#running = running;
    const { name } = running.competitor;
    const nothing = { peakMiB: null, bytesWritten: null, bytesGrown: null, stored: null };
    const lists = { closed: [], alone: [], refused: [], open: [] };
    this.#measured = { name, startMs, ...lists, ...nothing, accepted: starts };
    this.#before = this.#written();
  }

  static async begin(competitor: Competitor): Promise<Contest> {
    const startMs: number[] = [];
    for (let i = 1; ; i++) {
      const running = await Running.start(competitor);
      startMs.push(running.startMs);
      if (i === starts) return new Contest(running, startMs);
      await running.stop();
    }
  }

  async warmUp({ connections }: Plan): Promise<void> {
    await this.#load({ seconds: warmUpSeconds, connections });
  }

  async round({ seconds, connections }: Plan): Promise<void> {
    const { closed, alone, refused, name } = this.#measured;
    const before = this.#running.facts?.cpuUs;
    const result = await this.#load({ seconds, connections });
    const after = this.#running.facts?.cpuUs;
    const cpuUs = before === undefined || after === undefined ? null : after - before;
    closed.push({ ...result, cpuUs: cpuUs && cpuUs / result.sent });
    alone.push(await this.#load({ seconds: aloneSeconds, connections: 1 }));
    if (name !== "service") return;
    const headers = { ...this.#running.competitor.headers, "X-Service-Key": newKey("secret") };
    refused.push(await this.#running.load({ seconds, connections, headers }));
  }

  async openRound(): Promise<void> {
    const { closed, open } = this.#measured;
    if (open.length === 0) {
      const capacity = median(closed.map(({ perSecond }) => perSecond));
      for (const percent of percents) {
        open.push({ percent, rate: Math.round((capacity * percent) / 100), rounds: [] });
      }
    }
    for (const { rate, rounds } of open) {
      const wanted = { seconds: openSeconds, connections: openConnections, rate };
      rounds.push(await this.#load(wanted));
    }
  }

  /** Stops the competitor and compares what it stored with what it acknowledged. */
  async finish(): Promise<Measured> {
    const measured = this.#measured;
    const { stored, folder, name } = this.#running.competitor;
    measured.peakMiB = this.#running.facts?.peakMiB ?? null;
    if (folder) {
      const { written, folder: size, accepted } = this.#written();
      const decisions = accepted - this.#before.accepted;
      measured.bytesWritten = Math.round((written - this.#before.written) / decisions);
      measured.bytesGrown = Math.round((size - this.#before.folder) / decisions);
    }
    await this.stop();
    measured.stored = stored?.() ?? null;
    const { accepted, stored: found } = measured;
    if (found !== null && (found < accepted || found > this.#sent)) {
      throw new Error(`${name} acknowledged ${accepted} decisions and stored ${found}.`);
    }
    return measured;
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.#running.stop();
  }

  async #load(wanted: Parameters<Running["load"]>[0]): Promise<LoadResult> {
    const result = await this.#running.load(wanted);
    this.#sent += result.sent;
    this.#measured.accepted += result.statuses["200"] ?? 0;
    return result;
  }

  #written() {
    const { folder } = this.#running.competitor;
    return {
      written: this.#running.facts?.writtenBytes ?? 0,
      folder: folder ? bytesIn(folder) : 0,
      accepted: this.#measured.accepted,
    };
  }
}
