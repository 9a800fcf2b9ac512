/** What the collectors work with: listening, telling, and the clock of the collection. */
import type { TelemetryEvent } from "../src/telemetry/protocol.ts";
import { denied, isAllowed } from "./consent.ts";
import { tab } from "./session.ts";
import { add, gather, send, sendWithin } from "./transport.ts";

type Unplaced<Event> = Event extends unknown ? Omit<Event, "at" | "page"> : never;

/** An event of the protocol as a collector gives it: its page is added, and `at` if not known. */
export type Observed = Unplaced<TelemetryEvent> & { at?: number };

type Listened = WindowEventMap & DocumentEventMap;
type Listeners = { [Type in keyof Listened]?: (event: Listened[Type]) => void };

/**
 * Listens first, to the window and all that is in it; what goes wrong in a listener never reaches
 * the page. While the visitor denies consent, only those that are `needed` run.
 */
export function listen(listeners: Listeners, needed?: boolean): void {
  for (const type in listeners) {
    const guarded = (event: Event) => {
      try {
        if (!needed && denied) return;
        listeners[type as "click"]!(event as never);
        noted();
      } catch {
        // Better to miss an observation than to disturb the page.
      }
    };
    addEventListener(type, guarded, true);
  }
}

/** CSS pixels from one place to another. */
export const between = (from: Touch | MouseEvent, to: Touch | MouseEvent) =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);

/** Milliseconds since the collection started. */
export const now = () => Math.max(0, Date.now() - tab.startedAt);

export function emit(event: Observed): void {
  if (!isAllowed(event)) return;
  add({ at: now(), ...event, page: Math.min(10_000, tab.page) });
  noted();
}

/** Something is worth sending. Later sends grow rarer: the service keeps so many batches. */
const noted = () => sendWithin(2000 + 50 * tab.sequence);

/** Gathers from every collector and sends at once. */
export const flush = () => send(true);

/** Another page view begins; what was gathered until now belongs to the one before. */
export function turnPage(): void {
  gather();
  tab.page++;
}
