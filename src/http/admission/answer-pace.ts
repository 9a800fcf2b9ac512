/**
 * Requests that are processed have priority over refusals and over content that is public. A client that
 * ignores `Retry-After` sends its next request as soon as one is refused, and one that downloads the API's
 * description again and again does the same: at tens of thousands a second, answering would use up the thread
 * that decides. So after a number of such answers within a few milliseconds the others wait for a moment, and
 * with them the connections on which they would be repeated. Projects take turns, public content being one of
 * them: a project that is seldom refused hardly waits.
 */

export const paceLimits = {
  /** Refusals that are answered in a tick: a tenth of the thread's time, of some 25 µs each. */
  perTick: 20,
  /** Bytes of an answer that take as long to send as a refusal takes. */
  bytes: 16 * 1024,
  tickMs: 5,
  /** A tick is longer while the thread is busy, and then counts as several: as so many at most. */
  ticksMax: 4,
  /** Answers that wait, of all projects. One more sends the oldest of its project. */
  held: 4096,
  /** Ticks without a processed request after which no answer waits: a second. */
  quietTicks: 200,
} as const;
const { perTick, bytes: refusalBytes, tickMs, ticksMax, held, quietTicks } = paceLimits;

interface Held {
  cost: number;
  send: () => void;
}

export class AnswerPace {
  /** Requests were processed since the last tick. */
  #isBusy = false;
  #tickedAt = 0;
  /** Ticks since a request was processed. */
  #quiet: number = quietTicks;
  /** Sent since the last tick, in refusals. */
  #sent = 0;
  /** By project, the one whose turn it was last; oldest first. */
  readonly #held = new Map<string, Held[]>();
  #count = 0;
  #isTicking = false;

  /** A request was processed: those that follow have priority. */
  served(): void {
    this.#isBusy = true;
  }

  /**
   * Resolves when an answer may be sent; undefined where that is at once.
   * @param project empty where the answer belongs to none.
   * @param bytes of the answer; a refusal's are few.
   */
  turn(project: string, bytes = 0): Promise<void> | undefined {
    const cost = 1 + Math.floor(bytes / refusalBytes);
    if (!this.#isTicking) this.#startTicking();
    if (this.#sent < perTick || this.#isQuiet) {
      this.#sent += cost;
      return undefined;
    }
    return new Promise((send) => {
      const waiting = this.#held.get(project) ?? [];
      waiting.push({ cost, send });
      this.#held.set(project, waiting);
      this.#count += 1;
      if (this.#count > held) this.#take(project, waiting).send();
    });
  }

  get held(): number {
    return this.#count;
  }

  get #isQuiet(): boolean {
    return this.#quiet >= quietTicks;
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
    const wasQuiet = this.#isQuiet;
    this.#quiet = this.#isBusy ? 0 : this.#quiet + 1;
    this.#isBusy = false;
    const ticks = Math.floor((performance.now() - this.#tickedAt) / tickMs);
    const room = perTick * Math.min(ticksMax, Math.max(1, ticks));
    const before = this.#sent;
    // What a large answer took beyond its tick is missing in the ticks that follow.
    this.#sent = wasQuiet ? 0 : Math.max(0, before - room);
    const next = this.#next(this.#isQuiet ? Number.POSITIVE_INFINITY : room - this.#sent);
    this.#isTicking = next.length > 0 || before > 0;
    for (const { cost, send } of next) {
      this.#sent += cost;
      send();
    }
    if (this.#isTicking) this.#waitForTick();
  }

  /** @param room in refusals; the last answer may be larger than what is left of it. */
  #next(room: number): Held[] {
    const next: Held[] = [];
    let left = room;
    for (const [project, waiting] of this.#held) {
      if (left <= 0) break;
      const one = this.#take(project, waiting); // Which puts the project behind the others.
      next.push(one);
      left -= one.cost;
    }
    return next;
  }

  #take(project: string, waiting: Held[]): Held {
    const oldest = waiting.shift()!;
    this.#held.delete(project);
    if (waiting.length > 0) this.#held.set(project, waiting);
    this.#count -= 1;
    return oldest;
  }
}
