/**
 * The attempts that are in `events.db` and not in `history.db` yet, by identity, in memory. They
 * are read from `events.db` as it grows, whichever process makes it grow.
 */
import type { Database } from "bun:sqlite";
import { isBefore } from "../sighting.ts";
import { historyLimits, type Identities, type IdentityKind, type Sighting } from "../store.ts";
import { attemptsReader, type LoggedAttempt, progressReader } from "./history-index.ts";

/** Attempts read at once. */
const groupMax = 5000;
/** How many more there have to be before `history.db` is asked how far it has come. */
const growthBeforeDrop = 1000;

/**
 * @param changed whether `events.db` may have changed since the last call.
 * @param logged is told of each attempt that is new in `events.db`.
 * @returns a function that gives what is recent as of now.
 */
export function followRecent(
  events: Database,
  history: Database,
  changed: () => boolean,
  logged: (attempt: LoggedAttempt) => void,
): () => RecentSightings {
  const read = attemptsReader(events);
  const indexedTo = progressReader(history);
  let recent: RecentSightings | undefined;
  let dropFrom = growthBeforeDrop;

  function follow(into: RecentSightings): void {
    let group: LoggedAttempt[];
    do {
      group = read(into.lastSeq, groupMax);
      for (const attempt of group) {
        into.add(attempt);
        logged(attempt);
      }
    } while (group.length === groupMax);
    if (into.size < dropFrom) return;
    into.dropTo(indexedTo());
    dropFrom = into.size + growthBeforeDrop;
  }

  return () => {
    // Asked first: what changes while the file is read is then noticed at the next call.
    if (!changed() && recent) return recent;
    recent ??= new RecentSightings(indexedTo());
    follow(recent);
    return recent;
  };
}

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

  /** All of one identity, in no order. */
  all(projectId: string, identity: number): readonly Sighting[] {
    return this.#byIdentity.get(projectId)?.get(identity) ?? [];
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
    const sighting = seen[i]!;
    if (sighting.at >= since && isBefore(sighting, before)) found.push(sighting);
  }
  return found;
}
