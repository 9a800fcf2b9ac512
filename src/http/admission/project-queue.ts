/** One project's requests to an endpoint: those worked on, those that wait, and how long these wait. */

export interface WaitingRequest {
  start: () => void;
  /** `performance.now()` when it began to wait, and how many of its project waited then. */
  since: number;
  ahead: number;
  /** Counted for this address; null where addresses are not counted. */
  address: string | null;
}

export const delayLimits = {
  /**
   * How long a request may wait while there are too many, ms. By Little's law, as many may wait as
   * are begun in this time.
   */
  delayMs: 100,
  /**
   * How long requests have to wait longer than that until some are refused, ms: a burst is worked
   * off, and only what stays is refused.
   */
  graceMs: 200,
} as const;
const { delayMs, graceMs } = delayLimits;

/** First in, first out. It measures itself as requests leave it: no timer, and nothing while it is empty. */
export class ProjectQueue {
  /** Changed by the admission: requests worked on now, and its place among the projects. */
  working = 0;
  turn = 0;
  readonly #waiting: WaitingRequest[] = [];
  /** Requests begun in a ms, by the one that was begun last. */
  #perMs = 0;
  /** Since when requests wait too long, by `performance.now()`. */
  #lateSince = Number.POSITIVE_INFINITY;

  get waiting(): number {
    return this.#waiting.length;
  }

  add(start: () => void, address: string | null): void {
    const ahead = this.#waiting.length;
    this.#waiting.push({ start, since: performance.now(), ahead, address });
  }

  /** Of a queue in which some wait. */
  take(): WaitingRequest {
    const next = this.#waiting.shift()!;
    const waitedMs = Math.max(1, performance.now() - next.since);
    this.#perMs = (next.ahead + 1) / waitedMs;
    if (this.#waiting.length === 0) this.#lateSince = Number.POSITIVE_INFINITY;
    return next;
  }

  /**
   * Whether one more would wait too long, as others have done for a while.
   * @param few may wait in any case.
   */
  isTooLong(few: number): boolean {
    const [oldest] = this.#waiting;
    if (!oldest) return false;
    const now = performance.now();
    const waitedMs = now - oldest.since;
    if (waitedMs > delayMs) this.#lateSince = Math.min(this.#lateSince, now);
    else if (waitedMs < delayMs / 2) this.#lateSince = Number.POSITIVE_INFINITY;
    if (now - this.#lateSince < graceMs) return false;
    return this.#waiting.length >= Math.max(few, this.#perMs * delayMs);
  }
}
