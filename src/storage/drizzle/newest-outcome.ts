/** The newest report of a decision, as a column of what is read of decisions. */
import { type Column, getTableName, type SQL, sql } from "drizzle-orm";

interface Decisions {
  projectId: Column;
  id: Column;
}

interface Outcomes {
  projectId: Column;
  decisionId: Column;
  outcome: Column;
  seq: Column;
}

/** Or `withdrawn`; null where there is none. By the names of both tables, which the builder leaves out otherwise. */
export function newestOutcome(decisions: Decisions, outcomes: Outcomes): SQL<string | null> {
  const named = (column: Column) =>
    sql`${sql.identifier(nameOf(column))}.${sql.identifier(column.name)}`;
  return sql<string | null>`(
    SELECT ${named(outcomes.outcome)} FROM ${outcomes.seq.table}
    WHERE ${named(outcomes.projectId)} = ${named(decisions.projectId)}
      AND ${named(outcomes.decisionId)} = ${named(decisions.id)}
    ORDER BY ${named(outcomes.seq)} DESC LIMIT 1
  )`;
}
const nameOf = (column: Column) => getTableName(column.table);
