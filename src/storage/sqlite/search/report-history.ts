/** When a project's outcomes were reported, from `events.db`. */
import type { FraudReport } from "../../port/outcomes.ts";
import type { SearchStore } from "../../port/search.ts";
import type { Operations } from "../operations.ts";
import { dayMs } from "./index-decisions.ts";
import type { SearchFiles } from "./list.ts";

interface Row {
  decisionId: string;
  decidedAt: number;
  outcome: string;
  reportedAt: number;
}

export const searches = {
  reportHistory: ({ events: { database } }) => {
    const reports = database.query<Row, [string]>(
      `SELECT outcomes.decision_id AS decisionId, decisions.decided_at AS decidedAt,
         outcomes.outcome, outcomes.reported_at AS reportedAt
       FROM outcomes CROSS JOIN decisions
       WHERE outcomes.project_id = ?
         AND decisions.project_id = outcomes.project_id AND decisions.id = outcomes.decision_id
       ORDER BY outcomes.decision_id, outcomes.seq`,
    );
    return (projectId) => {
      const frauds = new Map<string, FraudReport>();
      const days = new Set<number>();
      let [firstReportedAt, lastReportedAt]: [number | null, number | null] = [null, null];
      for (const { decisionId, decidedAt, outcome, reportedAt } of reports.iterate(projectId)) {
        days.add(Math.floor(reportedAt / dayMs));
        firstReportedAt = Math.min(firstReportedAt ?? reportedAt, reportedAt);
        lastReportedAt = Math.max(lastReportedAt ?? reportedAt, reportedAt);
        const isFraud = outcome === "fraud" || outcome === "chargeback";
        if (!isFraud) frauds.delete(decisionId);
        else if (!frauds.has(decisionId)) frauds.set(decisionId, { decidedAt, reportedAt });
      }
      return {
        frauds: [...frauds.values()],
        reportDays: days.size,
        firstReportedAt,
        lastReportedAt,
      };
    };
  },
} satisfies Operations<SearchStore, SearchFiles>;
