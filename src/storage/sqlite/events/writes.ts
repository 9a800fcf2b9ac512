/** What is written to `events.db`, always inside a transaction that the writer began. */
import type { Database } from "bun:sqlite";
import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { BatchRecord, CollectionRecord, DeletedTelemetry } from "../../collections.ts";
import type { FeatureSetRecord, NewDecision } from "../../decisions.ts";
import type { OutcomeRecord } from "../../outcomes.ts";
import { placeholders } from "../placeholders.ts";
import { identitiesToJson } from "./attempt-log.ts";
import { batches, collections, decisions, featureSets, idempotency, outcomes } from "./schema.ts";

/**
 * How long one deletion may hold up the writes of its group, ms, and how many batches are deleted
 * between two looks at the clock.
 */
const deletionMsMax = 2;
const deletedAtOnce = 16;

export function eventsWrites(database: Database) {
  const db = drizzle(database);
  const insertCollection = db
    .insert(collections)
    .values(placeholders(collections) as never)
    .onConflictDoNothing()
    .returning({ id: collections.id })
    .prepare();
  const updateCollection = db
    .update(collections)
    .set({
      version: sql`${sql.placeholder("version")}`,
      summary: sql`${sql.placeholder("summary")}`,
    })
    .where(
      and(
        eq(collections.projectId, sql.placeholder("projectId")),
        eq(collections.id, sql.placeholder("id")),
        eq(collections.version, sql.placeholder("before")),
      ),
    )
    .returning({ id: collections.id })
    .prepare();
  const insertBatch = db
    .insert(batches)
    .values(placeholders(batches) as never)
    .onConflictDoNothing()
    .prepare();
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
  const deleteIfEmpty = db
    .delete(collections)
    .where(
      and(
        eq(collections.projectId, sql.placeholder("projectId")),
        eq(collections.id, sql.placeholder("id")),
        sql`NOT EXISTS (SELECT 1 FROM ${batches}
          WHERE ${batches.projectId} = ${sql.placeholder("projectId")}
            AND ${batches.collectionId} = ${sql.placeholder("id")})`,
      ),
    )
    .returning({ id: collections.id })
    .prepare();
  const { seq: _, ...decisionColumns } = placeholders(decisions); // SQLite counts `seq` itself.
  const insertDecision = db
    .insert(decisions)
    .values(decisionColumns as never)
    .prepare();
  const dropOldIdempotency = db
    .delete(idempotency)
    .where(
      and(
        eq(idempotency.projectId, sql.placeholder("projectId")),
        lt(idempotency.createdAt, sql.placeholder("since")),
      ),
    )
    .prepare();
  const insertIdempotency = db
    .insert(idempotency)
    .values(placeholders(idempotency) as never)
    .onConflictDoNothing()
    .returning({ id: idempotency.decisionId })
    .prepare();

  const { seq: __, ...outcomeColumns } = placeholders(outcomes);
  const insertOutcome = db
    .insert(outcomes)
    .values(outcomeColumns as never)
    .prepare();

  return {
    appendBatch(collection: CollectionRecord, batch: BatchRecord): boolean {
      const row = { ...collection, before: collection.version - 1 };
      const changed =
        collection.version === 1 ? insertCollection.all(row) : updateCollection.all(row);
      if (changed.length === 0) return false;
      insertBatch.run({ ...batch, projectId: collection.projectId, collectionId: collection.id });
      return true;
    },

    deleteTelemetryBefore(projectId: string, receivedAt: number): DeletedTelemetry {
      const deadline = performance.now() + deletionMsMax;
      const deleted: DeletedTelemetry = { batches: 0, collections: 0, more: true };
      while (deleted.more && performance.now() < deadline) {
        const rows = deleteOldest.all({ projectId, receivedAt });
        for (const row of rows) deleted.collections += deleteIfEmpty.all(row).length;
        deleted.batches += rows.length;
        deleted.more = rows.length === deletedAtOnce;
      }
      return deleted;
    },

    commitDecision(added: NewDecision): boolean {
      const { decision, idempotency: replay, idempotentSince } = added;
      const { projectId } = decision;
      if (replay) {
        dropOldIdempotency.run({ projectId, since: idempotentSince });
        if (insertIdempotency.all({ ...replay, projectId }).length === 0) return false;
      }
      insertDecision.run({ ...decision, identities: identitiesToJson(added) });
      if (added.outcome) insertOutcome.run({ ...added.outcome });
      return true;
    },

    reportOutcome(report: OutcomeRecord): OutcomeRecord {
      const { seq: _, ...columns } = getTableColumns(outcomes);
      const newest = db
        .select(columns)
        .from(outcomes)
        .where(
          and(eq(outcomes.projectId, report.projectId), eq(outcomes.decisionId, report.decisionId)),
        )
        .orderBy(desc(outcomes.seq))
        .limit(1)
        .get();
      if (newest && saysTheSame(newest, report)) return newest;
      insertOutcome.run({ ...report });
      return report;
    },

    putFeatureSet(featureSet: FeatureSetRecord): void {
      db.insert(featureSets).values(featureSet).onConflictDoNothing().run();
    },

    /** Reaches the disk like any other write; the row is its own neutral element. */
    checkEvents(): void {
      database.run("DELETE FROM feature_sets WHERE id = ''");
    },
  };
}

function saysTheSame(a: OutcomeRecord, b: OutcomeRecord): boolean {
  return a.outcome === b.outcome && a.occurredAt === b.occurredAt && a.note === b.note;
}
