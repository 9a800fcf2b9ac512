/** Runs the visits concurrently and records the result of each. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Attempt, AttemptLog } from "./attempt-log.ts";
import type { Kind, Person, Visit } from "./kind.ts";
import { peopleOf } from "./people.ts";
import { startProxy, type VisitorProxy } from "./proxy.ts";
import type { StoredDecision, Testbed } from "./testbed.ts";

/** The longest kind makes eight visits of half a minute, which take twice as long on a busy machine. */
const visitMsMax = 10 * 60_000;
/** An attacker may exit before the hotel has responded. */
const attemptMsMax = 5000;

export interface VisitRecord {
  kind: string;
  /** Numbered from 1 in the order in which they started. */
  visit: number;
  seconds: number;
  /** Why the visit failed; null where it succeeded. */
  failure: string | null;
  decisions: StoredDecision[];
}

interface Options {
  testbed: Testbed;
  attemptLog: AttemptLog;
  /** The run's folder; each visit gets a subfolder. */
  folder: string;
  parallel: number;
  seed: string;
  onVisit?(record: VisitRecord): void;
}

export async function runVisits(schedule: readonly Kind[], options: Options) {
  const nextPerson = peopleOf(options.seed);
  const records: VisitRecord[] = [];
  let started = 0;
  async function worker(): Promise<void> {
    for (let visit = started++; visit < schedule.length; visit = started++) {
      const kind = schedule[visit]!;
      const people = Array.from({ length: 1 + (kind.others ?? 0) }, nextPerson);
      const record = await runVisit(kind, visit + 1, people, options);
      records.push(record);
      options.onVisit?.(record);
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return records.toSorted((a, b) => a.visit - b.visit);
}

/** Never throws: errors are recorded as the visit's failure. */
async function runVisit(
  kind: Kind,
  visit: number,
  people: readonly Person[],
  { testbed, attemptLog, folder: parent, seed }: Options,
): Promise<VisitRecord> {
  const started = Date.now();
  const folder = join(parent, `visit-${visit}`);
  mkdirSync(folder);
  const proxies: VisitorProxy[] = [];
  const base = { kind: kind.name, visit, failure: null, decisions: [] };
  const seconds = () => (Date.now() - started) / 1000;
  try {
    const { service, hotels } = testbed;
    const { site, publishableKey } = hotels[visit % hotels.length]!;
    for (const { ip } of people) proxies.push(await startProxy(ip, [site, service]));
    const [first, ...others] = people.map((person, at) => ({ person, proxy: proxies[at]!.url }));
    const numeric = seedOf(`${seed}/${visit}`);
    const one: Visit = { site, service, publishableKey, ...first!, others, folder, seed: numeric };
    await inTime(kind.run(one));
    const attempts = await countedAttempts(attemptLog, people, kind.countedFrom ?? 1);
    const decisions = [];
    for (const { decisionId } of attempts) decisions.push(await testbed.decision(decisionId));
    return { ...base, seconds: seconds(), decisions };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...base, seconds: seconds(), failure };
  } finally {
    for (const proxy of proxies) await proxy.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function inTime<Result>(run: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const stop = () =>
      reject(new Error(`the visit took longer than ${visitMsMax / 60_000} minutes`));
    timer = setTimeout(stop, visitMsMax);
  });
  try {
    return await Promise.race([run, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error where the first counted attempt did not arrive in time. */
async function countedAttempts(
  attemptLog: AttemptLog,
  people: readonly Person[],
  countedFrom: number,
): Promise<Attempt[]> {
  const deadline = Date.now() + attemptMsMax;
  for (;;) {
    const attempts = attemptLog.attemptsOf(people);
    if (attempts.length >= countedFrom) return attempts.slice(countedFrom - 1);
    if (Date.now() > deadline) {
      const received = `${attempts.length} of at least ${countedFrom}`;
      throw new Error(`too few booking attempts reached the hotel: ${received}`);
    }
    await Bun.sleep(100);
  }
}

/** A 32-bit seed from a text. */
function seedOf(text: string): number {
  return Number(Bun.hash.crc32(text));
}
