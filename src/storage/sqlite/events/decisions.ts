import { and, asc, eq, getTableColumns, gt, gte, inArray, sql } from "drizzle-orm";
import type { DecisionStore } from "../../decisions.ts";
import type { Operations } from "../operations.ts";
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

/** Inside the transaction of the writer's group. Decisions themselves: `decision-rows.ts`. */
export const writes = {
  putFeatureSet:
    ({ db }) =>
    (featureSet) => {
      db.insert(featureSets).values(featureSet).onConflictDoNothing().run();
    },
} satisfies Operations<DecisionStore>;
