const empty = -1;
const emptyPlaces = (count: number) => new Float64Array(count).fill(empty);

/**
 * Numbers in an open hash table (Knuth, The Art of Computer Programming 3, 6.4, linear probing). A million take 16 MiB,
 * in a `Set` 45, and the garbage collector does not visit each of them: its full collections were 14 ms longer.
 *
 * A number is a whole one from 0 to 2 ** 53 - 1 whose last bits are evenly distributed, such as a part of a hash.
 */
export class NumberSet {
  protected keys = emptyPlaces(16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: number): boolean {
    return this.keys[this.placeOf(key)] === key;
  }

  /** @returns its place, until a number is added. */
  add(key: number): number {
    const place = this.placeOf(key);
    if (this.keys[place] === key) return place;
    if (this.#size * 2 >= this.keys.length) {
      this.grow();
      return this.add(key);
    }
    this.keys[place] = key;
    this.#size += 1;
    return place;
  }

  /** Where the number is, or the empty place where it would be. */
  protected placeOf(key: number): number {
    const { keys } = this;
    const last = keys.length - 1;
    let place = key & last;
    while (keys[place] !== empty && keys[place] !== key) place = (place + 1) & last;
    return place;
  }

  protected grow(): void {
    const { keys } = this;
    this.keys = emptyPlaces(keys.length * 2);
    for (const key of keys) if (key !== empty) this.keys[this.placeOf(key)] = key;
  }
}

/** The same with a value for each number. A million take 32 MiB. */
export class NumberMap extends NumberSet {
  #values = new Float64Array(this.keys.length);

  /** A later value of the same number replaces the earlier one. */
  set(key: number, value: number): void {
    const place = this.add(key);
    this.#values[place] = value;
  }

  get(key: number): number | undefined {
    const place = this.placeOf(key);
    return this.keys[place] === key ? this.#values[place] : undefined;
  }

  protected override grow(): void {
    const { keys } = this;
    const values = this.#values;
    super.grow();
    this.#values = new Float64Array(this.keys.length);
    keys.forEach((key, place) => {
      if (key !== empty) this.#values[this.placeOf(key)] = values[place]!;
    });
  }
}
