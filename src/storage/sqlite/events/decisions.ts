import type { Changes } from "bun:sqlite";
import { and, asc, eq, getTableColumns, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { DecisionStore, NewDecision } from "../../decisions.ts";
import type { Operations } from "../operations.ts";
import { placeholders } from "../placeholders.ts";
import { identitiesToJson } from "./attempt-log.ts";
import { insertOutcome } from "./outcomes.ts";
import { decisions, featureSets, idempotency } from "./schema.ts";

const { seq: _, identities: __, ...columns } = getTableColumns(decisions);

export const reads = {
  find: ({ db }) => {
    const one = db
      .select(columns)
      .from(decisions)
      .where(
        and(
          eq(decisions.projectId, sql.placeholder("projectId")),
          eq(decisions.id, sql.placeholder("id")),
        ),
      )
      .prepare();
    return (projectId, id) => one.get({ projectId, id }) ?? null;
  },

  known:
    ({ db }) =>
    (projectId, ids) => {
      const rows = db
        .select({ id: decisions.id })
        .from(decisions)
        .where(and(eq(decisions.projectId, projectId), inArray(decisions.id, [...ids])))
        .all();
      return new Set(rows.map(({ id }) => id));
    },

  after:
    ({ db }) =>
    (projectId, id, limit) =>
      db
        .select(columns)
        .from(decisions)
        .where(and(eq(decisions.projectId, projectId), gt(decisions.id, id)))
        .orderBy(asc(decisions.id))
        .limit(limit)
        .all(),

  findIdempotent: ({ db }) => {
    const one = db
      .select()
      .from(idempotency)
      .where(
        and(
          eq(idempotency.projectId, sql.placeholder("projectId")),
          eq(idempotency.keyHash, sql.placeholder("keyHash")),
          gte(idempotency.createdAt, sql.placeholder("since")),
        ),
      )
      .prepare();
    return (projectId, keyHash, since) => one.get({ projectId, keyHash, since }) ?? null;
  },

  findFeatureSet:
    ({ db }) =>
    (id) =>
      db.select().from(featureSets).where(eq(featureSets.id, id)).get() ?? null,
} satisfies Operations<DecisionStore>;

/** What the writer answers with more than the port has: the store adds to its memory what it committed. */
export interface DecisionLog {
  /** @returns the decision's `seq`; null, and nothing was changed, if the key is already in use. */
  commit(decision: NewDecision): Promise<number | null>;
}

/** Inside the transaction of the writer's group. */
export const logWrites = {
  commit: (connection) => {
    const { db } = connection;
    const { seq: _, ...all } = placeholders(decisions); // SQLite assigns `seq`.
    const insert = db.insert(decisions).values(all).prepare();
    const deleteOldIdempotency = db
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
      .values(placeholders(idempotency))
      .onConflictDoNothing()
      .returning({ id: idempotency.decisionId })
      .prepare();
    const addOutcome = insertOutcome(connection);
    return (added) => {
      const { decision, idempotency: use, idempotentSince } = added;
      const { projectId } = decision;
      if (use) {
        deleteOldIdempotency.run({ projectId, since: idempotentSince });
        if (insertIdempotency.all({ ...use, projectId }).length === 0) return null;
      }
      const values = { ...decision, identities: identitiesToJson(added) };
      // What bun:sqlite returns; Drizzle passes it on, though its types say that there is nothing.
      const { lastInsertRowid } = insert.run(values) as unknown as Changes;
      if (added.outcome) addOutcome(added.outcome);
      return Number(lastInsertRowid);
    };
  },
} satisfies Operations<DecisionLog>;

/** Inside the transaction of the writer's group. */
export const writes = {
  putFeatureSet:
    ({ db }) =>
    (featureSet) => {
      db.insert(featureSets).values(featureSet).onConflictDoNothing().run();
    },
} satisfies Operations<DecisionStore>;
