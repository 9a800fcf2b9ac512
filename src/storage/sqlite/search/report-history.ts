/** When a project's outcomes were reported, from `events.db`. */
import { type DatedReport, reportHistoryOf } from "../../port/outcomes.ts";
import type { SearchStore } from "../../port/search.ts";
import type { Operations } from "../operations.ts";
import type { SearchFiles } from "./list.ts";

export const searches = {
  reportHistory: ({ events: { database } }) => {
    const reports = database.query<DatedReport, [string]>(
      `SELECT outcomes.decision_id AS decisionId, decisions.decided_at AS decidedAt,
         outcomes.outcome, outcomes.reported_at AS reportedAt
       FROM outcomes CROSS JOIN decisions
       WHERE outcomes.project_id = ?
         AND decisions.project_id = outcomes.project_id AND decisions.id = outcomes.decision_id
       ORDER BY outcomes.decision_id, outcomes.seq`,
    );
    return (projectId) => reportHistoryOf(reports.iterate(projectId));
  },
} satisfies Operations<SearchStore, SearchFiles>;
