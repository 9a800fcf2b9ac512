/**
 * The newest attempts of the log in memory, found by identity: those that `history.db` does not have
 * yet, and as many before them as there is room for. A returning guest whose earlier attempts are
 * all here costs no query.
 *
 * 196 bytes an attempt, in typed arrays that the garbage collector does not look into: 51 MB for
 * `attemptsMax`, and 8 MB for the table that they are found by. There are more only while the
 * indexer is behind by more, since what `history.db` does not have is never dropped.
 *
 * Attempts are numbered as they come. Each of an attempt's identities is an entry, and entries of the
 * same bucket of the table are chained, the newest first: adding an attempt writes to its own row and
 * to one place of the table for each identity, and dropping one writes nothing.
 */
import { bits32 } from "../../port/sighting.ts";
import {
  type Identities,
  type IndexedKind,
  indexedKinds,
  type Moment,
  type Sighting,
} from "../../port/velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";
import { scoreBits, scoreFrom } from "./score-bits.ts";

/** Attempts that are kept once `history.db` has them: 40 seconds at 6,000 a second, hours of most. */
export const attemptsMax = 2 ** 18;
/** Attempts that are dropped together: half a millisecond. */
const chunkRows = 1024;
const buckets = 2 ** 21;
/** Numbers of an attempt's entries; the place of its kind is the rest. */
const entriesPerRow = 16;
/**
 * Entries that are looked at in one chain. A busy hotel has more: it is cached by `HotIdentities`,
 * and an identity that shares its bucket, which few do, is read from the file.
 */
const chainMax = 2048;
/** How many attempts are added before `history.db` is checked for those that it has by now. */
const growthBeforeDrop = 1000;

const kinds = indexedKinds.length;
/** In a row of numbers: these, a bit for each that is present with the score, and the project. */
const numbers = 8;
const [presentPlace, projectPlace] = [6, 7];
const placeOf = Object.fromEntries(indexedKinds.map((kind, i) => [kind, i])) as Record<
  IndexedKind,
  number
>;

interface Chunk {
  /** `at` and `tie` of each row. */
  moments: Float64Array;
  /** Of each row one for each kind; NaN where it is absent. */
  identities: Float64Array;
  numbers: Int32Array;
  /** How many entries before this one the next of its chain is; 0: there is none. */
  previous: Uint32Array;
  lastSeq: number;
}

export interface RecentSightings {
  /** In order. */
  sightings: Sighting[];
  /** The first attempt with the identity that is here, whatever was asked for; Infinity: none is. */
  firstAt: number;
  /**
   * Whether these are all with this identity that were added and not dropped. If not, at least all
   * that `history.db` does not have are here.
   */
  isWhole: boolean;
}

export class RecentAttempts {
  /** The `seq` of the last attempt that is here or was before. */
  lastSeq: number;
  readonly #onDrop: (identities: Identities) => void;
  readonly #max: number;
  readonly #chunks: Chunk[] = [];
  /**
   * The newest entry of each bucket, modulo 2^32; made with the first attempt. After so many entries an
   * old one may be taken for another, which only makes its chain longer: each is compared.
   */
  #newest: Uint32Array | undefined;
  /** The rows that are here: from the first one up to the next to be added. None is zero. */
  #first = chunkRows;
  #next = chunkRows;
  /** `history.db` has all up to this one. */
  #indexedTo: number;
  #checkAt = growthBeforeDrop;
  readonly #projects = new Map<string, number>();
  /** Rows of the identity that is being searched. */
  readonly #rows: number[] = [];

  /**
   * @param indexedTo the last attempt that is in `history.db`, by `seq`.
   * @param onDrop called with the identities of each attempt that is only on file from now on.
   */
  constructor(indexedTo: number, onDrop: (identities: Identities) => void, max = attemptsMax) {
    this.lastSeq = indexedTo;
    this.#indexedTo = indexedTo;
    this.#onDrop = onDrop;
    this.#max = max;
  }

  get size(): number {
    return this.#next - this.#first;
  }

