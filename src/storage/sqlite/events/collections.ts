import { and, eq, sql } from "drizzle-orm";
import { collectionReads } from "../../drizzle/collections.ts";
import type {
  CollectionRecord,
  CollectionStore,
  DeletedTelemetry,
} from "../../port/collections.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { batches, collections } from "./schema.ts";

/**
 * How long one deletion may delay the other writes of its group, ms, and how many batches are
 * deleted before the clock is read again.
 */
const deletionMsMax = 2;
const deletedAtOnce = 16;

const ofCollection = and(
  eq(collections.projectId, sql.placeholder("projectId")),
  eq(collections.id, sql.placeholder("id")),
);

export const reads = {
  ...operationsOf(collectionReads(shared(collections), shared(batches))),

  /** Without a query builder: every decision and every new collection reads here. */
  find: ({ database }) => {
    const one = database.prepare<CollectionRecord, [string, string]>(
      `SELECT project_id AS projectId, id, version, summary FROM collections
       WHERE project_id = ? AND id = ?`,
    );
    return (projectId, id) => one.get(projectId, id);
  },

  /** Skips from one project to the next along the primary key, however many batches each has. */
  projects:
    ({ database }) =>
    () =>
      database
        .query<{ id: string }, []>(
          `WITH RECURSIVE found(id) AS (
             SELECT min(project_id) FROM batches
             UNION ALL
             SELECT (SELECT min(project_id) FROM batches WHERE project_id > found.id)
             FROM found WHERE found.id IS NOT NULL
           )
           SELECT id FROM found WHERE id IS NOT NULL`,
        )
        .all()
        .map(({ id }) => id),

  arrivals:
    ({ db }) =>
    (projectId, limit) =>
      db
        .select({
          firstAt: sql<number>`${collections.summary} ->> '$.firstAt'`,
          lastAt: sql<number>`${collections.summary} ->> '$.lastAt'`,
          origin: sql<string | null>`${collections.summary} ->> '$.origins[0]'`,
        })
        .from(collections)
        .where(eq(collections.projectId, projectId))
        .limit(limit)
        .all(),
} satisfies Operations<CollectionStore>;

/** Inside the transaction of the writer's group. */
export const writes = {
  /** Without a query builder, which took 4 to 8 µs of 19 for a batch. */
  append: ({ database }) => {
    const insert = database.prepare(
      `INSERT INTO collections (project_id, id, version, summary) VALUES (?, ?, 1, ?)
       ON CONFLICT DO NOTHING`,
    );
    const update = database.prepare(
      `UPDATE collections SET version = version + 1, summary = ?
       WHERE project_id = ? AND id = ? AND version = ?`,
    );
    const insertBatch = database.prepare(
      `INSERT INTO batches
         (project_id, collection_id, sequence, received_at, ip, user_agent, body, headers)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    return ({ projectId, id, version, summary }, ...added) => {
      const { changes } =
        version === 1
          ? insert.run(projectId, id, summary)
          : update.run(summary, projectId, id, version - 1);
      if (changes === 0) return false;
      for (const { sequence, receivedAt, ip, userAgent, body, headers } of added) {
        insertBatch.run(projectId, id, sequence, receivedAt, ip, userAgent, body, headers);
      }
      return true;
    };
  },

  deleteBefore: ({ db }) => {
    const deleteOldest = db
      .delete(batches)
      .where(
        sql`rowid IN (SELECT rowid FROM ${batches}
          WHERE ${batches.projectId} = ${sql.placeholder("projectId")}
            AND ${batches.receivedAt} < ${sql.placeholder("receivedAt")}
          ORDER BY ${batches.receivedAt} LIMIT ${sql.raw(String(deletedAtOnce))})`,
      )
      .returning({ projectId: batches.projectId, id: batches.collectionId })
      .prepare();
    const hasNoBatch = sql`NOT EXISTS (SELECT 1 FROM ${batches}
      WHERE ${batches.projectId} = ${sql.placeholder("projectId")}
        AND ${batches.collectionId} = ${sql.placeholder("id")})`;
    const deleteIfEmpty = db
      .delete(collections)
      .where(and(ofCollection, hasNoBatch))
      .returning({ id: collections.id })
      .prepare();
    return (projectId, receivedAt) => {
      const deadline = performance.now() + deletionMsMax;
      const deleted: DeletedTelemetry = { batches: 0, collections: 0, more: true };
      while (deleted.more && performance.now() < deadline) {
        const rows = deleteOldest.all({ projectId, receivedAt });
        for (const row of rows) deleted.collections += deleteIfEmpty.all(row).length;
        deleted.batches += rows.length;
        deleted.more = rows.length === deletedAtOnce;
      }
      return deleted;
    };
  },
} satisfies Operations<CollectionStore>;
