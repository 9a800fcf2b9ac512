/** The operations of the writer, and how a group of them is committed. */
import type { Database } from "bun:sqlite";
import { type DecisionGroup, decisionWriter } from "../events/decision-rows.ts";
import { emptyLogAtEnd, openForWriting } from "../open.ts";
import { type AnyOperation, connectionTo, prepared } from "../operations.ts";
import { controlWrites, eventsWrites, type WriteName } from "../subjects.ts";
import { walCopiedPages, walPages } from "../wal-pages.ts";
import { longLogPages, portionPages, shortRestPages } from "./log-pages.ts";
import type { OwnDecisions } from "./own-decisions.ts";

/** One operation to perform, with its arguments. */
export interface Write {
  name: WriteName;
  args: readonly unknown[];
}

/** What is performed together: decisions, and operations of any kind. */
export interface Group {
  decisions: DecisionGroup;
  operations: Write[];
}

/** An operation's result, or why the database refused it. */
export type Outcome = { result: unknown } | { refused: string };

/**
 * For each decision its `seq`; or one of `refusedBy`; or, as a text, why the database refused it.
 */
export type Committed = number | string;

export interface Answer {
  committed: Committed[];
  outcomes: Outcome[];
}

/** One of those that share a transaction, and what takes its outcome. */
interface Task {
  /** Whether it is a decision, whose result is its `seq`. */
  logs: boolean;
  perform(): unknown;
  done(outcome: Outcome): void;
}

/** Retrying each operation alone would repeat the wait that has just failed, once for each. */
const lockedMessage = "database is locked";

/** A data folder's databases, opened for writing by one thread. */
export class Databases {
  readonly #control: Database;
  readonly #events: Database;
  /** Each is a transaction of its own. */
  readonly #alone: ReadonlyMap<string, AnyOperation>;
  /** Those of a group share a transaction. */
  readonly #together: ReadonlyMap<string, AnyOperation>;
  readonly #logPages: () => number;
  readonly #copiedPages: () => number;
  #checkpointedTo = 0;
  readonly #own: OwnDecisions;
  readonly #writeDecision: ReturnType<typeof decisionWriter>;

  constructor(folder: string, own: OwnDecisions) {
    this.#own = own;
    this.#control = openForWriting(folder, "control");
    this.#events = openForWriting(folder, "events");
    this.#logPages = walPages(folder, "events");
    this.#copiedPages = walCopiedPages(folder, "events");
    openForWriting(folder, "history").close(); // Migrated here; the indexer writes it.
    const [control, events] = [connectionTo(this.#control), connectionTo(this.#events)];
    this.#alone = new Map([
      ...prepared(controlWrites, control),
      ["check.control", () => checkControl(this.#control)],
    ]);
    this.#together = new Map([
      ...prepared(eventsWrites, events),
      ["check.events", () => checkEvents(this.#events)],
    ]);
    this.#writeDecision = decisionWriter(events);
  }

  /**
   * Performs a group: first the operations on `control.db`, each in a transaction of its own, then
   * those on `events.db` and the decisions, in one transaction and so with one write to the disk.
   * Within a database operations run in the order of the group, after the decisions. Between the
   * two there is none: a group holds only what was requested before any of it was answered, and no
   * operation writes to both databases. If anything on `events.db` fails, all of it is undone and
   * each is tried in a transaction of its own, so that a bad one harms no other.
   */
  perform({ decisions, operations }: Group): Answer {
    const committed = new Array<Committed>(decisions.more.length);
    const outcomes = new Array<Outcome>(operations.length);
    const together: Task[] = [];
    for (let i = 0; i < committed.length; i++) {
      together.push({
        logs: true,
        perform: () => this.#writeDecision(decisions, i),
        done: (outcome) => {
          committed[i] = "result" in outcome ? (outcome.result as number) : outcome.refused;
        },
      });
    }
    operations.forEach(({ name, args }, index) => {
      const operation = this.#together.get(name);
      const done = (outcome: Outcome) => {
        outcomes[index] = outcome;
      };
      if (operation) together.push({ logs: false, perform: () => operation(...args), done });
      else done(attempt(() => this.#alone.get(name)!(...args)));
    });
    if (together.length > 0) this.#commit(together);
    return { committed, outcomes };
  }

  #commit(tasks: readonly Task[]): void {
    let seqs: number[] = [];
    const perform = () => {
      const results = tasks.map((task) => task.perform());
      seqs = results.filter(
        (result, i): result is number => tasks[i]!.logs && (result as number) > 0,
      );
      this.#own.announce(seqs);
      return results;
    };
    const group = attempt(() => this.#events.transaction(perform).immediate());
    if ("refused" in group) this.#own.withdraw(seqs);
    if ("result" in group) {
      const results = group.result as unknown[];
      tasks.forEach(({ done }, place) => {
        done({ result: results[place] });
      });
    } else if (tasks.length === 1 || group.refused === lockedMessage) {
      for (const { done } of tasks) done(group);
    } else {
      for (const task of tasks) this.#commit([task]);
    }
  }

  /**
   * Copies what the checkpointer has not copied of the log of `events.db`, where that is long enough or
   * short enough. Called when a group has been answered, so that only what arrives meanwhile waits.
   */
  checkpoint(): void {
    const pages = this.#logPages();
    if (pages < this.#checkpointedTo) this.#checkpointedTo = 0; // It began again.
    const rest = pages - this.#copiedPages();
    const isLong = pages - this.#checkpointedTo >= portionPages && rest >= portionPages;
    const isNearlyCopied = pages >= longLogPages && rest > 0 && rest <= shortRestPages;
    if (!isLong && !isNearlyCopied) return;
    if (isLong) this.#checkpointedTo = pages;
    try {
      // Passive: it copies what no reader needs, and waits for nobody.
      this.#events.run("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // All of it is in the log still. The next portion is tried, and a write that fails says so.
    }
  }

  close(checkpoint = false): void {
    for (const database of [this.#events, this.#control]) {
      if (checkpoint) emptyLogAtEnd(database);
      database.close();
    }
  }
}

/** Takes the write lock, and gives it back. */
function checkControl(control: Database): void {
  control.run("BEGIN IMMEDIATE");
  control.run("ROLLBACK");
}

/**
 * Writes as much as a large decision with its indexes does, so that a disk that is too full for
 * decisions is too full for this. No feature set has an empty ID, so nothing reads the row, which
 * takes its space only once.
 */
const checkedBytes = 32 * 1024;

function checkEvents(events: Database): void {
  events.run("INSERT OR REPLACE INTO feature_sets VALUES ('', ?)", ["-".repeat(checkedBytes)]);
}

function attempt(action: () => unknown): Outcome {
  try {
    return { result: action() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
