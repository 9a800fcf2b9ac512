/**
 * Refusals give way to the requests that are worked on. A client that ignores `Retry-After` sends its next
 * request as soon as one is refused: at tens of thousands a second, refusing takes the thread that would
 * decide. So past a number of them in a few milliseconds the others wait for a moment, and with them the
 * connections on which they would be repeated.
 */

export const paceLimits = {
  /** Refusals that are answered in a tick: a fifth of the thread's time, of some 20 µs each. */
  perTick: 50,
  /** A tick is longer while the thread is busy, so that a slow machine refuses fewer in a second. */
  tickMs: 5,
  /** Refusals that wait. One more answers the oldest. */
  held: 4096,
  /** Ticks since the last request that was worked on, until refusals no longer give way: a second. */
  quietTicks: 200,
} as const;
const { perTick, tickMs, held, quietTicks } = paceLimits;

export class RefusalPace {
  readonly #served: () => number;
  /** At the last tick. */
  #servedBefore = 0;
  /** Ticks since a request was worked on. */
  #quiet: number = quietTicks;
  /** Answered since the last tick. */
  #answered = 0;
  /** Oldest first. */
  readonly #held: (() => void)[] = [];
  #isTicking = false;

  /** @param served how many requests have been worked on since the start. */
  constructor(served: () => number) {
    this.#served = served;
  }

  /** Resolves when a refusal may be answered; undefined where that is at once. */
  turn(): Promise<void> | undefined {
    if (!this.#isTicking) this.#startTicking();
    if (this.#answered < perTick || this.#quiet >= quietTicks) {
      this.#answered += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#held.push(resolve);
      if (this.#held.length > held) this.#held.shift()!();
    });
  }

  get held(): number {
    return this.#held.length;
  }

  #startTicking(): void {
    this.#isTicking = true;
    this.#quiet = quietTicks;
    this.#servedBefore = this.#served();
    this.#waitForTick();
  }

  #waitForTick(): void {
    setTimeout(() => this.#tick(), tickMs).unref();
  }

  #tick(): void {
    const served = this.#served();
    this.#quiet = served === this.#servedBefore ? this.#quiet + 1 : 0;
    this.#servedBefore = served;
    const next = this.#held.splice(0, this.#quiet < quietTicks ? perTick : held);
    this.#isTicking = next.length > 0 || this.#answered > 0;
    this.#answered = next.length;
    for (const answer of next) answer();
    if (this.#isTicking) this.#waitForTick();
  }
}
