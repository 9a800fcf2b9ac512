/** Runs jobs, some at a time: those of a lower rank first, and of these the longest first. */

export interface Job<Result> {
  /** How long it will take, as far as is known. */
  expectedMs: number;
  /** Jobs of a lower rank start first, whatever they take. */
  rank: number;
  run(): Promise<Result>;
}

/**
 * @param atOnce how many jobs run at the same time.
 * @param onEnd hears of each job as it ends.
 */
export async function runJobs<One extends Job<unknown>>(
  jobs: readonly One[],
  atOnce: number,
  onEnd: (job: One, result: Awaited<ReturnType<One["run"]>>) => void,
): Promise<void> {
  const waiting = jobs.toSorted((a, b) => a.rank - b.rank || b.expectedMs - a.expectedMs);
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      onEnd(job, (await job.run()) as Awaited<ReturnType<One["run"]>>);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The time that is left, if the rest is divided evenly: an estimate for people. */
export function timeLeftMs(remaining: readonly number[], atOnce: number): number {
  const sum = remaining.reduce((a, b) => a + b, 0);
  return Math.max(sum / atOnce, ...remaining);
}
