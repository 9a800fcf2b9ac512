/**
 * The value of each booking, from a file: two numbers a decision, in an open hash table (Knuth, The
 * Art of Computer Programming 3, 6.4, linear probing). A million take 32 MiB, as strings 200.
 */
export class BookingValues {
  #keys = new Float64Array(1 << 12);
  #values = new Float64Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A later value of the same decision holds. */
  set(decisionId: string, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    this.#put(keyOf(decisionId), value);
  }

  get(decisionId: string): number | undefined {
    const place = this.#placeOf(keyOf(decisionId));
    return this.#keys[place] === 0 ? undefined : this.#values[place];
  }

  #put(key: number, value: number): void {
    const place = this.#placeOf(key);
    if (this.#keys[place] === 0) this.#size += 1;
    this.#keys[place] = key;
    this.#values[place] = value;
  }

  /** Where the key is, or the empty place where it would be. */
  #placeOf(key: number): number {
    const last = this.#keys.length - 1;
    let place = key & last;
    while (this.#keys[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & last;
    return place;
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
 * The last 52 bits of the identifier, which are random: two of a million decisions have them in
 * common once in 9,000 projects. 0 is kept for an empty place.
 */
function keyOf(decisionId: string): number {
  return Number.parseInt(decisionId.slice(-13), 16) || 1;
}
