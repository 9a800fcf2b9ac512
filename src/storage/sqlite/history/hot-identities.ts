/**
 * A cache of identities that many attempts share, such as a busy hotel or a bot's e-mail address:
 * their sightings are the many rows that each query would read. New attempts are added from the
 * log, and the cache answers only if it has exactly what the file would return.
 */
import {
  type IndexedKind,
  indexedKinds,
  type Moment,
  type Sighting,
  velocityLimits,
} from "../../port/velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";
import { PackedSightings } from "./packed-sightings.ts";

const { sightingsPerIdentity } = velocityLimits;
/** Kinds that different guests share, and that are read again: cached on the first read. */
export const sharedKinds: ReadonlySet<IndexedKind> = new Set<IndexedKind>([
  "name",
  "ip",
  "network",
  "domain",
  "hotel",
]);
/** From this many sightings on, it pays to cache a guest's own identity: it is a bot's. */
export const hotFrom = 16;
/**
 * Sightings of one identity that are cached at first, and to how many they may grow: some more than are
 * asked for, because a few may be later than the attempt that asks.
 */
export const learntMax = sightingsPerIdentity * 1.125;
const grownMax = sightingsPerIdentity * 1.25;
/** Identities of which the sightings are objects too, for the next that ask: about 10 MB. */
const unpackedMax = 256;

export interface HotLimits {
  /** Identities that were not asked for lately are dropped where there are more; each takes some 600 bytes. */
  identities: number;
  /** Or more sightings; each takes 88 bytes. */
  sightings: number;
}

interface Known {
  projectId: string;
  /** The identity's newest, without gaps. */
  packed: PackedSightings;
  /** The same, where they were asked for lately. */
  sightings: Sighting[] | null;
  /** If `complete`, all from this time on are here; Unix ms. */
  since: number;
  complete: boolean;
  /** Whether it was asked for since it was last considered for being dropped. */
  isUsed: boolean;
}

export class HotIdentities {
  /**
   * By identity. An identity is derived from its project, so that two projects hardly ever have the same
   * one: then the cache has that of one of them.
   */
  readonly #known = new Map<number, Known>();
  #hand = this.#known.entries();
  readonly #limits: HotLimits;
  /** For how many sightings there is memory. */
  #capacity = 0;
  /** Those with `sightings`, in a ring. */
  readonly #unpacked: (Known | undefined)[] = new Array(unpackedMax).fill(undefined);
  #nextUnpacked = 0;

  constructor(limits: HotLimits = { identities: 1000, sightings: 200_000 }) {
    this.#limits = limits;
  }

  /** The newest sightings from `since` on and before a moment, in order; null: read the file. */
  find(projectId: string, identity: number, since: number, before: Moment): Sighting[] | null {
    const known = this.#known.get(identity);
    if (!known || known.projectId !== projectId || since < known.since) return null;
    known.isUsed = true;
    const { packed } = known;
    let end = packed.length;
    while (end > 0 && packed.compare(end - 1, before) >= 0) end--;
    let start = Math.max(0, end - sightingsPerIdentity);
    while (start < end && packed.at(start) < since) start++;
    const reachesBack = start > 0 || known.complete;
    const isFull = end - start === sightingsPerIdentity;
    if (!reachesBack && !isFull) return null;
    return start === end ? [] : this.#unpack(known).slice(start, end);
  }

  /**
   * @param sightings the identity's newest as of now, in order, at most `learntMax`.
   * @param since the time from which they were read.
   */
  learn(projectId: string, identity: number, sightings: Sighting[], since: number): void {
    this.#drop(identity);
    const packed = new PackedSightings(sightings, grownMax + 1);
    const complete = sightings.length < learntMax;
    const isUsed = false;
    this.#known.set(identity, { projectId, packed, sightings: null, since, complete, isUsed });
    this.#capacity += packed.capacity;
    this.#dropLeastUsed();
  }

  /** Called for each attempt that reaches the log, whichever process wrote it; in any order. */
  add({ projectId, identities, sighting }: LoggedAttempt): void {
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const known = this.#known.get(identity);
      if (!known || known.projectId !== projectId) continue;
      this.#capacity -= known.packed.capacity;
      insert(known, sighting);
      this.#capacity += known.packed.capacity;
    }
    this.#dropLeastUsed();
  }

  #unpack(known: Known): Sighting[] {
    if (known.sightings) return known.sightings;
    known.sightings = known.packed.toSightings();
    const other = this.#unpacked[this.#nextUnpacked];
    if (other) other.sightings = null;
    this.#unpacked[this.#nextUnpacked] = known;
    this.#nextUnpacked = (this.#nextUnpacked + 1) % unpackedMax;
    return known.sightings;
  }

  /**
   * Drops identities that were not asked for lately: a hand goes round all of them, and drops each that
   * was not used since it passed the last time ("clock"). An exact order, as moving each to the end at
   * its use would keep, took 3 µs for each decision.
   */
  #dropLeastUsed(): void {
    const { identities, sightings } = this.#limits;
    while (this.#known.size > identities || this.#capacity > sightings) {
      const { value, done } = this.#hand.next();
      if (done) this.#hand = this.#known.entries();
      else if (value[1].isUsed) value[1].isUsed = false;
      else this.#drop(value[0]);
    }
  }

  #drop(identity: number): void {
    const known = this.#known.get(identity);
    if (!known) return;
    this.#capacity -= known.packed.capacity;
    this.#known.delete(identity);
  }
}

function insert(known: Known, sighting: Sighting): void {
  const { packed, sightings } = known;
  let place = packed.length;
  while (place > 0 && packed.compare(place - 1, sighting) > 0) place--;
  if (place > 0 && packed.compare(place - 1, sighting) === 0) return;
  if (place === 0 && !known.complete) return; // Older than everything cached.
  packed.insert(place, sighting);
  sightings?.splice(place, 0, sighting);
  if (packed.length <= grownMax) return;
  const dropped = packed.length - learntMax;
  packed.dropFirst(dropped);
  sightings?.splice(0, dropped);
  known.complete = false;
}
