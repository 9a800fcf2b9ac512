/** Makes the visits, several at once, and keeps what came of each. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Kind, Person, Visit } from "./kind.ts";
import type { Attempt, Ledger } from "./ledger.ts";
import { peopleOf } from "./people.ts";
import { type Line, startProxy } from "./proxy.ts";
import type { Stage, StoredDecision } from "./stage.ts";

const visitMsMax = 6 * 60_000;
/** An attacker may leave before the hotel has answered. */
const attemptMsMax = 5000;

export interface VisitRecord {
  kind: string;
  /** From 1 on, in the order in which they began. */
  visit: number;
  seconds: number;
  /** Why there is nothing to count, where there is nothing. */
  failure: string | null;
  decisions: StoredDecision[];
}

interface Options {
  stage: Stage;
  ledger: Ledger;
  /** The run's own; each visit gets one in it. */
  folder: string;
  parallel: number;
  seed: string;
  onVisit?(record: VisitRecord): void;
}

export async function makeVisits(schedule: readonly Kind[], options: Options) {
  const nextPerson = peopleOf(options.seed);
  const records: VisitRecord[] = [];
  let begun = 0;
  async function worker(): Promise<void> {
    for (let visit = begun++; visit < schedule.length; visit = begun++) {
      const kind = schedule[visit]!;
      const people = Array.from({ length: 1 + (kind.others ?? 0) }, nextPerson);
      const record = await makeVisit(kind, visit + 1, people, options);
      records.push(record);
      options.onVisit?.(record);
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return records.toSorted((a, b) => a.visit - b.visit);
}

/** Never throws: what goes wrong is the record's failure. */
async function makeVisit(
  kind: Kind,
  visit: number,
  people: readonly Person[],
  { stage, ledger, folder: parent, seed }: Options,
): Promise<VisitRecord> {
  const started = Date.now();
  const folder = join(parent, `visit-${visit}`);
  mkdirSync(folder);
  const proxies: Line[] = [];
  const told = { kind: kind.name, visit, failure: null, decisions: [] };
  const seconds = () => (Date.now() - started) / 1000;
  try {
    const { service, hotels } = stage;
    const { site, publishableKey } = hotels[visit % hotels.length]!;
    for (const { ip } of people) proxies.push(await startProxy(ip, [site, service]));
    const everybody = people.map((person, at) => ({ person, proxy: proxies[at]!.url }));
    const [first, ...others] = everybody;
    const numeric = seedOf(`${seed}/${visit}`);
    const one: Visit = { site, service, publishableKey, ...first!, others, folder, seed: numeric };
    const { counted } = (await inTime(kind.run(one))) ?? {};
    const attempts = await attemptsOf(ledger, counted ?? people);
    const decisions = [];
    for (const { decisionId } of attempts) decisions.push(await stage.decision(decisionId));
    return { ...told, seconds: seconds(), decisions };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...told, seconds: seconds(), failure };
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

/** @throws Error where none came. */
async function attemptsOf(ledger: Ledger, people: readonly Person[]): Promise<Attempt[]> {
  const deadline = Date.now() + attemptMsMax;
  for (;;) {
    const attempts = ledger.attemptsOf(people);
    if (attempts.length > 0) return attempts;
    if (Date.now() > deadline) throw new Error("no attempt to book arrived at the hotel");
    await Bun.sleep(100);
  }
}

/** Whole, and exact in JavaScript. */
function seedOf(text: string): number {
  return Number(Bun.hash.crc32(text));
}