  add({ seq, projectId, identities, sighting }: LoggedAttempt): void {
    const row = this.#next++;
    if (row % chunkRows === 0) this.#chunks.push(newChunk());
    const chunk = this.#chunks.at(-1)!;
    chunk.lastSeq = seq;
    this.lastSeq = seq;
    const place = row % chunkRows;
    write(chunk, place, sighting, this.#projectNumber(projectId));
    this.#newest ??= new Uint32Array(buckets);
    for (let i = 0; i < kinds; i++) {
      const identity = identities[indexedKinds[i]!];
      chunk.identities[place * kinds + i] = identity ?? Number.NaN;
      if (identity === undefined) continue;
      const entry = row * entriesPerRow + i;
      const bucket = bucketOf(identity);
      chunk.previous[place * kinds + i] = entry - this.#newest[bucket]!; // Modulo 2^32.
      this.#newest[bucket] = entry;
    }
  }

  /** Drops the oldest ones that `history.db` has, where there are more than fit. */
  dropIndexed(indexedTo: () => number): void {
    if (this.#next < this.#checkAt) return;
    this.#checkAt = this.#next + growthBeforeDrop;
    this.#indexedTo = indexedTo();
    while (this.size - chunkRows >= this.#max && this.#chunks[0]!.lastSeq <= this.#indexedTo) {
      this.#dropChunk();
    }
  }

  /**
   * @param since of the sightings, Unix ms.
   * @param before null: all of them.
   * @param max the newest so many.
   */
  find(
    projectId: string,
    identity: number,
    since: number,
    before: Moment | null,
    max: number,
  ): RecentSightings {
    const isWhole = this.#search(projectId, identity);
    const rows = this.#rows;
    let firstAt = Number.POSITIVE_INFINITY;
    let count = 0;
    let isInOrder = true;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const at = this.#at(row);
      if (at < firstAt) firstAt = at;
      if (at < since || (before && this.#compare(row, before) >= 0)) continue;
      if (count > 0 && this.#order(rows[count - 1]!, row) < 0) isInOrder = false;
      rows[count++] = row;
    }
    rows.length = count;
    if (!isInOrder) rows.sort((a, b) => this.#order(b, a));
    const found = Math.min(count, max);
    const sightings = new Array<Sighting>(found);
    for (let i = 0; i < found; i++) sightings[found - 1 - i] = this.#read(rows[i]!);
    return { sightings, firstAt, isWhole };
  }

  /** Finds the rows with an identity, the newest of the log first. @returns whether it has all. */
  #search(projectId: string, identity: number): boolean {
    const rows = this.#rows;
    rows.length = 0;
    const project = this.#projects.get(projectId);
    if (project === undefined || this.#newest === undefined) return true;
    const end = this.#next * entriesPerRow;
    const here = this.size * entriesPerRow;
    /** How many entries before the end. */
    let back = (end - this.#newest[bucketOf(identity)]!) >>> 0;
    for (let looked = 0; back > 0 && back <= here; looked++) {
      const entry = end - back;
      const row = Math.floor(entry / entriesPerRow);
      const chunk = this.#chunkOf(row);
      if (looked >= chainMax && chunk.lastSeq <= this.#indexedTo) return false;
      const place = row % chunkRows;
      const cell = place * kinds + (entry % entriesPerRow);
      if (
        chunk.identities[cell] === identity &&
        chunk.numbers[place * numbers + projectPlace] === project &&
        rows[rows.length - 1] !== row
      ) {
        rows.push(row);
      }
      const step = chunk.previous[cell]!;
      if (step === 0) break;
      back += step;
    }
    return true;
  }

  #chunkOf(row: number): Chunk {
    return this.#chunks[Math.floor((row - this.#first) / chunkRows)]!;
  }

  #at(row: number): number {
    return this.#chunkOf(row).moments[(row % chunkRows) * 2]!;
  }

  #compare(row: number, { at, tie }: Moment): number {
    const { moments } = this.#chunkOf(row);
    const place = (row % chunkRows) * 2;
    return moments[place]! - at || moments[place + 1]! - tie;
  }

  #order(a: number, b: number): number {
    const place = (b % chunkRows) * 2;
    const { moments } = this.#chunkOf(b);
    return this.#compare(a, { at: moments[place]!, tie: moments[place + 1]! });
  }

  #projectNumber(projectId: string): number {
    let number = this.#projects.get(projectId);
    if (number === undefined) {
      number = this.#projects.size;
      this.#projects.set(projectId, number);
    }
    return number;
  }

  #dropChunk(): void {
    const { identities } = this.#chunks.shift()!;
    for (let row = 0; row < chunkRows; row++) {
      const dropped: Identities = {};
      for (let i = 0; i < kinds; i++) {
        const identity = identities[row * kinds + i]!;
        if (!Number.isNaN(identity)) dropped[indexedKinds[i]!] = identity;
      }
      this.#onDrop(dropped);
    }
    this.#first += chunkRows;
  }

  #read(row: number): Sighting {
    const chunk = this.#chunkOf(row);
    const place = row % chunkRows;
    const { numbers: all, identities } = chunk;
    const from = place * numbers;
    const present = all[from + presentPlace]!;
    const get = (i: number) => (present & (1 << i) ? all[from + i]! : null);
    const identity = (kind: IndexedKind) => {
      const one = identities[place * kinds + placeOf[kind]]!;
      return Number.isNaN(one) ? null : bits32(one);
    };
    return {
      at: chunk.moments[place * 2]!,
      tie: chunk.moments[place * 2 + 1]!,
      checkIn: get(0),
      checkOut: get(1),
      // Written out: a loop over the kinds takes several times as long.
      linked: {
        email: identity("email"),
        phone: identity("phone"),
        booker: identity("booker"),
        name: identity("name"),
        device: identity("device"),
        ip: identity("ip"),
        network: identity("network"),
        domain: identity("domain"),
        hotel: identity("hotel"),
        collection: identity("collection"),
        city: get(2),
        look: get(3),
        surname: get(4),
      },
      card: identity("card"),
      amount: get(5),
      score: scoreFrom(present),
    };
  }
}

function newChunk(): Chunk {
  return {
    moments: new Float64Array(chunkRows * 2),
    identities: new Float64Array(chunkRows * kinds),
    numbers: new Int32Array(chunkRows * numbers),
    previous: new Uint32Array(chunkRows * kinds),
    lastSeq: 0,
  };
}

function write(
  { moments, numbers: all }: Chunk,
  place: number,
  { at, tie, checkIn, checkOut, linked: { city, look, surname }, amount, score }: Sighting,
  project: number,
): void {
  moments[place * 2] = at;
  moments[place * 2 + 1] = tie;
  let present = scoreBits(score);
  const put = (i: number, value: number | null) => {
    all[place * numbers + i] = value ?? 0;
    if (value !== null) present |= 1 << i;
  };
  put(0, checkIn);
  put(1, checkOut);
  put(2, city);
  put(3, look);
  put(4, surname);
  put(5, amount);
  all[place * numbers + presentPlace] = present;
  all[place * numbers + projectPlace] = project;
}

/** An identity is 52 bits of a hash already. */
const bucketOf = (identity: number) => identity & (buckets - 1);
