/** How long a run still takes at its pace so far: an estimate for people. */
import type { Job } from "./pool.ts";

export class TimeLeft<One extends Pick<Job<unknown>, "expectedMs">> {
  readonly unfinished: Set<One>;
  readonly #startedAt: number;
  readonly #now: () => number;
  /** What is expected of all jobs together. */
  readonly #expectedMs: number;
  readonly #startedAtOf = new Map<One, number>();

  constructor(jobs: readonly One[], now = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.unfinished = new Set(jobs);
    this.#expectedMs = sumOf(jobs.map(({ expectedMs }) => expectedMs));
  }

  started(job: One): void {
    this.#startedAtOf.set(job, this.#now());
  }

  ended(job: One): void {
    this.unfinished.delete(job);
  }

  /** No less than what is left of the longest job. */
  get ms(): number {
    const now = this.#now();
    const left = [...this.unfinished].map((job) =>
      Math.max(0, job.expectedMs - (now - (this.#startedAtOf.get(job) ?? now))),
    );
    const leftMs = sumOf(left);
    const doneMs = Math.max(1, this.#expectedMs - leftMs);
    return Math.max(leftMs * ((now - this.#startedAt) / doneMs), ...left);
  }
}

const sumOf = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0);
