/** The service past its capacity: one project that sends more than can be answered, and another one at the same time. */
import type { Service } from "../installation.ts";
import type { Load, LoadResult, Target } from "../load.ts";
import type { Latency } from "../percentiles.ts";
import { runLoad } from "../run-load.ts";
import { between } from "../thread-cpu.ts";

export interface Loaded {
  title: string;
  due: number;
  /** Due, and never sent: a connection sends one request at a time, and none was free. */
  unsent: number;
  scored: number;
  refused: number;
  /** Sent, and neither scored nor refused. */
  unanswered: number;
  /** Since they were sent; with `isSinceDue` since they were due. */
  scoredMs: Latency;
  refusedMs: Latency;
  /** What was scored in a second, of the mean of the capacities measured before and after. */
  ofCapacity: number | null;
  /** Until a tenth of the capacity is answered as before; null where it was not asked, or not within 30 s. */
  secondsToRecover: number | null;
  cores: Cores;
}

/** Processors that were busy. Where all together are as many as there are, the figures say less of the service. */
export interface Cores {
  mainThread: number;
  otherThreads: number;
  generators: number;
}

interface Wanted {
  service: Service;
  seconds: number;
  /** Of those that send too much. */
  connections: number;
  log(line: string): void;
}

const light = 64;

/** Bookings are due at 1.5 and 3 times the capacity. */
export async function tooMany(target: Target, wanted: Wanted): Promise<Loaded[]> {
  const { service, seconds, connections, log } = wanted;
  const all = [await capacity(target, wanted)];
  const before = await runLoad({
    ...target,
    rate: perSecond(all[0]!) / 10,
    connections: light,
    seconds: 3,
  });
  for (const factor of [1.5, 3]) {
    log(`At ${factor} times the capacity …`);
    const rate = perSecond(all.at(-1)!) * factor;
    const { results, cores } = await withCores(service, [
      { ...target, rate, connections, seconds },
    ]);
    const tenth = { ...target, rate: perSecond(all[0]!) / 10 };
    const secondsToRecover = await recovery(tenth, before.scoredMs.p99);
    const after = await capacity(target, wanted);
    const ofCapacity = share(
      (results[0]!.statuses["200"] ?? 0) / seconds,
      (perSecond(all.at(-1)!) + perSecond(after)) / 2,
    );
    const title = `${factor} times the capacity`;
    all.push({ ...loaded(title, results[0]!, cores), ofCapacity, secondsToRecover }, after);
  }
  return all;
}

/** One project sends 10 times its share, which is half of the capacity; the other half of its own. */
export async function twoProjects(many: Target, few: Target, wanted: Wanted): Promise<Loaded[]> {
  const { service, seconds, connections, log } = wanted;
  const before = await capacity(many, wanted);
  log("Two projects …");
  const quarter = { ...few, rate: perSecond(before) / 4, connections: 256, seconds };
  const alone = await withCores(service, [quarter]);
  const flood = { ...many, rate: perSecond(before) * 5, connections, seconds: seconds + 2 };
  // The first second is the flood's alone: then it is one.
  const { results, cores } = await withCores(service, [flood, quarter], 1000);
  const after = await capacity(many, wanted);
  const [flooding, other] = results;
  const scored =
    (flooding!.statuses["200"] ?? 0) / (seconds + 2) + (other!.statuses["200"] ?? 0) / seconds;
  const ofCapacity = share(scored, (perSecond(before) + perSecond(after)) / 2);
  const sinceDue = { isSinceDue: true };
  return [
    before,
    loaded("another project, half of its share, alone", alone.results[0]!, alone.cores, sinceDue),
    { ...loaded("a project with 10 times its share", flooding!, cores), ofCapacity },
    loaded("the other one meanwhile", other!, cores, sinceDue),
    after,
  ];
}

const capacitySeconds = 5;

/** Of 64 connections, each of which sends its next request after the answer. */
async function capacity(target: Target, { service, log }: Wanted): Promise<Loaded> {
  log("The capacity …");
  const load = { ...target, seconds: capacitySeconds, connections: light };
  const { results, cores } = await withCores(service, [load]);
  return loaded("the capacity, 64 connections", results[0]!, cores);
}

const perSecond = ({ scored }: Loaded) => scored / capacitySeconds;

/** Seconds until one in which bookings are answered as before, all with 200; that one is counted. */
async function recovery(tenth: Target & { rate: number }, p99Before: number) {
  for (let second = 1; second <= 30; second++) {
    const after = await runLoad({ ...tenth, connections: light, seconds: 1 });
    const isScored = after.statuses["200"] === after.sent && after.unanswered === 0;
    if (isScored && after.scoredMs.p99 <= Math.max(50, p99Before * 3)) return second;
  }
  return null;
}

function loaded(
  title: string,
  { statuses, unsent, unanswered, sent, ...ms }: LoadResult,
  cores: Cores,
  { isSinceDue = false } = {},
): Loaded {
  return {
    title,
    due: sent + unsent,
    unsent,
    unanswered: unanswered - unsent,
    scored: statuses["200"] ?? 0,
    refused: statuses["503"] ?? 0,
    scoredMs: isSinceDue ? ms.scoredMs : ms.scoredSinceSentMs,
    refusedMs: isSinceDue ? ms.refusedMs : ms.refusedSinceSentMs,
    ofCapacity: null,
    secondsToRecover: null,
    cores,
  };
}

/** @param apartMs between the beginnings of two loads. */
async function withCores(service: Service, loads: readonly Load[], apartMs = 0) {
  const before = service.threadCpu();
  const start = performance.now();
  const results = await Promise.all(
    loads.map(async (load, n) => {
      await Bun.sleep(n * apartMs);
      return runLoad(load);
    }),
  );
  const ms = performance.now() - start;
  const used = between(before, service.threadCpu());
  const ns = [...used.values()].reduce((sum, one) => sum + one, 0);
  const main = used.get("main") ?? 0;
  const generators = results.reduce((sum, one) => sum + (one.generatorUs * one.sent) / 1000, 0);
  const cores: Cores = {
    mainThread: share(main / 1e6, ms),
    otherThreads: share((ns - main) / 1e6, ms),
    generators: share(generators, ms),
  };
  return { results, cores };
}

function share(part: number, whole: number): number {
  return Number((part / whole).toFixed(2));
}
