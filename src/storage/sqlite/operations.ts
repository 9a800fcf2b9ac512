/** Everything that the database thread does, by name, and how a group of it is done. */
import type { Database } from "bun:sqlite";
import { controlWrites } from "./control-writes.ts";
import { eventsReads } from "./events-reads.ts";
import { eventsWrites } from "./events-writes.ts";
import {
  attemptsReader,
  historyIndexer,
  type LoggedAttempt,
  progressReader,
} from "./history-index.ts";
import { historyReads } from "./history-reads.ts";
import { openForWriting } from "./open.ts";
import { RecentSightings } from "./recent-sightings.ts";

type ControlWrites = ReturnType<typeof controlWrites>;
type EventsWrites = ReturnType<typeof eventsWrites>;
type EventsReads = ReturnType<typeof eventsReads>;
type HistoryReads = ReturnType<typeof historyReads>;
export type Operations = ControlWrites & EventsWrites & EventsReads & HistoryReads;

/** One operation asked for: its name and its arguments. */
export type Operation = {
  [Name in keyof Operations]: { name: Name; args: Parameters<Operations[Name]> };
}[keyof Operations];

/** What became of one operation: its result, or why the database refused it. */
export type Outcome = { result: unknown } | { refused: string };

/** Decisions that are brought into `history.db` in one transaction when catching up. */
const groupMax = 5000;
/** With fewer in memory it is not worth asking how far `history.db` has come. */
const dropFrom = 1000;

/** Waiting again for each operation would multiply the wait that has just failed. */
const lockedMessage = "database is locked";

/**
 * A data folder's databases, in the hands of one thread. `events.db` is read here as well: another
 * connection would lose its page cache at every commit of this one.
 */
export class Databases {
  readonly #control: Database;
  readonly #events: Database;
  readonly #history: Database;
  readonly #indexedTo: () => number;
  readonly #attemptsAfter: ReturnType<typeof attemptsReader>;
  readonly #changedElsewhere: () => boolean;
  readonly #alone: ControlWrites & EventsReads & HistoryReads;
  readonly #together: EventsWrites;
  #recent: RecentSightings | undefined;
  /** Of the group being committed: they count once they are on disk. */
  #logged: LoggedAttempt[] = [];

  constructor(folder: string) {
    this.#control = openForWriting(folder, "control");
    this.#events = openForWriting(folder, "events");
    this.#history = openForWriting(folder, "history");
    this.#indexedTo = progressReader(this.#history);
    this.#attemptsAfter = attemptsReader(this.#events);
    this.#changedElsewhere = changedElsewhere(this.#events);
    this.#alone = {
      ...controlWrites(this.#control),
      ...eventsReads(this.#events),
      ...historyReads(this.#history, () => this.#recentSightings()),
    };
    this.#together = eventsWrites(this.#events, (attempt) => this.#logged.push(attempt));
  }

  /**
   * What `history.db` does not have yet, other processes' decisions included. Read from `events.db`
   * when it is first asked for, which a command that only makes a key never does.
   */
  #recentSightings(): RecentSightings {
    if (!this.#recent) {
      // After a long time without a service there may be more than memory is meant for. Where the
      // file cannot be written now, memory has to do: it is only derived.
      const catchUp = historyIndexer(this.#events, this.#history);
      attempt(() => {
        while (catchUp(groupMax) === groupMax);
      });
      this.#recent = new RecentSightings(this.#indexedTo());
      this.#follow(this.#recent);
    } else if (this.#changedElsewhere()) {
      this.#follow(this.#recent);
    }
    return this.#recent;
  }

  #follow(recent: RecentSightings): void {
    let group: LoggedAttempt[];
    do {
      group = this.#attemptsAfter(recent.lastSeq, groupMax);
      for (const logged of group) recent.add(logged);
    } while (group.length === groupMax);
  }

  /**
   * Does a group of operations, in their order. The writes to `events.db` share one transaction
   * and so one write to the disk; where one of them fails, all are undone and each is tried alone,
   * so that a bad one harms no other.
   */
  perform(operations: readonly Operation[]): Outcome[] {
    if (this.#recent && this.#recent.size >= dropFrom) this.#recent.dropTo(this.#indexedTo());
    const outcomes = new Array<Outcome>(operations.length);
    const together: number[] = [];
    operations.forEach((operation, index) => {
      if (operation.name in this.#together) together.push(index);
      else outcomes[index] = attempt(() => call(this.#alone, operation));
    });
    if (together.length > 0) this.#commit(operations, together, outcomes);
    return outcomes;
  }

  #commit(operations: readonly Operation[], indexes: number[], outcomes: Outcome[]): void {
    this.#logged = [];
    const group = attempt(() =>
      this.#events
        .transaction(() => {
          this.#recentSightings(); // Others' are before ours from here on, and are read first.
          return indexes.map((index) => call(this.#together, operations[index]!));
        })
        .immediate(),
    );
    if ("result" in group) {
      for (const logged of this.#logged) this.#recent!.add(logged);
      const results = group.result as unknown[];
      indexes.forEach((index, place) => {
        outcomes[index] = { result: results[place] };
      });
    } else if (indexes.length === 1 || group.refused === lockedMessage) {
      for (const index of indexes) outcomes[index] = group;
    } else {
      for (const index of indexes) this.#commit(operations, [index], outcomes);
    }
  }

  close(): void {
    this.#history.close();
    this.#events.close();
    this.#control.close();
  }
}

/** Whether another connection has committed since the last call (sqlite.org/pragma.html). */
function changedElsewhere(database: Database): () => boolean {
  const query = database.query<{ data_version: number }, []>("PRAGMA data_version");
  let seen: number | undefined;
  return () => {
    const { data_version: version } = query.get()!;
    const changed = version !== seen;
    seen = version;
    return changed;
  };
}

function call(operations: object, { name, args }: Operation): unknown {
  return (operations as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
}

function attempt(action: () => unknown): Outcome {
  try {
    return { result: action() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
