/**
 * Work that leaves most of the event loop to others: few pieces of it begin in a turn of the loop, so that a
 * request that arrives meanwhile waits for those, and not for all that arrived before it.
 */

export interface ShareLimits {
  /** Pieces that begin in a turn, however short it is. */
  perTurn: number;
  /**
   * Pieces that begin for each millisecond that the turn before took, where that is more. So the work is not
   * left behind by others that make the turns long.
   */
  perMs: number;
}

export class EventLoopShare {
  readonly #limits: ShareLimits;
  /** In the order in which they came. */
  readonly #waiting: (() => void)[] = [];
  /** Pieces that may still begin in this turn. */
  #left = 0;
  #isTurnPlanned = false;
  /** By `performance.now()`. */
  #turnBeganAt = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Resolves when the next piece of work may begin, in the order of the calls; undefined: it may now. */
  turn(): Promise<void> | undefined {
    if (!this.#isTurnPlanned) {
      this.#left = this.#limits.perTurn;
      this.#planTurn();
    }
    if (this.#left > 0) {
      this.#left -= 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #planTurn(): void {
    this.#isTurnPlanned = true;
    this.#turnBeganAt = performance.now();
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isTurnPlanned = false;
    if (this.#waiting.length === 0) return;
    const { perTurn, perMs } = this.#limits;
    const tookMs = performance.now() - this.#turnBeganAt;
    const next = this.#waiting.splice(0, Math.max(perTurn, Math.floor(tookMs * perMs)));
    this.#left = 0;
    this.#planTurn();
    for (const begin of next) begin();
  }
}
