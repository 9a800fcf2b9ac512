/**
 * Deletes decisions by whole months, with all that belongs to them: what is by month with its partitions,
 * and outcomes and reviews, which are few, by rows.
 */
import type { DeletedMonths, IsOver } from "../../port/months.ts";
import type { Connection, Sql } from "../connection.ts";
import { detachEnded, endedOf, finishEnded, projectsIn, spanOf } from "../ended-months.ts";

/** Decisions or reports that one statement passes: some 20 ms. */
const rowsAtOnce = 5000;
/** The last one leads to what is deleted by rows. */
const tables = ["sightings", "reasons", "shadow_scores", "attempts", "decisions"] as const;

export async function deleteDecisionMonths(
  connection: Connection,
  isOver: IsOver,
  stopped: () => boolean,
): Promise<DeletedMonths<"decisions">> {
  const deleted: DeletedMonths<"decisions"> = [];
  const finish = async () => {
    for (const table of tables) {
      for (const ended of await endedOf(connection, table)) {
        const work = table === "decisions" ? withBelongings : async () => [];
        deleted.push(
          ...(await finishEnded(connection, ended, () => work(connection, ended, stopped))),
        );
      }
    }
  };
  await finish(); // What was interrupted.
  await detachEnded(connection, tables, isOver);
  await finish();
  return deleted;
}

/** Null where it was told to stop before the end. */
async function withBelongings({ sql }: Connection, ended: string, stopped: () => boolean) {
  const deleted: DeletedMonths<"decisions"> = [];
  for (const projectId of await projectsIn({ sql }, [ended])) {
    let decisions = 0;
    for (let after = ""; ; ) {
      if (stopped()) return null;
      const passed = await deleteBelongings(sql, ended, projectId, after);
      decisions += passed.decisions;
      if (passed.decisions < rowsAtOnce) break;
      after = passed.last!;
    }
    const { from, to } = spanOf(ended);
    for (;;) {
      if (stopped()) return null;
      if ((await deleteReports(sql, projectId, from, to)) < rowsAtOnce) break;
    }
    deleted.push({ projectId, decisions });
  }
  return deleted;
}

async function deleteBelongings(sql: Sql, ended: string, projectId: string, after: string) {
  const [row] = await sql<{ decisions: number; last: string | null }>(
    `WITH passed AS (
       SELECT id FROM ${ended} WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT ${rowsAtOnce}
     ), gone AS (
       DELETE FROM outcomes AS o USING passed
       WHERE o.project_id = $1 AND o.decision_id = passed.id
     ), reviewed AS (
       DELETE FROM reviews AS r USING passed
       WHERE r.project_id = $1 AND r.decision_id = passed.id
     )
     SELECT count(*) AS decisions, max(id) AS last FROM passed`,
    [projectId, after],
  );
  return row!;
}

/** Reports have no index by the attempt's time: they are few. */
async function deleteReports(
  sql: Sql,
  projectId: string,
  from: number,
  to: number,
): Promise<number> {
  const [row] = await sql<{ n: number }>(
    `WITH gone AS (
       DELETE FROM reports WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM reports WHERE project_id = $1 AND at >= $2 AND at < $3 LIMIT ${rowsAtOnce}))
       RETURNING 1
     )
     SELECT count(*) AS n FROM gone`,
    [projectId, from, to],
  );
  return row!.n;
}
