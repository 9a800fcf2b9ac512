/**
 * Requests that are processed have priority over refusals. A client that ignores `Retry-After` sends its
 * next request as soon as one is refused: at tens of thousands a second, refusing would use up the thread
 * that decides. So after a number of refusals within a few milliseconds the others wait for a moment, and
 * with them the connections on which they would be repeated. Projects take turns: a project that is seldom
 * refused hardly waits.
 */

export const paceLimits = {
  /** Refusals that are answered in a tick: a tenth of the thread's time, of some 25 µs each. */
  perTick: 20,
  tickMs: 5,
  /** A tick is longer while the thread is busy, and then counts as several: as so many at most. */
  ticksMax: 4,
  /** Refusals that wait, of all projects. One more answers the oldest of its project. */
  held: 4096,
  /** Ticks without a processed request after which refusals no longer wait: a second. */
  quietTicks: 200,
} as const;
const { perTick, tickMs, ticksMax, held, quietTicks } = paceLimits;

export class RefusalPace {
  /** Requests were processed since the last tick. */
  #isBusy = false;
  #tickedAt = 0;
  /** Ticks since a request was processed. */
  #quiet: number = quietTicks;
  /** Answered since the last tick. */
  #answered = 0;
  /** By project, the one whose turn it was last; oldest first. */
  readonly #held = new Map<string, (() => void)[]>();
  #count = 0;
  #isTicking = false;

  /** A request was processed: those that follow have priority over refusals. */
  served(): void {
    this.#isBusy = true;
  }

  /**
   * Resolves when a refusal may be answered; undefined where that is at once.
   * @param project empty where the key belongs to none.
   */
  turn(project: string): Promise<void> | undefined {
    if (!this.#isTicking) this.#startTicking();
    if (this.#answered < perTick || this.#quiet >= quietTicks) {
      this.#answered += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      const waiting = this.#held.get(project) ?? [];
      waiting.push(resolve);
      this.#held.set(project, waiting);
      this.#count += 1;
      if (this.#count > held) this.#take(project, waiting)();
    });
  }

  get held(): number {
    return this.#count;
  }

  #startTicking(): void {
    this.#isTicking = true;
    this.#quiet = quietTicks;
    this.#isBusy = false;
    this.#waitForTick();
  }

  #waitForTick(): void {
    this.#tickedAt = performance.now();
    setTimeout(() => this.#tick(), tickMs).unref();
  }

  #tick(): void {
    this.#quiet = this.#isBusy ? 0 : this.#quiet + 1;
    this.#isBusy = false;
    const ticks = Math.floor((performance.now() - this.#tickedAt) / tickMs);
    const count = perTick * Math.min(ticksMax, Math.max(1, ticks));
    const next = this.#next(this.#quiet < quietTicks ? count : held);
    this.#isTicking = next.length > 0 || this.#answered > 0;
    this.#answered = next.length;
    for (const answer of next) answer();
    if (this.#isTicking) this.#waitForTick();
  }

  #next(count: number): (() => void)[] {
    const next: (() => void)[] = [];
    for (const [project, waiting] of this.#held) {
      if (next.length === count) break;
      next.push(this.#take(project, waiting)); // Which puts the project behind the others.
    }
    return next;
  }

  #take(project: string, waiting: (() => void)[]): () => void {
    const oldest = waiting.shift()!;
    this.#held.delete(project);
    if (waiting.length > 0) this.#held.set(project, waiting);
    this.#count -= 1;
    return oldest;
  }
}
