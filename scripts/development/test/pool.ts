/** Runs jobs, some at a time. */

export interface Job<Result> {
  /** How long it will take, as far as is known. */
  expectedMs: number;
  run(): Promise<Result>;
}

/** As `toSorted` takes it: the first starts first. */
export type Order<One> = (a: One, b: One) => number;

export const longestFirst: Order<{ expectedMs: number }> = (a, b) => b.expectedMs - a.expectedMs;

/** For jobs that start in the order in which they are given. */
export const asGiven: Order<unknown> = () => 0;

/** The same order for each of so many jobs that run at the same time. */
export const atOnce = <One>(count: number, order: Order<One>): Order<One>[] =>
  Array.from({ length: count }, () => order);

/** How many jobs run at the same time. */
export interface Concurrency {
  /** So many always do. */
  atLeast: number;
  /** Whether the machine has the capacity for one more than these. */
  hasCapacity(): Promise<boolean>;
}

/** Called as jobs start and end. */
export interface JobListener<One extends Job<unknown>> {
  started?(job: One): void;
  ended(job: One, result: Awaited<ReturnType<One["run"]>>): void;
}

/**
 * @param orders one for each job that may run at the same time: by which the next job is chosen.
 * @param concurrency by default, one job for each order always runs.
 */
export async function runJobs<One extends Job<unknown>>(
  jobs: readonly One[],
  orders: readonly Order<One>[],
  listener: JobListener<One>,
  { atLeast, hasCapacity }: Concurrency = { atLeast: orders.length, hasCapacity: async () => true },
): Promise<void> {
  const waiting = new Set(jobs);
  let running = 0;
  const worker = async (order: Order<One>) => {
    for (const job of jobs.toSorted(order)) {
      while (waiting.has(job) && running >= atLeast && !(await hasCapacity()));
      if (!waiting.delete(job)) continue;
      running += 1;
      listener.started?.(job);
      listener.ended(job, (await job.run()) as Awaited<ReturnType<One["run"]>>);
      running -= 1;
    }
  };
  await Promise.all(orders.map(worker));
}
