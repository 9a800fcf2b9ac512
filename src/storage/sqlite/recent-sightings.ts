/** The attempts that are in `events.db` and not in `history.db` yet, by identity, in memory. */
import { historyLimits, type Identities, type IdentityKind, type Sighting } from "../store.ts";
import type { LoggedAttempt } from "./history-index.ts";

export class RecentSightings {
  readonly #attempts: LoggedAttempt[] = [];
  readonly #byIdentity = new Map<string, Map<number, Sighting[]>>();

  /** The `seq` of the last attempt that is here or was before. */
  #lastSeq: number;

  /** @param indexedTo the last attempt that is in `history.db`. */
  constructor(indexedTo: number) {
    this.#lastSeq = indexedTo;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get size(): number {
    return this.#attempts.length;
  }

  /** Attempts come in the order of their `seq`. */
  add(attempt: LoggedAttempt): void {
    this.#attempts.push(attempt);
    this.#lastSeq = attempt.seq;
    let ofProject = this.#byIdentity.get(attempt.projectId);
    if (!ofProject) {
      ofProject = new Map();
      this.#byIdentity.set(attempt.projectId, ofProject);
    }
    for (const identity of Object.values(attempt.identities)) {
      const seen = ofProject.get(identity);
      if (seen) seen.push(attempt.sighting);
      else ofProject.set(identity, [attempt.sighting]);
    }
  }

  /** Forgets those that are in `history.db` by now. */
  dropTo(indexedTo: number): void {
    const kept = this.#attempts.findIndex(({ seq }) => seq > indexedTo);
    const dropped = this.#attempts.splice(0, kept < 0 ? this.#attempts.length : kept);
    for (const { projectId, identities } of dropped) {
      const ofProject = this.#byIdentity.get(projectId)!;
      for (const identity of Object.values(identities)) {
        const seen = ofProject.get(identity)!;
        seen.shift(); // Its own: each identity's are in the order of `seq` too.
        if (seen.length === 0) ofProject.delete(identity);
      }
    }
  }

  /** The newest sightings of each identity from `since` on, before a moment; in no order. */
  find(
    projectId: string,
    identities: Identities,
    since: number,
    before: { at: number; tie: number },
  ): Partial<Record<IdentityKind, Sighting[]>> {
    const found: Partial<Record<IdentityKind, Sighting[]>> = {};
    const ofProject = this.#byIdentity.get(projectId);
    if (!ofProject) return found;
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const seen = newest(ofProject.get(identity) ?? [], since, before);
      if (seen.length > 0) found[kind] = seen;
    }
    return found;
  }
}

/** From the end, since a bot's identity can have thousands of which only the newest count. */
function newest(
  seen: readonly Sighting[],
  since: number,
  before: { at: number; tie: number },
): Sighting[] {
  const found: Sighting[] = [];
  for (let i = seen.length - 1; i >= 0 && found.length < historyLimits.sightingsPerIdentity; i--) {
    const { at, tie } = seen[i]!;
    const earlier = at < before.at || (at === before.at && tie < before.tie);
    if (earlier && at >= since) found.push(seen[i]!);
  }
  return found;
}
