/** Everything that changes the two databases, by name, and how a group of changes is committed. */
import type { Database } from "bun:sqlite";
import { controlWrites } from "./control-writes.ts";
import { eventsWrites } from "./events-writes.ts";
import { openForWriting } from "./open.ts";

type ControlWrites = ReturnType<typeof controlWrites>;
type EventsWrites = ReturnType<typeof eventsWrites>;
export type Writes = ControlWrites & EventsWrites;

/** One change asked for: the name of a write and its arguments. */
export type Change = {
  [Name in keyof Writes]: { name: Name; args: Parameters<Writes[Name]> };
}[keyof Writes];

/** What became of one change: its result, or why the database refused it. */
export type Outcome = { result: unknown } | { refused: string };

/** The one writer of a data folder's databases in this process. */
export class Writer {
  readonly #control: Database;
  readonly #events: Database;
  readonly #controlWrites: ControlWrites;
  readonly #eventsWrites: EventsWrites;

  constructor(folder: string) {
    this.#control = openForWriting(folder, "control");
    this.#events = openForWriting(folder, "events");
    this.#controlWrites = controlWrites(this.#control);
    this.#eventsWrites = eventsWrites(this.#events);
  }

  /**
   * Commits a group of changes. Those to `events.db` share one transaction and so one write to the
   * disk; where one of them fails, all are undone and each is tried alone, so that a bad one
   * harms no other.
   */
  commit(changes: readonly Change[]): Outcome[] {
    const outcomes = new Array<Outcome>(changes.length);
    const events: number[] = [];
    changes.forEach((change, index) => {
      if (change.name in this.#eventsWrites) events.push(index);
      else outcomes[index] = attempt(() => call(this.#controlWrites, change));
    });
    if (events.length > 0) this.#commitEvents(changes, events, outcomes);
    return outcomes;
  }

  #commitEvents(changes: readonly Change[], indexes: number[], outcomes: Outcome[]): void {
    const group = attempt(() =>
      this.#events
        .transaction(() => indexes.map((index) => call(this.#eventsWrites, changes[index]!)))
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
      for (const index of indexes) this.#commitEvents(changes, [index], outcomes);
    }
  }

  close(): void {
    this.#events.close();
    this.#control.close();
  }
}

/** Waiting again for each change would multiply the wait that has just failed. */
const lockedMessage = "database is locked";

function call(writes: object, { name, args }: Change): unknown {
  return (writes as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
}

function attempt(action: () => unknown): Outcome {
  try {
    return { result: action() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
