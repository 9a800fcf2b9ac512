/**
 * Attempts in flight: being decided and not on disk yet. Without them, fifty bookings that a bot
 * sends at once would each appear to be its first.
 */
import { isBefore, mergedInOrder } from "../storage/sighting.ts";
import {
  type Identities,
  type IdentityKind,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../storage/velocity.ts";

export interface OpenAttempt {
  identities: Identities;
  sighting: Sighting;
}

/** The attempts in flight in this process, by identity. */
export class InFlight {
  readonly #byIdentity = new Map<number, Sighting[]>();

  add({ identities, sighting }: OpenAttempt): void {
    for (const identity of Object.values(identities)) {
      const open = this.#byIdentity.get(identity);
      if (open) open.push(sighting);
      else this.#byIdentity.set(identity, [sighting]);
    }
  }

  remove({ identities, sighting }: OpenAttempt): void {
    for (const identity of Object.values(identities)) {
      const open = this.#byIdentity.get(identity)?.filter((other) => other !== sighting);
      if (open?.length) this.#byIdentity.set(identity, open);
      else this.#byIdentity.delete(identity);
    }
  }

  /** Attempts in flight that began before this one, by the identity that they share. */
  before({ identities, sighting }: OpenAttempt): Sightings {
    const found: Partial<Record<IdentityKind, Sighting[]>> = {};
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const open = this.#byIdentity.get(identity)?.filter((other) => isBefore(other, sighting));
      if (open?.length) found[kind] = open;
    }
    return found;
  }
}

/**
 * Merges attempts on disk with those in flight: in order, each attempt once, the newest
 * `sightingsPerIdentity` of each identity. An attempt may have reached the disk between the two
 * reads, so it can be in both.
 */
export function mergeSightings(stored: Sightings, open: Sightings): Sightings {
  const merged: Partial<Record<IdentityKind, readonly Sighting[]>> = { ...stored };
  for (const [kind, extra] of Object.entries(open) as [IdentityKind, readonly Sighting[]][]) {
    const all = mergedInOrder(stored[kind] ?? [], extra);
    merged[kind] = all.slice(-velocityLimits.sightingsPerIdentity);
  }
  return merged;
}
