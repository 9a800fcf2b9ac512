/**
 * Attempts in flight: being decided and not on disk yet. Without them, fifty bookings that a bot
 * sends at once would each appear to be its first.
 */
import { isBefore, mergedInOrder } from "../../storage/port/sighting.ts";
import {
  type Identities,
  type IndexedKind,
  indexedKinds,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../../storage/port/velocity.ts";

export interface OpenAttempt {
  identities: Identities;
  sighting: Sighting;
}

const { sightingsPerIdentity } = velocityLimits;

/** The attempts in flight in this process, by identity. */
export class InFlight {
  /** In order. Most identities have one attempt in flight, which is here without a list. */
  readonly #byIdentity = new Map<number, Sighting | Sighting[]>();

  add({ identities, sighting }: OpenAttempt): void {
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const open = this.#byIdentity.get(identity);
      if (open === undefined) this.#byIdentity.set(identity, sighting);
      else if (Array.isArray(open)) open.splice(placeOf(open, sighting), 0, sighting);
      else {
        const both = isBefore(open, sighting) ? [open, sighting] : [sighting, open];
        this.#byIdentity.set(identity, both);
      }
    }
  }

  remove({ identities, sighting }: OpenAttempt): void {
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const open = this.#byIdentity.get(identity);
      if (open === sighting) this.#byIdentity.delete(identity);
      if (!Array.isArray(open)) continue;
      const place = open.indexOf(sighting); // Near the start: the first to begin are the first to end.
      if (place >= 0) open.splice(place, 1);
      if (open.length === 0) this.#byIdentity.delete(identity);
    }
  }

  /**
   * Attempts in flight that began before this one, by the identity that they share: the newest
   * `sightingsPerIdentity` of each, in order.
   */
  before({ identities, sighting }: OpenAttempt): Sightings {
    const found: Partial<Record<IndexedKind, Sighting[]>> = {};
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const open = this.#byIdentity.get(identity);
      if (open === undefined || open === sighting) continue;
      if (!Array.isArray(open)) {
        if (isBefore(open, sighting)) found[kind] = [open];
        continue;
      }
      const end = placeOf(open, sighting);
      if (end > 0) found[kind] = open.slice(Math.max(0, end - sightingsPerIdentity), end);
    }
    return found;
  }
}

/** Where a sighting belongs in a list in order; searched from the end, since most are the newest. */
function placeOf(open: readonly Sighting[], sighting: Sighting): number {
  let place = open.length;
  while (place > 0 && !isBefore(open[place - 1]!, sighting)) place--;
  return place;
}

/**
 * Merges attempts on disk with those in flight: in order, each attempt once, the newest
 * `sightingsPerIdentity` of each identity. An attempt may have reached the disk between the two
 * reads, so it can be in both.
 */
export function mergeSightings(stored: Sightings, open: Sightings): Sightings {
  const merged: Partial<Record<IndexedKind, readonly Sighting[]>> = { ...stored };
  for (const kind of indexedKinds) {
    const extra = open[kind];
    if (!extra) continue;
    const all = mergedInOrder(stored[kind] ?? [], extra);
    merged[kind] = all.length > sightingsPerIdentity ? all.slice(-sightingsPerIdentity) : all;
  }
  return merged;
}
