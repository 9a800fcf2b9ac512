/**
 * What was used lately, by name, in bounded memory. There are two generations: when the young one
 * is half of what there is room for, it becomes the old one, and what was old and was not used
 * meanwhile is forgotten. So each use costs the same, however many strangers come by; a map in the
 * order of use would look for its first entry among all that were moved behind it.
 */
export class LatelyUsed<Value> {
  readonly #max: number;
  #young = new Map<string, Kept<Value>>();
  #old = new Map<string, Kept<Value>>();
  #youngWeight = 0;

  /**
   * @param max the most that is kept, in the unit of the weights. What is used again before others
   *   of half this weight were used is always kept.
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

  /** In the place of what was kept by this name. */
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

  /** How many are kept. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

interface Kept<Value> {
  value: Value;
  weight: number;
}
