/** What a collector is given to do its work, and what it gives back. */
import type { TelemetryEvent } from "../src/telemetry/protocol.ts";

type Unplaced<Event> = Event extends unknown ? Omit<Event, "at" | "page"> : never;

/** An event of the protocol as a collector gives it: its page is added, and `at` if not known. */
export type Observed = Unplaced<TelemetryEvent> & { at?: number };

export interface Watch {
  /** Listens first and passively; what goes wrong in a listener never reaches the page. */
  listen<Kind extends Event>(
    target: EventTarget,
    type: string,
    listener: (event: Kind) => void,
  ): void;
  /** Milliseconds since the collection started. */
  now(): number;
  emit(event: Observed): void;
  /** Something is worth sending, which the collector will give when it is drained. */
  noted(): void;
  /** Gathers from every collector and sends at once. */
  flush(): void;
  /** Another page view begins; what was gathered until now belongs to the one before. */
  turnPage(): void;
  /**
   * The page may never run again: sends what there is, and leaves the record to the tab's next
   * page. `forGood` where that page is about to start.
   */
  away(forGood: boolean): void;
  /** The page is in use again. False where the collection was too old and a new one began. */
  back(): boolean;
  /** Fields that got an input event of any cause, or were restored by the browser. */
  touched: WeakSet<Element>;
}

/** Emits what was gathered; `all` includes what is still going on, such as a focused field. */
export type Drain = (all: boolean) => void;

export function atMost(max: number, value: number): number {
  return Math.min(max, Math.max(0, Math.round(value) || 0));
}
