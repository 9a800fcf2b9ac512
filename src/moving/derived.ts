/** What PostgreSQL derives from the moved rows: by statements over all of them, not row by row. */
import type { Connection } from "../storage/postgres/connection.ts";
import { addPartitions } from "../storage/postgres/partitions.ts";
import { Differs } from "./pass.ts";

/** Each reported outcome by identity, as `report_outcomes_1` writes it, and the newest of each attempt. */
export async function deriveReports(connection: Connection): Promise<void> {
  await connection.transaction(async ({ sql }) => {
    await sql(
      `CREATE TEMPORARY TABLE expected ON COMMIT DROP AS
       SELECT DISTINCT ON (1, 2, 3, 4, 5) o.project_id, identity, o.reported_at, d.decided_at AS at,
         d.tie, o.outcome <> 'legitimate' AS fraud, o.until
       FROM (
         SELECT *, min(reported_at) OVER (PARTITION BY project_id, decision_id ORDER BY seq
           ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS until
         FROM outcomes
       ) AS o
       JOIN decisions AS d ON d.project_id = o.project_id AND d.id = o.decision_id
       JOIN attempts AS a
         ON a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie,
       unnest(ARRAY[a.identities[1], a.identities[2], a.identities[3], a.identities[5],
         a.identities[7], a.identities[8], a.identities[9]]) AS identity
       WHERE identity IS NOT NULL AND o.outcome <> 'withdrawn'
       ORDER BY 1, 2, 3, 4, 5, o.seq DESC`,
    );
    await sql("ANALYZE expected");
    await sql(
      `DELETE FROM reports AS r WHERE NOT EXISTS (
         SELECT 1 FROM expected AS e
         WHERE e.project_id = r.project_id AND e.identity = r.identity
           AND e.reported_at = r.reported_at AND e.at = r.at AND e.tie = r.tie
           AND e.fraud = r.fraud AND e.until IS NOT DISTINCT FROM r.until)`,
    );
    await sql("INSERT INTO reports SELECT * FROM expected ON CONFLICT DO NOTHING");
    await sql(
      `UPDATE attempts AS a SET outcome = newest.outcome
       FROM (
         SELECT DISTINCT ON (o.project_id, o.decision_id) d.project_id, d.decided_at, d.tie,
           nullif(o.outcome, 'withdrawn') AS outcome
         FROM outcomes AS o
         JOIN decisions AS d ON d.project_id = o.project_id AND d.id = o.decision_id
         ORDER BY o.project_id, o.decision_id, o.seq DESC
       ) AS newest
       WHERE a.project_id = newest.project_id AND a.at = newest.decided_at AND a.tie = newest.tie
         AND a.outcome IS DISTINCT FROM newest.outcome`,
    );
  });
}

/**
 * Every attempt has exactly its sightings.
 * @throws Differs
 */
export async function checkSightings({ sql }: Connection, place: string): Promise<void> {
  const [counts] = await sql<{ present: number; expected: number; missing: number }>(
    `SELECT (SELECT count(*) FROM sightings) AS present, count(*) AS expected,
       count(*) FILTER (WHERE s.identity IS NULL) AS missing
     FROM (
       SELECT DISTINCT a.project_id, identity, a.at, a.tie
       FROM attempts AS a, unnest(a.identities) AS identity WHERE identity IS NOT NULL
     ) AS e
     LEFT JOIN sightings AS s ON s.project_id = e.project_id AND s.identity = e.identity
       AND s.at = e.at AND s.tie = e.tie`,
  );
  const { present, expected, missing } = counts!;
  if (missing > 0 || present !== expected) {
    throw new Differs("sightings", `(${present} instead of ${expected})`, place);
  }
}

/** The numbers that the database gives continue after those that were moved. */
export async function continueNumbers({ sql }: Connection): Promise<void> {
  for (const table of ["audit", "promotions", "outcomes"]) {
    await sql(
      `SELECT setval(pg_get_serial_sequence('${table}', 'seq'), max(seq)) FROM ${table}
       HAVING max(seq) IS NOT NULL`,
    );
  }
}

/** Months of before are in the table's default partition. */
const partitionsMs = 10 * 366 * 24 * 60 * 60 * 1000;

export async function partitionsSince(connection: Connection, oldest: number, now: number) {
  await addPartitions(connection, Math.max(oldest, now - partitionsMs), now);
}
