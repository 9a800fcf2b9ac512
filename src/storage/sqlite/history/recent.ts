/**
 * What `events.db` has and `history.db` does not have yet, in memory, by identity, and the newest
 * attempts before that. It follows `events.db`, whichever process writes to it: it is told of the
 * decisions that this process commits, and reads those of others.
 */
import type { Database } from "bun:sqlite";
import type { Identities } from "../../port/velocity.ts";
import {
  attemptsReader,
  type LoggedAttempt,
  type LoggedReport,
  reportsReader,
} from "../events/attempt-log.ts";
import type { OwnDecisions } from "../threads/own-decisions.ts";
import { type Progress, progressReader } from "./index-attempts.ts";
import { RecentAttempts } from "./recent-attempts.ts";

/** Entries read at once. */
const groupMax = 5000;
/** How many entries are added before `history.db` is checked for those that it has by now. */
const growthBeforeDrop = 1000;

interface Logged {
  seq: number;
  projectId: string;
  /** By which it is found. */
  identities: Readonly<Partial<Record<string, number>>>;
}

export interface Recent {
  attempts: RecentAttempts;
  reports: RecentEntries<LoggedReport>;
}

/** Called for each new entry of `events.db`, after the start. */
export interface Listener {
  /**
   * Called once, by the first question, with what `history.db` has then. All that it gets later is in
   * the log after it.
   */
  started(after: Progress): void;
  attempt(attempt: LoggedAttempt): void;
  /** Called with the identities of each attempt that is no longer in memory, only on file. */
  dropped(identities: Identities): void;
  report(report: LoggedReport): void;
}

/** How changes of `events.db` are noticed. */
export interface Changes {
  /** Whether the file may have changed since the last call. */
  changed: () => boolean;
  own: OwnDecisions;
}

export interface Follower {
  /** What is recent as of now. */
  now(): Recent;
  /** Adds what this process has committed. Called as soon as that is known, in the order of `seq`. */
  committed(attempt: LoggedAttempt): void;
}

export function followRecent(
  events: Database,
  history: Database,
  { changed, own }: Changes,
  listener: Listener,
): Follower {
  const indexed = progressReader(history);
  const readAttempts = attemptsReader(events);
  const readReports = reportsReader(events);
  const readNewest = newestReader(events);
  let recent: Recent | undefined;
  let newest: Progress = { decisionsTo: 0, outcomesTo: 0 };
  let isStale = true;
  /**
   * False before the first question, so that nothing is kept for a process that only writes, such as
   * one that fills a folder; and after a failure, so that what was not kept is read.
   */
  let isFollowing = false;

  function start(): Recent {
    const indexedTo = indexed();
    recent = {
      attempts: new RecentAttempts(indexedTo.decisionsTo, listener.dropped),
      reports: new RecentEntries<LoggedReport>(indexedTo.outcomesTo),
    };
    listener.started(indexedTo);
    return recent;
  }

  return {
    now() {
      const { attempts, reports } = recent ?? start();
      // Checked before reading: a change made while the file is read is noticed by the next call.
      isStale = changed() || isStale;
      if (isStale) newest = readNewest();
      isStale = false;
      const { decisionsTo, outcomesTo } = newest;
      // Decisions that are this process's own alone are not read: `committed` adds them.
      const areOwn = isFollowing && own.cover(attempts.lastSeq, decisionsTo);
      if (decisionsTo > attempts.lastSeq && !areOwn) {
        isFollowing = false;
        follow(attempts, readAttempts, listener.attempt, decisionsTo);
      }
      isFollowing = true;
      if (outcomesTo > reports.lastSeq) follow(reports, readReports, listener.report, outcomesTo);
      attempts.dropIndexed(() => indexed().decisionsTo);
      reports.dropIndexed(() => indexed().outcomesTo);
      return { attempts, reports };
    },
    committed(attempt) {
      // After a gap, what others committed comes first, so `now` reads both.
      if (!recent || !isFollowing || attempt.seq !== recent.attempts.lastSeq + 1) return;
      recent.attempts.add(attempt);
      listener.attempt(attempt);
    },
  };
}

/**
 * @returns a function that reads the `seq` of the newest decision and outcome. SQLite keeps them in
 *   one page for tables with AUTOINCREMENT; `max(seq)` would read a path down each table's tree.
 */
function newestReader(events: Database): () => Progress {
  const of = (table: string) => `(SELECT seq FROM sqlite_sequence WHERE name = '${table}')`;
  const query = events.query<unknown, []>(`SELECT ${of("decisions")}, ${of("outcomes")}`);
  return () => {
    const [decisionsTo, outcomesTo] = query.values()[0] as (number | null)[];
    return { decisionsTo: decisionsTo ?? 0, outcomesTo: outcomesTo ?? 0 };
  };
}

/** Adds what is new in the log, which has no entry up to `newest` that it will not return. */
function follow<Entry extends Logged>(
  recent: { lastSeq: number; add(entry: Entry): void },
  read: (after: number, max: number) => Entry[],
  onEntry: (entry: Entry) => void,
  newest: number,
): void {
  let group: Entry[];
  do {
    group = read(recent.lastSeq, groupMax);
    for (const entry of group) {
      recent.add(entry);
      onEntry(entry);
    }
  } while (group.length === groupMax);
  recent.lastSeq = Math.max(recent.lastSeq, newest);
}

export class RecentEntries<Entry extends Logged> {
  readonly #entries: Entry[] = [];
  readonly #byIdentity = new Map<string, Map<number, Entry[]>>();
  /** The `seq` of the last entry that is here or was before. */
  lastSeq: number;
  #dropFrom = growthBeforeDrop;

  /** @param indexedTo the last entry that is in `history.db`. */
  constructor(indexedTo: number) {
    this.lastSeq = indexedTo;
  }

  /** Drops what `history.db` has by now, whenever there is much more than the last time. */
  dropIndexed(indexedTo: () => number): void {
    if (this.#entries.length < this.#dropFrom) return;
    this.#dropTo(indexedTo());
    this.#dropFrom = this.#entries.length + growthBeforeDrop;
  }

  /** All of one identity, in the order of the log. */
  of(projectId: string, identity: number): readonly Entry[] {
    return this.#byIdentity.get(projectId)?.get(identity) ?? [];
  }

  /** All of one project, in the order of the log. */
  ofProject(projectId: string): readonly Entry[] {
    return this.#entries.filter((entry) => entry.projectId === projectId);
  }

  add(entry: Entry): void {
    const { seq, projectId, identities } = entry;
    this.#entries.push(entry);
    this.lastSeq = seq;
    let ofProject = this.#byIdentity.get(projectId);
    if (!ofProject) {
      ofProject = new Map();
      this.#byIdentity.set(projectId, ofProject);
    }
    for (const identity of Object.values(identities) as number[]) {
      const seen = ofProject.get(identity);
      if (seen) seen.push(entry);
      else ofProject.set(identity, [entry]);
    }
  }

  #dropTo(indexedTo: number): void {
    const first = this.#entries.findIndex(({ seq }) => seq > indexedTo);
    const dropped = this.#entries.splice(0, first < 0 ? this.#entries.length : first);
    for (const { projectId, identities } of dropped) {
      const ofProject = this.#byIdentity.get(projectId)!;
      for (const identity of Object.values(identities) as number[]) {
        const seen = ofProject.get(identity)!;
        seen.shift(); // It is the first: each identity's entries are in the order of `seq` too.
        if (seen.length === 0) ofProject.delete(identity);
      }
    }
  }
}
