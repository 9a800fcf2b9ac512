import { and, asc, eq, getTableColumns } from "drizzle-orm";
import type { OutcomeRecord, OutcomeStore } from "../../port/outcomes.ts";
import type { NewWebhookEvent } from "../../port/webhook-event.ts";
import type { Connection } from "../connection.ts";
import { groupWriter } from "../group-writer.ts";
import { jsonParameter } from "../json-parameter.ts";
import { outcomes } from "./schema.ts";

/** Reports of one round trip. Each locks its decision's, and the locks of all copies have one table. */
const groupMax = 100;

const { seq: _, ...columns } = getTableColumns(outcomes);

type Newest = Omit<OutcomeRecord, "projectId" | "decisionId">;
type Report = OutcomeRecord & { event?: NewWebhookEvent; replaces?: string };

export function outcomeStore({ db, sql }: Connection): OutcomeStore {
  const writer = groupWriter<Report, OutcomeRecord | null>(
    async (group) => {
      const report = group.some(({ event }) => event)
        ? "report_with_events_1"
        : "report_outcomes_1";
      const rows = await sql<{ newest: Newest & { replaces?: string } }>(
        `SELECT ${report}($1) AS newest`,
        [jsonParameter(group)],
      );
      return group.map(({ projectId, decisionId }, i) => {
        const { replaces: _, ...newest } = rows[i]!.newest;
        return newest.outcome === null ? null : { ...newest, projectId, decisionId };
      });
    },
    { max: groupMax, under: 1 }, // In the order in which they were reported.
  );
  return {
    report: (outcome, event, replaces) =>
      writer.write({
        ...outcome,
        ...(event && { event }),
        ...(replaces !== undefined && { replaces }),
      }),

    list: async (projectId, decisionId) =>
      db
        .select(columns)
        .from(outcomes)
        .where(and(eq(outcomes.projectId, projectId), eq(outcomes.decisionId, decisionId)))
        .orderBy(asc(outcomes.seq)),

    between: (projectId, firstId, lastId) =>
      sql<OutcomeRecord>(
        `SELECT * FROM (
           SELECT DISTINCT ON (decision_id) project_id AS "projectId", decision_id AS "decisionId",
             outcome, occurred_at AS "occurredAt", note, request_id AS "requestId",
             reported_at AS "reportedAt", key_id AS "keyId"
           FROM outcomes WHERE project_id = $1 AND decision_id BETWEEN $2 AND $3
           ORDER BY decision_id, seq DESC
         ) AS newest WHERE outcome <> 'withdrawn'`,
        [projectId, firstId, lastId],
      ),
  };
}
