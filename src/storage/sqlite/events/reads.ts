/** What is read from `events.db`. */
import type { Database } from "bun:sqlite";
import { and, asc, between, eq, getTableColumns, gt, gte, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { BatchRecord, CollectionArrival, CollectionRecord } from "../../collections.ts";
import type { DecisionRecord, FeatureSetRecord, IdempotencyRecord } from "../../decisions.ts";
import type { OutcomeRecord } from "../../outcomes.ts";
import { batches, collections, decisions, featureSets, idempotency, outcomes } from "./schema.ts";

export function eventsReads(database: Database) {
  const db = drizzle(database);
  const projectId = sql.placeholder("projectId");
  const collection = db
    .select()
    .from(collections)
    .where(and(eq(collections.projectId, projectId), eq(collections.id, sql.placeholder("id"))))
    .prepare();
  const { seq: _, identities: __, ...decisionColumns } = getTableColumns(decisions);
  const decision = db
    .select(decisionColumns)
    .from(decisions)
    .where(and(eq(decisions.projectId, projectId), eq(decisions.id, sql.placeholder("id"))))
    .prepare();
  const replay = db
    .select()
    .from(idempotency)
    .where(
      and(
        eq(idempotency.projectId, projectId),
        eq(idempotency.keyHash, sql.placeholder("keyHash")),
        gte(idempotency.createdAt, sql.placeholder("since")),
      ),
    )
    .prepare();

  return {
    findCollection: (projectId: string, id: string): CollectionRecord | null =>
      collection.get({ projectId, id }) ?? null,

    listBatches: (projectId: string, id: string): BatchRecord[] =>
      db
        .select({
          sequence: batches.sequence,
          receivedAt: batches.receivedAt,
          ip: batches.ip,
          userAgent: batches.userAgent,
          body: batches.body,
          headers: batches.headers,
        })
        .from(batches)
        .where(and(eq(batches.projectId, projectId), eq(batches.collectionId, id)))
        .orderBy(asc(batches.sequence))
        .all(),

    /** By a jump from one project to the next along the primary key, whatever there is of each. */
    telemetryProjects: (): string[] =>
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
    collectionArrivals: (projectId: string, limit: number): CollectionArrival[] =>
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

    findDecision: (projectId: string, id: string): DecisionRecord | null =>
      decision.get({ projectId, id }) ?? null,

    knownDecisions(projectId: string, ids: readonly string[]): Set<string> {
      const rows = db
        .select({ id: decisions.id })
        .from(decisions)
        .where(and(eq(decisions.projectId, projectId), inArray(decisions.id, [...ids])))
        .all();
      return new Set(rows.map(({ id }) => id));
    },

    decisionsAfter: (projectId: string, id: string, limit: number): DecisionRecord[] =>
      db
        .select(decisionColumns)
        .from(decisions)
        .where(and(eq(decisions.projectId, projectId), gt(decisions.id, id)))
        .orderBy(asc(decisions.id))
        .limit(limit)
        .all(),

    findIdempotent: (projectId: string, keyHash: string, since: number): IdempotencyRecord | null =>
      replay.get({ projectId, keyHash, since }) ?? null,

    listOutcomes(projectId: string, decisionId: string): OutcomeRecord[] {
      const { seq: _, ...columns } = getTableColumns(outcomes);
      return db
        .select(columns)
        .from(outcomes)
        .where(and(eq(outcomes.projectId, projectId), eq(outcomes.decisionId, decisionId)))
        .orderBy(asc(outcomes.seq))
        .all();
    },

    outcomesBetween(projectId: string, firstId: string, lastId: string): OutcomeRecord[] {
      const { seq: _, ...columns } = getTableColumns(outcomes);
      return db
        .select(columns)
        .from(outcomes)
        .where(
          and(eq(outcomes.projectId, projectId), between(outcomes.decisionId, firstId, lastId)),
        )
        .orderBy(asc(outcomes.seq))
        .all();
    },

    findFeatureSet: (id: string): FeatureSetRecord | null =>
      db.select().from(featureSets).where(eq(featureSets.id, id)).get() ?? null,
  };
}
