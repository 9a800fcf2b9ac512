/** Recording what webhooks tell. */
import type { NewWebhookEvent } from "../port/webhook-event.ts";
import { type Db, run, type Table, type Use } from "./uses.ts";

/** @returns a use that records events inside a transaction; those that are known stay as they are. */
export function eventRecorder(events: Table) {
  return function* record(db: Db, recorded: readonly NewWebhookEvent[]): Use<void> {
    if (recorded.length === 0) return;
    yield* run(
      db
        .insert(events)
        .values([...recorded])
        .onConflictDoNothing(),
    );
  };
}
