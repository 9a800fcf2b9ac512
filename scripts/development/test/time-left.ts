/** How long a run still takes at its pace so far: an estimate for people. */
import type { Job } from "./pool.ts";

type Expected = Pick<Job<unknown>, "expectedMs">;

export class TimeLeft {
  readonly #startedAt: number;
  readonly #now: () => number;
  /** What is expected of all jobs together. */
  readonly #expectedMs: number;
  readonly #unfinished: Set<Expected>;
  readonly #startedAtOf = new Map<Expected, number>();

  constructor(jobs: readonly Expected[], now = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#unfinished = new Set(jobs);
    this.#expectedMs = sumOf(jobs.map(({ expectedMs }) => expectedMs));
  }

  started(job: Expected): void {
    this.#startedAtOf.set(job, this.#now());
  }

  ended(job: Expected): void {
    this.#unfinished.delete(job);
  }

  /** No less than what is left of the longest job. */
  get ms(): number {
    const now = this.#now();
    const left = [...this.#unfinished].map((job) =>
      Math.max(0, job.expectedMs - (now - (this.#startedAtOf.get(job) ?? now))),
    );
    const leftMs = sumOf(left);
    const doneMs = Math.max(1, this.#expectedMs - leftMs);
    return Math.max(leftMs * ((now - this.#startedAt) / doneMs), ...left);
  }
}

const sumOf = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0);
