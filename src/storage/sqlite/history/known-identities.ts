/**
 * The identities of attempts that are on file and not in memory: those that `history.db` had when
 * this process began to follow the log, which another thread reads, and those that memory has dropped
 * since. At most 85 MiB: 64 for what is on file at the start, 21 for what comes later.
 *
 * Attempts reach `history.db` only from the log, whichever process moves them there, and all of the
 * log passes through memory (`RecentAttempts`).
 */
import type { Database } from "bun:sqlite";
import { type Identities, identityKinds } from "../../velocity.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { progressReader } from "./index-attempts.ts";

/** Memory for those that come later, in filters of 1, 4 and 16 MiB: some 15 million. */
const laterBytes = [1, 4, 16].map((mebibytes) => mebibytes * 1024 * 1024);
/** Identities of one attempt that are its own, mostly; the others are shared. */
const ownIdentities = 8;

export class KnownIdentities {
  /** Null until they have been read: anything may be on file then. */
  #stored: IdentityFilter | null = null;
  /** The newest first; the first one takes what comes. */
  readonly #later: IdentityFilter[] = [];
  #added = 0;

  /** What the file had, as `storedIdentities` read it. */
  stored(filter: IdentityFilter): void {
    this.#stored = filter;
  }

  /** The memory that it takes. */
  get bytes(): number {
    const all = this.#stored ? [this.#stored, ...this.#later] : this.#later;
    return all.reduce((sum, { words }) => sum + words.byteLength, 0);
  }

  /** Called for each attempt that memory drops, before anything asks for it. */
  add(identities: Identities): void {
    for (const kind of identityKinds) {
      const identity = identities[kind];
      if (identity === undefined || this.#have(identity)) continue;
      this.#filter().add(identity);
      this.#added += 1;
    }
  }

  /** False only where the file has no attempt with this identity that memory does not have. */
  mayBeStored(identity: number): boolean {
    return this.#stored === null || this.#stored.mayHave(identity) || this.#have(identity);
  }

  #have(identity: number): boolean {
    for (const filter of this.#later) if (filter.mayHave(identity)) return true;
    return false;
  }

  #filter(): IdentityFilter {
    const [newest] = this.#later;
    const bytes = laterBytes[this.#later.length];
    if (newest && (this.#added < newest.capacity || bytes === undefined)) return newest;
    const next = new IdentityFilter(new Int32Array(new ArrayBuffer(bytes!)));
    this.#later.unshift(next);
    this.#added = 0;
    return next;
  }
}

/**
 * Reads the identities of `history.db`, a part at a time, so that indexing goes on between.
 * @returns a function that reads the next part of at most `max`; it returns null while there is more.
 */
export function storedIdentities(history: Database): (max: number) => IdentityFilter | null {
  // What is indexed after this was in the log of the process that asks.
  const { decisionsTo } = progressReader(history)();
  const filter = IdentityFilter.for(decisionsTo * ownIdentities);
  const next = history.query<unknown, number[]>(
    "SELECT DISTINCT project, identity FROM sightings " +
      "WHERE (project, identity) > (?1, ?2) ORDER BY project, identity LIMIT ?3",
  );
  let last: number[] = [0, Number.MIN_SAFE_INTEGER];
  return (max) => {
    const rows = next.values(...last, max) as number[][];
    for (const [, identity] of rows) filter.add(identity!);
    last = rows.at(-1) ?? last;
    return rows.length < max ? filter : null;
  };
}
