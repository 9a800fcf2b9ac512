/** Everything that changes the databases, by name, and how a group of changes is committed. */
import type { Database } from "bun:sqlite";
import { peopleWrites } from "../control/account-writes.ts";
import { modelWrites } from "../control/model-writes.ts";
import { signInWrites } from "../control/sign-ins.ts";
import { controlWrites } from "../control/writes.ts";
import { besideDecisionsWrites } from "../events/shadow-and-reasons.ts";
import { eventsWrites } from "../events/writes.ts";
import { openForWriting } from "../open.ts";

type ControlWrites = ReturnType<typeof controlWrites> &
  ReturnType<typeof modelWrites> &
  ReturnType<typeof peopleWrites> &
  ReturnType<typeof signInWrites>;
type EventsWrites = ReturnType<typeof eventsWrites> & ReturnType<typeof besideDecisionsWrites>;
export type Operations = ControlWrites & EventsWrites;

/** One operation asked for: its name and its arguments. */
export type Operation = {
  [Name in keyof Operations]: { name: Name; args: Parameters<Operations[Name]> };
}[keyof Operations];

/** What became of one operation: its result, or why the database refused it. */
export type Outcome = { result: unknown } | { refused: string };

/** Waiting again for each operation would multiply the wait that has just failed. */
const lockedMessage = "database is locked";

/** A data folder's databases, for writing, in the hands of one thread. */
export class Databases {
  readonly #control: Database;
  readonly #events: Database;
  readonly #alone: ControlWrites;
  readonly #together: EventsWrites;

  constructor(folder: string) {
    this.#control = openForWriting(folder, "control");
    this.#events = openForWriting(folder, "events");
    openForWriting(folder, "history").close(); // The indexer's; others read it.
    this.#alone = {
      ...controlWrites(this.#control),
      ...modelWrites(this.#control),
      ...peopleWrites(this.#control),
      ...signInWrites(this.#control),
    };
    this.#together = { ...eventsWrites(this.#events), ...besideDecisionsWrites(this.#events) };
  }

  /**
   * Does a group of operations, in their order. The writes to `events.db` share one transaction
   * and so one write to the disk; where one of them fails, all are undone and each is tried alone,
   * so that a bad one harms no other.
   */
  perform(operations: readonly Operation[]): Outcome[] {
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
    const group = attempt(() =>
      this.#events
        .transaction(() => indexes.map((index) => call(this.#together, operations[index]!)))
        .immediate(),
    );
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
