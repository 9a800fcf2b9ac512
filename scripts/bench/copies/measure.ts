/** The rounds: every subject in each of them, first as fast as it answers, then at half of that. */
import type { LoadResult } from "../load.ts";
import { median } from "../median.ts";
import { rotated } from "../rounds.ts";
import { type Part, parts, type Subject, type Wanted } from "./subjects.ts";

export interface Plan {
  rounds: number;
  seconds: number;
  connections: number;
}

export interface Round extends LoadResult {
  /** For one answer, µs, of the parts that it has; null where the system does not tell. */
  cpuUs: Partial<Record<Part, number | null>>;
  /** To the database, for one answer; null without one. */
  roundTrips: number | null;
}

export interface Measured {
  title: string;
  copies: number | null;
  closed: Round[];
  /** Due a second: half of the closed rounds' median. */
  halfRate: number;
  half: Round[];
  /** Of all its loads: requests, and those that were answered with 200. */
  sent: number;
  accepted: number;
}

/** For each copy; each of them compiles what it runs often. */
const warmUpSeconds = 3;
/** The proxy's configuration lets one address have 200. */
const openConnections = 160;

export interface Told {
  log(line: string): void;
  /** After the first bookings, which are not measured. */
  warm(): Promise<unknown>;
}

export async function measureAll(
  subjects: readonly Subject[],
  { rounds, seconds, connections }: Plan,
  { log, warm }: Told,
): Promise<Measured[]> {
  const contests = subjects.map((subject) => new Contest(subject));
  log("Warming up …");
  for (const contest of contests) await contest.warmUp(Math.min(warmUpSeconds, seconds));
  await warm();
  for (let round = 0; round < rounds; round++) {
    log(`Closed loop, round ${round + 1} of ${rounds} …`);
    for (const contest of rotated(contests, round)) await contest.closed({ seconds, connections });
  }
  for (let round = 0; round < rounds; round++) {
    log(`At half of the capacity, round ${round + 1} of ${rounds} …`);
    for (const contest of rotated(contests, round)) await contest.half(seconds);
  }
  return contests.map(({ measured }) => measured);
}

class Contest {
  readonly #subject: Subject;
  readonly measured: Measured;

  constructor(subject: Subject) {
    this.#subject = subject;
    const { title, copies } = subject;
    this.measured = { title, copies, closed: [], halfRate: 0, half: [], sent: 0, accepted: 0 };
  }

  async warmUp(secondsForEach: number): Promise<void> {
    const seconds = secondsForEach * (this.#subject.copies ?? 1);
    await this.#load({ seconds, connections: openConnections });
  }

  async closed(wanted: Wanted): Promise<void> {
    this.measured.closed.push(await this.#round(wanted));
  }

  async half(seconds: number): Promise<void> {
    const { closed, half } = this.measured;
    const rate = Math.max(1, Math.round(median(closed.map(({ perSecond }) => perSecond)) / 2));
    this.measured.halfRate = rate;
    half.push(await this.#round({ seconds, connections: openConnections, rate }));
  }

  /** @throws Error where nothing is answered: then there is nothing to divide by. */
  async #round(wanted: Wanted): Promise<Round> {
    const subject = this.#subject;
    const before = { cpu: subject.cpuUs(), roundTrips: await subject.roundTrips() };
    const result = await this.#load(wanted);
    const cpu = subject.cpuUs();
    const roundTrips = await subject.roundTrips();
    const answers = result.statuses["200"];
    if (!answers) throw new Error(`${subject.title}: no answer with 200 in ${wanted.seconds} s`);
    const cpuUs: Round["cpuUs"] = {};
    for (const part of parts) {
      if (cpu[part] === undefined) continue;
      const used = (cpu[part] - before.cpu[part]!) / answers;
      cpuUs[part] = Number.isNaN(used) ? null : used;
    }
    return {
      ...result,
      cpuUs,
      roundTrips: roundTrips === null ? null : (roundTrips - before.roundTrips!) / answers,
    };
  }

  async #load(wanted: Wanted): Promise<LoadResult> {
    const result = await this.#subject.load(wanted);
    this.measured.sent += result.sent;
    this.measured.accepted += result.statuses["200"] ?? 0;
    return result;
  }
}
