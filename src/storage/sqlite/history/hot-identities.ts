/**
 * A cache of identities that many attempts share, such as a busy hotel or a bot's e-mail address:
 * their sightings are the many rows that each query would read. New attempts are added from the
 * log, and the cache answers only if it has exactly what the file would return.
 */
import { byOrder } from "../../sighting.ts";
import { type Moment, type Sighting, velocityLimits } from "../../velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";

/** From this many sightings on, it pays to cache an identity. */
export const hotFrom = 16;
/** Sightings of one identity that are cached at first; they may grow to twice as many. */
export const learntMax = velocityLimits.sightingsPerIdentity * 1.5;
/** Cached identities; the least recently used is dropped first. About 100 MB if all are full. */
const identitiesMax = 1000;

interface Known {
  /** The identity's newest, in order, without gaps. */
  sightings: Sighting[];
  /** If `complete`, all from this time on are here; Unix ms. */
  since: number;
  complete: boolean;
}

export class HotIdentities {
  readonly #known = new Map<string, Known>();

  /** The newest sightings from `since` on and before a moment, in order; null: read the file. */
  find(projectId: string, identity: number, since: number, before: Moment): Sighting[] | null {
    const name = `${projectId}:${identity}`;
    const known = this.#known.get(name);
    if (!known || since < known.since) return null;
    this.#known.delete(name); // Put back at the end: the first is the least recently used.
    this.#known.set(name, known);
    const { sightings } = known;
    let end = sightings.length;
    while (end > 0 && byOrder(sightings[end - 1]!, before) >= 0) end--;
    let start = Math.max(0, end - velocityLimits.sightingsPerIdentity);
    while (start < end && sightings[start]!.at < since) start++;
    const reachesBack = start > 0 || known.complete;
    const isFull = end - start === velocityLimits.sightingsPerIdentity;
    return reachesBack || isFull ? sightings.slice(start, end) : null;
  }

  /**
   * @param sightings the identity's newest as of now, in order, at most `learntMax`.
   * @param since the time from which they were read.
   */
  learn(projectId: string, identity: number, sightings: Sighting[], since: number): void {
    const complete = sightings.length < learntMax;
    this.#known.set(`${projectId}:${identity}`, { sightings, since, complete });
    if (this.#known.size > identitiesMax) this.#known.delete(this.#known.keys().next().value!);
  }

  /** Called for each attempt that reaches the log, whichever process wrote it; in any order. */
  add({ projectId, identities, sighting }: LoggedAttempt): void {
    for (const identity of Object.values(identities)) {
      const known = this.#known.get(`${projectId}:${identity}`);
      if (known) insert(known, sighting);
    }
  }
}

function insert(known: Known, sighting: Sighting): void {
  const { sightings } = known;
  let place = sightings.length;
  while (place > 0 && byOrder(sightings[place - 1]!, sighting) > 0) place--;
  const previous = sightings[place - 1];
  if (previous && byOrder(previous, sighting) === 0) return;
  if (place === 0 && !known.complete) return; // Older than everything cached.
  sightings.splice(place, 0, sighting);
  if (sightings.length <= learntMax * 2) return;
  sightings.splice(0, sightings.length - learntMax);
  known.complete = false;
}
