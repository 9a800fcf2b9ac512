/** The operations of the writer, and how a group of them is committed. */
import type { Database } from "bun:sqlite";
import { openForWriting } from "../open.ts";
import { type AnyOperation, connectionTo, prepared } from "../operations.ts";
import { controlWrites, eventsWrites, logWrites, type WriteName } from "../subjects.ts";
import type { OwnDecisions } from "./own-decisions.ts";

/** One operation to perform, with its arguments. */
export interface Write {
  name: WriteName;
  args: readonly unknown[];
}

/** An operation's result, or why the database refused it. */
export type Outcome = { result: unknown } | { refused: string };

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
  readonly #own: OwnDecisions;

  constructor(folder: string, own: OwnDecisions) {
    this.#own = own;
    this.#control = openForWriting(folder, "control");
    this.#events = openForWriting(folder, "events");
    openForWriting(folder, "history").close(); // Migrated here; the indexer writes it.
    const [control, events] = [connectionTo(this.#control), connectionTo(this.#events)];
    this.#alone = new Map([
      ...prepared(controlWrites, control),
      ["check.control", () => checkControl(this.#control)],
    ]);
    this.#together = new Map([
      ...prepared(eventsWrites, events),
      ...prepared(logWrites, events),
      ["check.events", () => checkEvents(this.#events)],
    ]);
  }

  /**
   * Performs a group: first the operations on `control.db`, each in a transaction of its own, then
   * those on `events.db`, in one transaction and so with one write to the disk. Within a database
   * they run in the order of the group. Between the two there is none: a group holds only
   * operations that were all requested before any of them was answered, and none writes to both
   * databases. If an operation on `events.db` fails, all of them are undone and each is tried in a
   * transaction of its own, so that a bad one harms no other.
   */
  perform(operations: readonly Write[]): Outcome[] {
    const outcomes = new Array<Outcome>(operations.length);
    const together: number[] = [];
    operations.forEach(({ name, args }, index) => {
      if (this.#together.has(name)) together.push(index);
      else outcomes[index] = attempt(() => this.#alone.get(name)!(...args));
    });
    if (together.length > 0) this.#commit(operations, together, outcomes);
    return outcomes;
  }

  #commit(operations: readonly Write[], indexes: readonly number[], outcomes: Outcome[]): void {
    const perform = (index: number) => {
      const { name, args } = operations[index]!;
      return this.#together.get(name)!(...args);
    };
    let logged: number[] = [];
    const performAll = () => {
      const results = indexes.map(perform);
      logged = results.filter((result, place): result is number => {
        return operations[indexes[place]!]!.name === "decisions.commit" && result !== null;
      });
      this.#own.announce(logged);
      return results;
    };
    const group = attempt(() => this.#events.transaction(performAll).immediate());
    if ("refused" in group) this.#own.withdraw(logged);
    if ("result" in group) {
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
    this.#events.close();
    this.#control.close();
  }
}

/** Takes the write lock, and gives it back. */
function checkControl(control: Database): void {
  control.run("BEGIN IMMEDIATE");
  control.run("ROLLBACK");
}

/** Begins a write like any other, but changes nothing: no feature set has an empty ID. */
function checkEvents(events: Database): void {
  events.run("DELETE FROM feature_sets WHERE id = ''");
}

function attempt(action: () => unknown): Outcome {
  try {
    return { result: action() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
