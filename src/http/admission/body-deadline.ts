/** Bounds how long a body may take to arrive, whoever sends it and however it is cut into pieces. */

interface Unfinished {
  expire: () => void;
  /** The tick in which it began. */
  since: number;
}

/** Bodies cut off in one go, before other requests continue: each is answered, which takes 20 µs. */
const atOnce = 64;

/** A deadline is checked this many times while it runs, so it is late by a quarter at most. */
const ticks = 4;

/**
 * Bun's idle time does not do this: it is 75 s, for connections that are kept open on purpose. One timer
 * serves all bodies, and runs only while any is unfinished: a body that has arrived costs no timer.
 */
export class BodyDeadline {
  /** How long a body may take. */
  readonly ms: number;
  readonly #tickMs: number;
  readonly #max: number;
  /** Oldest first. */
  readonly #unfinished = new Set<Unfinished>();
  #tick = 0;
  #isTicking = false;

  /**
   * @param ms how long a body may take; up to a quarter more.
   * @param max unfinished bodies at once. Beyond that, the oldest is cut off, so that slow senders
   *   cannot keep new ones out.
   */
  constructor({ ms, max }: { ms: number; max: number }) {
    this.ms = ms;
    this.#tickMs = ms / ticks;
    this.#max = max;
  }

  /** Settles as `arriving` does, or with `late()` when the time is over. */
  inTime<Body>(arriving: Promise<Body>, late: () => Body): Promise<Body> {
    return new Promise((resolve, reject) => {
      const body: Unfinished = {
        since: this.#tick,
        expire: () => {
          this.#unfinished.delete(body);
          try {
            resolve(late());
          } catch (error) {
            reject(error);
          }
        },
      };
      arriving.then(
        (arrived) => {
          this.#unfinished.delete(body);
          resolve(arrived);
        },
        (error) => {
          this.#unfinished.delete(body);
          reject(error);
        },
      );
      this.#unfinished.add(body);
      if (this.#unfinished.size > this.#max) this.#oldest()?.expire();
      if (!this.#isTicking) this.#startTicking();
    });
  }

  /** Bodies that have not arrived. */
  get size(): number {
    return this.#unfinished.size;
  }

  #oldest(): Unfinished | undefined {
    for (const body of this.#unfinished) return body;
    return undefined;
  }

  #startTicking(): void {
    this.#isTicking = true;
    setTimeout(() => {
      this.#isTicking = false;
      this.#tick += 1;
      this.#expireLate();
      if (this.#unfinished.size > 0) this.#startTicking();
    }, this.#tickMs).unref();
  }

  #expireLate(): void {
    let expired = 0;
    for (const body of this.#unfinished) {
      if (body.since >= this.#tick - ticks) return; // And so are all that follow.
      if (expired === atOnce) break;
      body.expire();
      expired += 1;
    }
    if (expired === atOnce) setImmediate(() => this.#expireLate());
  }
}
