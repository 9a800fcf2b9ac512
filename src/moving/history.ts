/** What SQLite derives: `history.db`. */

import { operations } from "../storage/sqlite/history/guests.ts";
import { openForReading, openForWriting } from "../storage/sqlite/open.ts";
import { connectionTo } from "../storage/sqlite/operations.ts";

/** Brings `history.db` up to date with all that is stored. */
export function indexHistory(folder: string): void {
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  try {
    const files = { events: connectionTo(events), history: connectionTo(history), folder };
    operations.index(files)();
  } finally {
    history.close();
    events.close();
  }
}

/** When the oldest decision was made or the oldest batch received; null where there is none. */
export function oldestAt(folder: string): number | null {
  const [control, events] = [openForReading(folder, "control"), openForReading(folder, "events")];
  try {
    const firstDecision = events.query<{ id: string | null }, [string]>(
      "SELECT min(id) AS id FROM decisions WHERE project_id = ?",
    );
    const firstBatch = events.query<{ at: number | null }, [string]>(
      "SELECT min(received_at) AS at FROM batches WHERE project_id = ?",
    );
    const projects = control.query<{ id: string }, []>("SELECT id FROM projects").all();
    const times = projects.flatMap(({ id }) => [
      // A decision's ID begins with its time: 12 hexadecimal digits.
      Number.parseInt(firstDecision.get(id)?.id?.slice(4, 16) ?? "", 16),
      firstBatch.get(id)?.at ?? Number.NaN,
    ]);
    const known = times.filter(Number.isSafeInteger);
    return known.length > 0 ? Math.min(...known) : null;
  } finally {
    control.close();
    events.close();
  }
}
