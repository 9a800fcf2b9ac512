/**
 * A cache of recently used values by name, in bounded memory. It has two generations: when the
 * young one reaches half of the limit it becomes the old one, and the old values that were not used
 * in the meantime are evicted. So every use costs the same, however many new names appear. A `Map`
 * in order of use would be slower: finding its first entry means passing all that were deleted.
 * lru-cache takes twice as long for a hit, which counts in the rate limit of every request.
 */
export class RecentValues<Value> {
  readonly #max: number;
  #young = new Map<string, Entry<Value>>();
  #old = new Map<string, Entry<Value>>();
  #youngWeight = 0;

  /**
   * @param max the total weight that is never exceeded. A value that is used again before others of
   *   half this weight were used is never evicted.
   */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts as a use. */
  get(name: string): Value | undefined {
    const young = this.#young.get(name);
    if (young) return young.value;
    const old = this.#old.get(name);
    if (!old) return undefined;
    this.set(name, old.value, old.weight);
    return old.value;
  }

  /** Replaces the value of this name. */
  set(name: string, value: Value, weight = 1): void {
    this.delete(name);
    this.#young.set(name, { value, weight });
    this.#youngWeight += weight;
    if (this.#youngWeight < this.#max / 2) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngWeight = 0;
  }

  delete(name: string): void {
    this.#youngWeight -= this.#young.get(name)?.weight ?? 0;
    this.#young.delete(name);
    this.#old.delete(name);
  }

  /** Number of values. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

interface Entry<Value> {
  value: Value;
  weight: number;
}
