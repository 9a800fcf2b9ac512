/**
 * The identities of attempts that are on file and not in memory: those that `history.db` had when
 * this process began to follow the log, which another thread reads, and those that memory has dropped
 * since. At most 85 MiB: 64 for what is on file at the start, 21 for what comes later.
 *
 * Attempts reach `history.db` only from the log, whichever process moves them there, and all of the
 * log passes through memory (`RecentAttempts`).
 */
import type { Database } from "bun:sqlite";
import { type Identities, indexedKinds } from "../../port/velocity.ts";
import { attemptsReader } from "../events/attempt-log.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { progressReader } from "./index-attempts.ts";
import { type KeptFilter, keptFilter } from "./kept-filter.ts";

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
    for (const kind of indexedKinds) {
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

/** Reads the next part of at most so many; null while there is more. */
export type PartReader = (max: number) => IdentityFilter | null;

/**
 * From so many decisions on the filter is kept for the next start; fewer are read in a second or two. And
 * after how many more it is written again: as many are read from the log in a few seconds.
 */
export const keptFrom = 250_000;
/** How many times as many identities a filter is made for as there are, so that it serves for some time. */
const growth = 2;

/**
 * Reads the identities of `history.db`, a part at a time, so that indexing goes on between: those that the
 * kept filter does not have yet from the log, or all of them.
 */
export function storedIdentities(
  history: Database,
  events: Database,
  keepFrom = keptFrom,
): PartReader {
  // What is indexed after this was in the log of the process that asks.
  const { decisionsTo } = progressReader(history)();
  const identities = decisionsTo * ownIdentities;
  if (decisionsTo < keepFrom) return fromFile(history, IdentityFilter.for(identities));
  const file = keptFilter(history);
  const kept = file.read();
  const least = IdentityFilter.for(identities).words.length;
  if (kept === null || kept.decisionsTo > decisionsTo || kept.filter.words.length < least) {
    const write = file.begin();
    const read = fromFile(history, IdentityFilter.for(identities * growth));
    return keeping(read, (filter) => write({ filter, decisionsTo }));
  }
  const read = fromLog(events, kept, decisionsTo);
  if (decisionsTo - kept.decisionsTo < keepFrom) return read;
  const write = file.begin();
  return keeping(read, (filter) => write({ filter, decisionsTo }));
}

function fromFile(history: Database, filter: IdentityFilter): PartReader {
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

function fromLog(events: Database, { filter, decisionsTo }: KeptFilter, to: number): PartReader {
  const readLog = attemptsReader(events);
  let after = decisionsTo;
  return (max) => {
    const attempts = after < to ? readLog(after, Math.ceil(max / ownIdentities)) : [];
    for (const { identities } of attempts) {
      for (const identity of Object.values(identities)) filter.add(identity);
    }
    after = attempts.at(-1)?.seq ?? to;
    return after < to ? null : filter;
  };
}

/** Writes what was read. Where that fails, the next start reads it once more. */
function keeping(read: PartReader, write: (filter: IdentityFilter) => void): PartReader {
  return (max) => {
    const filter = read(max);
    if (filter === null) return null;
    try {
      write(filter);
    } catch {
      // Velocity has it all the same; indexing meets the same failure, and reports it.
    }
    return filter;
  };
}
