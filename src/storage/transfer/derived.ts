/** What PostgreSQL derives from the moved rows. */
import type { Connection, Sql } from "../postgres/connection.ts";
import { addPartitions, partitionsMs } from "../postgres/partitions.ts";
import { Differs } from "./pass.ts";

/** Each reported outcome by identity, as `report_outcomes_1` writes it. @param which of `outcomes`. */
const expectedReports = (which: string) =>
  `SELECT DISTINCT ON (1, 2, 3, 4, 5) o.project_id, identity, o.reported_at, d.decided_at AS at,
     d.tie, o.outcome <> 'legitimate' AS fraud, o.until
   FROM (
     SELECT *, min(reported_at) OVER (PARTITION BY project_id, decision_id ORDER BY seq
       ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS until
     FROM outcomes ${which}
   ) AS o
   JOIN decisions AS d ON d.project_id = o.project_id AND d.id = o.decision_id
   JOIN attempts AS a
     ON a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie,
   unnest(ARRAY[a.identities[1], a.identities[2], a.identities[3], a.identities[5],
     a.identities[7], a.identities[8], a.identities[9], a.identities[12]]) AS identity
   WHERE identity IS NOT NULL AND o.outcome <> 'withdrawn'
   ORDER BY 1, 2, 3, 4, 5, o.seq DESC`;

/** The newest report of each attempt. */
const newestReports = (which: string) =>
  `SELECT DISTINCT ON (o.project_id, o.decision_id) d.project_id, d.decided_at, d.tie,
     nullif(o.outcome, 'withdrawn') AS outcome
   FROM (SELECT * FROM outcomes ${which}) AS o
   JOIN decisions AS d ON d.project_id = o.project_id AND d.id = o.decision_id
   ORDER BY o.project_id, o.decision_id, o.seq DESC`;

const isNewest =
  "a.project_id = newest.project_id AND a.at = newest.decided_at AND a.tie = newest.tie";

/** Decisions by their keys, a parameter: a JSON array of [project, decision]. */
const asked = "(SELECT key ->> 0, key ->> 1 FROM json_array_elements($1::json) AS asked (key))";
const ofAsked = `WHERE (project_id, decision_id) IN ${asked}`;

/** Of decisions whose outcomes have changed. */
export async function removeReports(sql: Sql, decisions: string): Promise<void> {
  await sql(
    `DELETE FROM reports AS r USING decisions AS d, attempts AS a
     WHERE (d.project_id, d.id) IN ${asked}
       AND a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie
       AND r.project_id = a.project_id AND r.identity = ANY (a.identities) AND r.at = a.at
       AND r.tie = a.tie`,
    [decisions],
  );
}

/** Of decisions that have no reports. */
export async function deriveReports(sql: Sql, decisions: string): Promise<void> {
  await sql(`INSERT INTO reports ${expectedReports(ofAsked)}`, [decisions]);
  await sql(
    `UPDATE attempts AS a SET outcome = newest.outcome FROM (${newestReports(ofAsked)}) AS newest
     WHERE ${isNewest} AND a.outcome IS DISTINCT FROM newest.outcome`,
    [decisions],
  );
}

/**
 * Every attempt has exactly its sightings and its reports, and is counted on its day.
 * @throws Differs
 */
export async function checkDerived(sql: Sql, place: string): Promise<void> {
  await checkSightings(sql, place);
  const expected = `(${expectedReports("")})`;
  const [reports] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM (
       (${expected} EXCEPT TABLE reports) UNION ALL (TABLE reports EXCEPT ${expected})
     ) AS differing`,
  );
  if (reports!.n > 0) throw new Differs("reports", `(${reports!.n})`, place);
  const [outcomes] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM attempts AS a JOIN (${newestReports("")}) AS newest ON ${isNewest}
     WHERE a.outcome IS DISTINCT FROM newest.outcome`,
  );
  if (outcomes!.n > 0) throw new Differs("attempts", `(${outcomes!.n}: outcome)`, place);
  const [days] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT project_id, hotel, at / 86400000 AS day, count(*) AS attempts FROM attempts
       WHERE hotel IS NOT NULL GROUP BY 1, 2, 3
     ) AS expected
     FULL JOIN (
       SELECT project_id, hotel, day, sum(attempts) AS attempts FROM hotel_days
       WHERE hotel NOT IN (0, -1, -2) GROUP BY 1, 2, 3 HAVING sum(attempts) <> 0
     ) AS counted USING (project_id, hotel, day)
     WHERE expected.attempts IS DISTINCT FROM counted.attempts`,
  );
  if (days!.n > 0) throw new Differs("hotel_days", `(${days!.n})`, place);
}

async function checkSightings(sql: Sql, place: string): Promise<void> {
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

export async function partitionsSince(connection: Connection, oldest: number, now: number) {
  await addPartitions(connection, Math.max(oldest, now - partitionsMs), now);
}
