/**
 * Sightings in 88 bytes each, in the order of their moments: a cache of a million of them is nothing
 * that the garbage collector has to look at, and takes a third of the memory of objects.
 */
import { linkedKinds, type Moment, type Sighting } from "../../port/velocity.ts";
import { scoreBits, scoreFrom } from "./score-bits.ts";

/**
 * Two doubles, `at` and `tie`; then 17 whole numbers, and a word with a bit for each that is present,
 * whose upper bits have the score.
 */
const doubles = 11;
const words = 2 * doubles;
/** In a row: check-in, check-out, the linked identities in the order of `linkedKinds`, card and amount. */
const numbersFrom = 4;
const linkedFrom = 2;
const cardBit = linkedFrom + linkedKinds.length;
const amountBit = cardBit + 1;
const presentWord = words - 1;

export class PackedSightings {
  length = 0;
  #doubles = new Float64Array();
  #words = new Int32Array();

  readonly #max: number;

  /** @param max how many there will be at most: memory for more is not reserved beforehand. */
  constructor(sightings: readonly Sighting[], max: number) {
    this.#max = max;
    this.#reserve(sightings.length);
    for (const sighting of sightings) this.insert(this.length, sighting);
  }

  /** For so many sightings there is memory. */
  get capacity(): number {
    return this.#doubles.length / doubles;
  }

  at(row: number): number {
    return this.#doubles[row * doubles]!;
  }

  /** Negative if the row's attempt came before the other, zero if they are the same. */
  compare(row: number, { at, tie }: Moment): number {
    return this.at(row) - at || this.#doubles[row * doubles + 1]! - tie;
  }

  insert(row: number, sighting: Sighting): void {
    if (this.length === this.capacity) {
      const larger = Math.min(this.#max, Math.max(4, Math.ceil(this.length * 1.5)));
      this.#reserve(Math.max(larger, this.length + 1));
    }
    if (row < this.length) {
      this.#doubles.copyWithin((row + 1) * doubles, row * doubles, this.length * doubles);
    }
    this.#write(row, sighting);
    this.length += 1;
  }

  dropFirst(count: number): void {
    this.#doubles.copyWithin(0, count * doubles, this.length * doubles);
    this.length -= count;
  }

  toSightings(): Sighting[] {
    const all = new Array<Sighting>(this.length);
    for (let row = 0; row < this.length; row++) all[row] = this.#read(row);
    return all;
  }

  #write(row: number, one: Sighting): void {
    const { at, tie, checkIn, checkOut, linked, card, amount, score } = one;
    this.#doubles[row * doubles] = at;
    this.#doubles[row * doubles + 1] = tie;
    const start = row * words;
    const all = this.#words;
    let present = scoreBits(score);
    const put = (bit: number, value: number | null) => {
      all[start + numbersFrom + bit] = value ?? 0;
      if (value !== null) present |= 1 << bit;
    };
    put(0, checkIn);
    put(1, checkOut);
    for (let i = 0; i < linkedKinds.length; i++) put(linkedFrom + i, linked[linkedKinds[i]!]);
    put(cardBit, card);
    put(amountBit, amount);
    all[start + presentWord] = present;
  }

  /** Written out: a loop over the kinds takes several times as long. */
  #read(row: number): Sighting {
    const all = this.#words;
    const from = row * words + numbersFrom;
    const present = all[row * words + presentWord]!;
    const get = (bit: number) => (present & (1 << bit) ? all[from + bit]! : null);
    return {
      at: this.#doubles[row * doubles]!,
      tie: this.#doubles[row * doubles + 1]!,
      checkIn: get(0),
      checkOut: get(1),
      linked: {
        email: get(2),
        phone: get(3),
        booker: get(4),
        name: get(5),
        device: get(6),
        ip: get(7),
        network: get(8),
        domain: get(9),
        hotel: get(10),
        collection: get(11),
        city: get(12),
        look: get(13),
        surname: get(14),
      },
      card: get(cardBit),
      amount: get(amountBit),
      score: scoreFrom(present),
    };
  }

  #reserve(capacity: number): void {
    const larger = new Float64Array(capacity * doubles);
    larger.set(this.#doubles.subarray(0, this.length * doubles));
    this.#doubles = larger;
    this.#words = new Int32Array(larger.buffer);
  }
}
