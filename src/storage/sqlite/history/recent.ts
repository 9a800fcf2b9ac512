/**
 * What `events.db` has and `history.db` does not have yet, in memory, by identity. It follows
 * `events.db`, whichever process writes to it.
 */
import type { Database } from "bun:sqlite";
import type { Identities } from "../../velocity.ts";
import {
  attemptsReader,
  type LoggedAttempt,
  type LoggedReport,
  reportsReader,
} from "../events/attempt-log.ts";
import { progressReader } from "./index-attempts.ts";

/** Entries read at once. */
const groupMax = 5000;
/** How many entries are added before `history.db` is checked for those that it has by now. */
const growthBeforeDrop = 1000;

interface Logged {
  seq: number;
  projectId: string;
  identities: Identities;
}

export interface Recent {
  attempts: RecentEntries<LoggedAttempt>;
  reports: RecentEntries<LoggedReport>;
}

/** Called for each new entry of `events.db`. */
export interface Listener {
  attempt(attempt: LoggedAttempt): void;
  report(report: LoggedReport): void;
}

/**
 * @param changed whether `events.db` may have changed since the last call.
 * @returns a function that returns what is recent as of now.
 */
export function followRecent(
  events: Database,
  history: Database,
  changed: () => boolean,
  listener: Listener,
): () => Recent {
  const indexed = progressReader(history);
  const readAttempts = attemptsReader(events);
  const readReports = reportsReader(events);
  let recent: Recent | undefined;

  return () => {
    // Checked before reading: a change made while the file is read is noticed by the next call.
    if (!changed() && recent) return recent;
    recent ??= startAfter(indexed());
    recent.attempts.follow(readAttempts, listener.attempt, () => indexed().decisionsTo);
    recent.reports.follow(readReports, listener.report, () => indexed().outcomesTo);
    return recent;
  };
}

const startAfter = ({ decisionsTo, outcomesTo }: { decisionsTo: number; outcomesTo: number }) => ({
  attempts: new RecentEntries<LoggedAttempt>(decisionsTo),
  reports: new RecentEntries<LoggedReport>(outcomesTo),
});

export class RecentEntries<Entry extends Logged> {
  readonly #entries: Entry[] = [];
  readonly #byIdentity = new Map<string, Map<number, Entry[]>>();
  /** The `seq` of the last entry that is here or was before. */
  #lastSeq: number;
  #dropFrom = growthBeforeDrop;

  /** @param indexedTo the last entry that is in `history.db`. */
  constructor(indexedTo: number) {
    this.#lastSeq = indexedTo;
  }

  /** Adds what is new in the log, and drops what `history.db` has by now. */
  follow(
    read: (after: number, max: number) => Entry[],
    onEntry: (entry: Entry) => void,
    indexedTo: () => number,
  ): void {
    let group: Entry[];
    do {
      group = read(this.#lastSeq, groupMax);
      for (const entry of group) {
        this.#add(entry);
        onEntry(entry);
      }
    } while (group.length === groupMax);
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

  #add(entry: Entry): void {
    const { seq, projectId, identities } = entry;
    this.#entries.push(entry);
    this.#lastSeq = seq;
    let ofProject = this.#byIdentity.get(projectId);
    if (!ofProject) {
      ofProject = new Map();
      this.#byIdentity.set(projectId, ofProject);
    }
    for (const identity of Object.values(identities)) {
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
      for (const identity of Object.values(identities)) {
        const seen = ofProject.get(identity)!;
        seen.shift(); // It is the first: each identity's entries are in the order of `seq` too.
        if (seen.length === 0) ofProject.delete(identity);
      }
    }
  }
}
