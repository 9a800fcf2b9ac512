/** What SQLite derives: `history.db`. */
import type { Database } from "bun:sqlite";
import type { IndexedPlace } from "../port/guests.ts";
import { operations } from "../sqlite/history/guests.ts";
import { openForReading, openForWriting } from "../sqlite/open.ts";
import { connectionTo } from "../sqlite/operations.ts";

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

/** What a change in `events.db` requires in `history.db`. Keys begin with project and decision. */
export interface IndexChanges {
  /** Before decisions are replaced or deleted: removes what was indexed of them, as an erasure does. */
  remove(keys: readonly string[]): void;
  /** After decisions or outcomes were added: lets `indexHistory` read the outcomes of these decisions again. */
  outcomesAgain(keys: readonly string[]): void;
}

/**
 * Call them in the transaction of that change: what they do is on disk before it is. If that is all that was
 * done, the decision in `events.db` still differs from its original, and the next pass repeats both.
 */
export function indexChanges(folder: string, events: Database, history: Database): IndexChanges {
  const files = { events: connectionTo(events), history: connectionTo(history), folder };
  const [hide, forget] = [operations.hide(files), operations.forget(files)];
  const asked = "json_each(?) AS asked";
  const isAsked = (project: string, decision: string) =>
    `${project} = asked.value ->> 0 AND ${decision} = asked.value ->> 1`;
  const placesOf = events.query<IndexedPlace & { projectId: string }, [string]>(
    `SELECT d.project_id AS projectId, d.decided_at AS at, d.identities ->> 'tie' AS tie, d.seq
     FROM ${asked} CROSS JOIN decisions AS d ON ${isAsked("d.project_id", "d.id")}`,
  );
  const firstOutcome = events.query<{ seq: number | null }, [string]>(
    `SELECT min(o.seq) AS seq
     FROM ${asked} CROSS JOIN outcomes AS o ON ${isAsked("o.project_id", "o.decision_id")}`,
  );
  const back = ["progress", "filing"].map((table) =>
    history.query<unknown, [number]>(`UPDATE ${table} SET outcomes_to = ?1 WHERE outcomes_to > ?1`),
  );
  return {
    remove(keys) {
      const places = placesOf.all(`[${keys}]`);
      for (const [projectId, some] of Map.groupBy(places, (place) => place.projectId)) {
        forget(projectId, hide(projectId, some, null), null, true);
      }
    },
    outcomesAgain(keys) {
      const { seq } = firstOutcome.get(`[${keys}]`)!;
      if (seq !== null) for (const one of back) one.run(seq - 1);
    },
  };
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
