import {
  aliasedTable,
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  ne,
  notExists,
  sql,
} from "drizzle-orm";
import { type OutcomeRecord, type OutcomeStore, withdrawn } from "../../port/outcomes.ts";
import type { Connection, Operations } from "../operations.ts";
import { placeholders } from "../placeholders.ts";
import { outcomes } from "./schema.ts";
import { webhookEventWriter } from "./webhooks.ts";

const { seq: _, ...columns } = getTableColumns(outcomes);

const ofDecision = (projectId: string, decisionId: string) =>
  and(eq(outcomes.projectId, projectId), eq(outcomes.decisionId, decisionId));

const later = aliasedTable(outcomes, "later");

/** Later reports of the same decision. */
function laterOf(db: Connection["db"]) {
  return db
    .select({ seq: later.seq })
    .from(later)
    .where(
      and(
        eq(later.projectId, outcomes.projectId),
        eq(later.decisionId, outcomes.decisionId),
        gt(later.seq, outcomes.seq),
      ),
    );
}

export const reads = {
  list:
    ({ db }) =>
    (projectId, decisionId) =>
      db
        .select(columns)
        .from(outcomes)
        .where(ofDecision(projectId, decisionId))
        .orderBy(asc(outcomes.seq))
        .all(),

  between:
    ({ db }) =>
    (projectId, firstId, lastId) =>
      db
        .select(columns)
        .from(outcomes)
        .where(
          and(
            eq(outcomes.projectId, projectId),
            between(outcomes.decisionId, firstId, lastId),
            ne(outcomes.outcome, withdrawn),
            notExists(laterOf(db)),
          ),
        )
        .orderBy(asc(outcomes.seq))
        .all(),
} satisfies Operations<OutcomeStore>;

export function insertOutcome({ db }: Connection): (report: OutcomeRecord) => void {
  const { seq: _, ...all } = placeholders(outcomes); // SQLite assigns `seq`.
  const insert = db.insert(outcomes).values(all).prepare();
  return (report) => insert.run({ ...report });
}

/** Inside the transaction of the writer's group. */
export const writes = {
  report: (connection) => {
    const add = insertOutcome(connection);
    const record = webhookEventWriter(connection);
    return (report, event, replaces) => {
      const newest = connection.db
        .select(columns)
        .from(outcomes)
        .where(ofDecision(report.projectId, report.decisionId))
        .orderBy(desc(outcomes.seq))
        .limit(1)
        .get();
      if (replaces !== undefined && (newest?.outcome ?? withdrawn) !== replaces)
        return newest ?? null;
      if (newest && (saysTheSame(newest, report) || isStored(connection, report))) return newest;
      add(report);
      if (event) record(event);
      return report;
    };
  },
} satisfies Operations<OutcomeStore>;

function saysTheSame(a: OutcomeRecord, b: OutcomeRecord): boolean {
  return a.outcome === b.outcome && a.occurredAt === b.occurredAt && a.note === b.note;
}

/** Whether the very same request has been stored before: one that is sent again must not undo those after it. */
function isStored({ db }: Connection, report: OutcomeRecord): boolean {
  const found = db
    .select({ seq: outcomes.seq })
    .from(outcomes)
    .where(
      and(
        ofDecision(report.projectId, report.decisionId),
        eq(outcomes.requestId, report.requestId),
        eq(outcomes.outcome, report.outcome),
        sql`${outcomes.occurredAt} IS ${report.occurredAt}`,
        sql`${outcomes.note} IS ${report.note}`,
      ),
    )
    .limit(1)
    .get();
  return found !== undefined;
}
