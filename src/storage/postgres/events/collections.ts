import { collectionReads } from "../../drizzle/collections.ts";
import type { CollectionRecord, CollectionStore } from "../../port/collections.ts";
import type { Connection, Sql } from "../connection.ts";
import { projectsIn } from "../ended-months.ts";
import { jsonParameter } from "../json-parameter.ts";
import { methodsOf } from "../perform.ts";
import { readTogether } from "../read-together.ts";
import { deleteBatchMonths } from "./ended-batches.ts";
import { batches, collections } from "./schema.ts";

/** Batches that one call deletes: some 10 ms. */
const deletedAtOnce = 500;

/** Between the parts of a key: no ID has one. */
const separator = "\u001f";

export function collectionStore(connection: Connection): CollectionStore {
  return {
    ...reads(connection),
    ...writes(connection),
    deleteMonths: (isOver, stopped) => deleteBatchMonths(connection, isOver, stopped),
  };
}

function reads(connection: Connection) {
  const { sql } = connection;
  return {
    find: findTogether(sql),

    ...methodsOf(collectionReads(collections, batches), connection),

    projects: () => projectsIn(connection, ["batches"]),

    async arrivals(projectId, limit) {
      const rows = await sql<{ summary: string }>(
        "SELECT summary FROM collections WHERE project_id = $1 LIMIT $2",
        [projectId, limit],
      );
      return rows.map(({ summary }) => {
        const { firstAt, lastAt, origins = [] } = JSON.parse(summary) as Summary;
        return { firstAt, lastAt, origin: origins[0] ?? null };
      });
    },
  } satisfies Partial<CollectionStore>;
}

function findTogether(sql: Sql): CollectionStore["find"] {
  const read = readTogether(async (names) => {
    const pairs = names.map((name) => name.split(separator));
    const rows = await sql<CollectionRecord>(
      `SELECT c.project_id AS "projectId", c.id, c.version, c.summary
       FROM unnest($1::text[], $2::text[]) AS asked (project, id)
       JOIN collections AS c ON c.project_id = asked.project AND c.id = asked.id`,
      [pairs.map(([project]) => project!), pairs.map(([, id]) => id!)],
    );
    return new Map(rows.map((row) => [`${row.projectId}${separator}${row.id}`, row]));
  });
  return (projectId, id) => read(`${projectId}${separator}${id}`);
}

interface Summary {
  firstAt: number;
  lastAt: number;
  origins?: (string | null)[];
}

function writes({ sql }: Connection) {
  return {
    /**
     * One statement: the batches are added only where the row was changed. Their key has the time, by
     * which they are partitioned, so that it is the row's lock that keeps a sequence number from being
     * added twice.
     */
    async append({ projectId, id, version, summary }, ...added) {
      const change =
        version === 1
          ? `INSERT INTO collections (project_id, id, version, summary) VALUES ($1, $2, $5 + 1, $3)
             ON CONFLICT DO NOTHING RETURNING 1`
          : `UPDATE collections SET version = version + 1, summary = $3
             WHERE project_id = $1 AND id = $2 AND version = $5 RETURNING 1`;
      const rows = await sql(
        `WITH changed AS (${change}), added AS (
           INSERT INTO batches
             (project_id, collection_id, sequence, received_at, ip, user_agent, body, headers)
           SELECT $1, $2, b.sequence, b."receivedAt", b.ip, b."userAgent", b.body, b.headers
           FROM changed, json_to_recordset($4) AS b (sequence int, "receivedAt" bigint, ip text,
             "userAgent" text, body text, headers text)
           WHERE NOT EXISTS (SELECT 1 FROM batches AS known WHERE known.project_id = $1
             AND known.collection_id = $2 AND known.sequence = b.sequence)
           ON CONFLICT DO NOTHING
         )
         SELECT 1 FROM changed`,
        [projectId, id, summary, jsonParameter(added), version - 1],
      );
      return rows.length > 0;
    },

    async deleteBefore(projectId, receivedAt) {
      const [row] = await sql<{ batches: number; collections: number }>(
        `WITH oldest AS (
           SELECT collection_id, sequence, received_at FROM batches
           WHERE project_id = $1 AND received_at < $2 ORDER BY received_at LIMIT ${deletedAtOnce}
         ), gone AS (
           DELETE FROM batches AS b USING oldest AS o
           WHERE b.project_id = $1 AND b.collection_id = o.collection_id
             AND b.sequence = o.sequence AND b.received_at = o.received_at
           RETURNING b.collection_id, b.sequence
         ), emptied AS (
           DELETE FROM collections AS c
           WHERE c.project_id = $1 AND c.id IN (SELECT collection_id FROM gone)
             AND NOT EXISTS (SELECT 1 FROM batches AS b
               WHERE b.project_id = $1 AND b.collection_id = c.id
                 AND (b.collection_id, b.sequence) NOT IN (SELECT collection_id, sequence FROM gone))
           RETURNING 1
         )
         SELECT (SELECT count(*) FROM gone) AS batches,
           (SELECT count(*) FROM emptied) AS collections`,
        [projectId, receivedAt],
      );
      const { batches, collections } = row!;
      return { batches, collections, more: batches === deletedAtOnce };
    },
  } satisfies Partial<CollectionStore>;
}
