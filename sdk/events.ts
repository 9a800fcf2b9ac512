/** What the collectors share: event listeners, emitting events, and the collection's clock. */
import type { TelemetryEvent } from "../src/attempt/telemetry/protocol.ts";
import { denied, isAllowed } from "./consent.ts";
import { tab } from "./session.ts";
import { gather, queueEvent, send, sendWithin } from "./transport.ts";

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, "at" | "page"> : never;

/** An event as a collector emits it: `page` is added, and `at` where it is absent. */
export type Observed = WithoutPlace<TelemetryEvent> & { at?: number };

type Events = WindowEventMap & DocumentEventMap;
type Listeners = { [Type in keyof Events]?: (event: Events[Type], path: never) => void };

/**
 * Listens in the capture phase, to the window and everything in it; an error in a listener never
 * reaches the page. While the visitor denies consent, only `needed` listeners run.
 *
 * A listener receives the event's path, whose first member is the element itself even inside an open
 * shadow root; `event.target` would be the root's host.
 */
export function listen(listeners: Listeners, needed?: boolean): void {
  for (const type in listeners) {
    const guarded = (event: Event) => {
      try {
        if (!needed && denied) return;
        listeners[type as "click"]!(event as never, event.composedPath() as never);
        scheduleSend();
      } catch {
        // It is better to miss an event than to disturb the page.
      }
    };
    addEventListener(type, guarded, true);
  }
}

/** Distance in CSS pixels. */
export const distance = (from: Touch | MouseEvent, to: Touch | MouseEvent) =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);

/** Milliseconds since the collection started. */
export const now = () => Math.max(0, Date.now() - tab.startedAt);

export function emit(event: Observed): void {
  if (!isAllowed(event)) return;
  queueEvent({ at: now(), ...event, page: tab.page });
  scheduleSend();
}

/** Sends soon, and later in a collection less often: the service stores a limited number of batches. */
const scheduleSend = () => sendWithin(2000 + 50 * tab.sequence);

/** Gathers from every collector and sends at once. */
export const flush = () => send(true);

/** Starts another page view; what was gathered so far belongs to the previous one. */
export function startPage(): void {
  gather();
  tab.page++;
}
