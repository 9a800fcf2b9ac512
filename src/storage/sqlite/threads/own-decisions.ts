/**
 * Which decisions of the log this process is committing or has committed: an unbroken range of
 * `seq`, in memory that the writer shares with the thread that decides. That thread is told of each
 * commit of its own, with its attempt, so it reads the log only for what others have written.
 */
export class OwnDecisions {
  readonly shared: SharedArrayBuffer;
  /** The first and the last `seq`. */
  readonly #range: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#range = new BigInt64Array(shared);
  }

  /**
   * Called by the writer inside the transaction, before it commits: no other process can write then,
   * and whoever sees the rows sees this too.
   * @param seqs without gaps, ascending.
   */
  announce(seqs: readonly number[]): void {
    const [first, last] = [seqs[0], seqs.at(-1)];
    if (first === undefined || last === undefined) return;
    const continues = this.#first() > 0 && this.#last() === first - 1;
    // The first is stored first and read last, so that a range is never taken for longer than it is.
    if (!continues) Atomics.store(this.#range, 0, BigInt(first));
    Atomics.store(this.#range, 1, BigInt(last));
  }

  /** Called by the writer where the transaction failed after all. */
  withdraw(seqs: readonly number[]): void {
    if (seqs[0] !== undefined) Atomics.store(this.#range, 1, BigInt(seqs[0] - 1));
  }

  /** Whether all decisions after one `seq` and up to another are this process's own. */
  cover(after: number, to: number): boolean {
    const last = this.#last();
    const first = this.#first();
    return first > 0 && first <= after + 1 && to <= last;
  }

  /** Zero before the first. */
  #first(): number {
    return Number(Atomics.load(this.#range, 0));
  }

  #last(): number {
    return Number(Atomics.load(this.#range, 1));
  }
}
