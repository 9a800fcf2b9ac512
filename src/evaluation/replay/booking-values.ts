import { hash } from "node:crypto";

/**
 * The values of bookings, from a file: two numbers per line in an open hash table (Knuth, The
 * Art of Computer Programming 3, 6.4, linear probing). A million take 32 MiB; in a `Map` of strings
 * they would take 200.
 */
export class BookingValues {
  #keys = new Float64Array(1 << 12);
  #values = new Float64Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * A later value of the same booking replaces the earlier one.
   * @param id of the decision (`dec_…`) or of the merchant's request.
   */
  set(id: string, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    this.#put(keyOf(id), value);
  }

  /** The value given for a decision; else the one given for its request. */
  of(decision: { id: string; requestId: string }): number | undefined {
    return this.get(decision.id) ?? this.get(decision.requestId);
  }

  get(id: string): number | undefined {
    const index = this.#indexOf(keyOf(id));
    return this.#keys[index] === 0 ? undefined : this.#values[index];
  }

  #put(key: number, value: number): void {
    const index = this.#indexOf(key);
    if (this.#keys[index] === 0) this.#size += 1;
    this.#keys[index] = key;
    this.#values[index] = value;
  }

  /** The index of the key, or the empty one where it would be. */
  #indexOf(key: number): number {
    const last = this.#keys.length - 1;
    let index = key & last;
    while (this.#keys[index] !== 0 && this.#keys[index] !== key) index = (index + 1) & last;
    return index;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Float64Array(keys.length * 2);
    this.#size = 0;
    for (const [i, key] of keys.entries()) if (key !== 0) this.#put(key, values[i]!);
  }
}

/**
 * 52 random bits: the last ones of a decision's ID, or of a request ID's hash. One project in 9,000
 * with a million decisions has a collision. 0 stands for an empty index.
 */
function keyOf(id: string): number {
  const digits = id.startsWith("dec_") ? id : hash("sha256", id);
  return Number.parseInt(digits.slice(-13), 16) || 1;
}
