/** Earlier attempts in memory, with the meaning that the store's port gives to them. */
import { isBefore } from "../../src/storage/sighting.ts";
import {
  historyLimits,
  type Identities,
  type IdentityKind,
  type Sighting,
  type Sightings,
} from "../../src/storage/store.ts";

const { windowMs, sightingsPerIdentity } = historyLimits;

/** Attempts are to be added in order of time, each after it was looked up. */
export class MemoryHistory {
  readonly #byIdentity = new Map<number, Sighting[]>();

  /** The newest of the last 30 days that came before, by the identity shared, oldest first. */
  before(identities: Identities, current: Sighting): Sightings {
    const since = current.at - windowMs;
    const found: Partial<Record<IdentityKind, Sighting[]>> = {};
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const all = this.#byIdentity.get(identity) ?? [];
      const seen = all.filter((one) => one.at >= since && isBefore(one, current));
      if (seen.length > 0) found[kind] = seen.slice(-sightingsPerIdentity);
    }
    return found;
  }

  add(identities: Identities, sighting: Sighting): void {
    for (const identity of Object.values(identities)) {
      const known = this.#byIdentity.get(identity);
      if (!known) this.#byIdentity.set(identity, [sighting]);
      // What nobody can see any more is not kept.
      else if (known.push(sighting) > 2 * sightingsPerIdentity) {
        known.splice(0, known.length - sightingsPerIdentity);
      }
    }
  }
}
