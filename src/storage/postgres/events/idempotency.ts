import type { Connection } from "../connection.ts";

/** Keys that one statement deletes: some 20 ms. */
const removedAtOnce = 5000;

/**
 * Deletes the idempotency keys that were used before a moment. It goes from one project to the next along
 * the index by age, so that it reads none of those that stay. A key that is just used again is left, without
 * waiting.
 */
export async function removeOldKeys(
  { sql }: Pick<Connection, "sql">,
  before: number,
): Promise<void> {
  for (;;) {
    const [row] = await sql<{ n: number }>(
      `WITH RECURSIVE found (id) AS (
         SELECT min(project_id) FROM idempotency
         UNION ALL
         SELECT (SELECT min(project_id) FROM idempotency WHERE project_id > found.id)
         FROM found WHERE found.id IS NOT NULL
       ), gone AS (
         DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
           SELECT old.ctid FROM found CROSS JOIN LATERAL (
             SELECT i.ctid FROM idempotency AS i
             WHERE i.project_id = found.id AND i.created_at < $1
             ORDER BY i.created_at LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
           ) AS old LIMIT ${removedAtOnce}))
         RETURNING 1
       )
       SELECT count(*) AS n FROM gone`,
      [before],
    );
    if (row!.n < removedAtOnce) return;
  }
}
