/** Runs jobs, some at a time: those that have waited for nothing first, and of these the longest first. */

export interface Job<Result> {
  name: string;
  /** How long it will take, as far as is known. */
  expectedMs: number;
  /** It starts once these have ended. */
  after?: readonly string[];
  /** Jobs of a lower rank start first, whatever they take. */
  rank: number;
  run(): Promise<Result>;
}

export interface Ended<Result> {
  job: Job<Result>;
  result: Result;
  ms: number;
}

/**
 * @param atOnce how many jobs run at the same time.
 * @param onEnd hears of each job as it ends.
 * @throws Error where jobs wait for one that is not among them.
 */
export async function runJobs<Result>(
  jobs: readonly Job<Result>[],
  atOnce: number,
  onEnd: (ended: Ended<Result>) => void,
): Promise<void> {
  const waiting = jobs.toSorted((a, b) => a.rank - b.rank || b.expectedMs - a.expectedMs);
  const unfinished = new Set(jobs.map(({ name }) => name));
  const running = new Set<Promise<void>>();
  const isReady = ({ after = [] }: Job<Result>) => !after.some((name) => unfinished.has(name));
  const start = async (job: Job<Result>) => {
    const started = performance.now();
    const result = await job.run();
    unfinished.delete(job.name);
    onEnd({ job, result, ms: performance.now() - started });
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < atOnce ? waiting.findIndex(isReady) : -1;
    if (next >= 0) {
      const one = start(waiting.splice(next, 1)[0]!).finally(() => running.delete(one));
      running.add(one);
    } else if (running.size > 0) await Promise.race(running);
    else throw new Error(`nothing ends that these wait for: ${waiting.map(({ name }) => name)}`);
  }
}

/** The time that is left, if the rest is divided evenly: an estimate for people. */
export function timeLeftMs(remaining: readonly number[], atOnce: number): number {
  const sum = remaining.reduce((a, b) => a + b, 0);
  return Math.max(sum / atOnce, ...remaining);
}
