/** What the search thread answers from `events.db` alone, or about the index itself. */
import type { AgedTelemetry } from "../../port/collections.ts";
import type { SearchStore } from "../../port/search.ts";
import type { Operations } from "../operations.ts";
import { indexedReader } from "./index-decisions.ts";
import type { SearchFiles } from "./list.ts";

export const searches = {
  telemetryBefore: ({ events: { database } }) => {
    const aged = database.query<AgedTelemetry, [string, number]>(
      `SELECT count(*) AS batches, min(received_at) AS oldestAt FROM batches
       WHERE project_id = ? AND received_at < ?`,
    );
    return (projectId, receivedAt) => aged.get(projectId, receivedAt)!;
  },

  backlog: ({ events: { database }, history }) => {
    const indexed = indexedReader(history.database);
    const last = (table: string) =>
      database.query<{ seq: number | null }, []>(`SELECT max(seq) AS seq FROM ${table}`);
    const [lastDecision, lastOutcome] = [last("decisions"), last("outcomes")];
    return () => {
      const { decisionsTo, outcomesTo } = indexed();
      // Below zero where the newest were deleted after they had been indexed.
      const decisions = Math.max(0, (lastDecision.get()?.seq ?? 0) - decisionsTo);
      return decisions + Math.max(0, (lastOutcome.get()?.seq ?? 0) - outcomesTo);
    };
  },
} satisfies Operations<SearchStore, SearchFiles>;
