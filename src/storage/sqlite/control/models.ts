import { and, asc, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import type { ModelStore, ShadowRecord } from "../../models.ts";
import type { Connection, Operations } from "../operations.ts";
import { audited } from "./audited.ts";
import { models, promotions, shadows } from "./schema.ts";

/** In the table of shadow models, "" stands for all projects. */
const allProjects = "";

const { rolledBackAt: _, ...promotionColumns } = getTableColumns(promotions);
const promotedModel = and(eq(models.name, promotions.name), eq(models.version, promotions.version));
/** A promotion counts until it is rolled back or its model is retired. */
const counts = and(isNull(promotions.rolledBackAt), isNull(models.retiredAt));

export const reads = {
  list:
    ({ db }) =>
    () =>
      db.select().from(models).orderBy(asc(models.installedAt), asc(models.name)).all(),

  find:
    ({ db }) =>
    (name, version) =>
      db
        .select()
        .from(models)
        .where(and(eq(models.name, name), eq(models.version, version)))
        .get() ?? null,

  /** One transaction, so that both lists are of the same moment. */
  roles:
    ({ db }) =>
    () =>
      db.transaction((tx) => ({
        promotions: tx
          .select(promotionColumns)
          .from(promotions)
          .innerJoin(models, promotedModel)
          .where(counts)
          .orderBy(desc(promotions.seq))
          .all(),
        shadows: tx
          .select()
          .from(shadows)
          .all()
          .map(({ projectId, ...shadow }) => ({ ...shadow, projectId: projectId || null })),
      })),
} satisfies Operations<ModelStore>;

/** The promotion that made the active model of a project, or of all projects (null). */
function activePromotion({ db }: Connection, projectId: string | null) {
  const ofProject =
    projectId === null ? isNull(promotions.projectId) : eq(promotions.projectId, projectId);
  return db
    .select({ seq: promotions.seq })
    .from(promotions)
    .innerJoin(models, promotedModel)
    .where(and(ofProject, counts))
    .orderBy(desc(promotions.seq))
    .limit(1)
    .get();
}

type Shadow = Omit<ShadowRecord, "startedAt">;

function endShadow({ db }: Connection, { projectId, name, version }: Shadow): boolean {
  const one = and(
    eq(shadows.projectId, projectId ?? allProjects),
    eq(shadows.name, name),
    eq(shadows.version, version),
  );
  return db.delete(shadows).where(one).returning({ name: shadows.name }).all().length > 0;
}

function isInUse(connection: Connection, name: string, version: string): boolean {
  const { db } = connection;
  const isIt = (one: { name: string; version: string }) =>
    one.name === name && one.version === version;
  if (db.select().from(shadows).all().some(isIt)) return true;
  const promoted = db.select().from(promotions).where(isNull(promotions.rolledBackAt)).all();
  return promoted
    .filter(isIt)
    .some(({ seq, projectId }) => activePromotion(connection, projectId)?.seq === seq);
}

export const writes = {
  add: (connection) => (model, entry) =>
    audited(connection, entry, () => {
      const insert = connection.db.insert(models).values(model).onConflictDoNothing();
      return insert.returning({ name: models.name }).all().length > 0;
    }),

  promote: (connection) => (promotion, entry, onlyFirst) =>
    audited(connection, entry, () => {
      if (onlyFirst && activePromotion(connection, promotion.projectId)) return false;
      connection.db.insert(promotions).values(promotion).run();
      endShadow(connection, promotion);
      return true;
    }),

  rollback:
    (connection) =>
    ({ seq, projectId }, entry) =>
      audited(connection, entry, () => {
        if (activePromotion(connection, projectId)?.seq !== seq) return false;
        const change = { rolledBackAt: entry.at };
        connection.db.update(promotions).set(change).where(eq(promotions.seq, seq)).run();
        return true;
      }),

  startShadow: (connection) => (shadow, entry) => {
    const row = { ...shadow, projectId: shadow.projectId ?? allProjects };
    audited(connection, entry, () =>
      connection.db
        .insert(shadows)
        .values(row)
        .onConflictDoUpdate({ target: shadows.projectId, set: row })
        .run(),
    );
  },

  endShadow: (connection) => (shadow, entry) =>
    audited(connection, entry, () => endShadow(connection, shadow)),

  retire:
    (connection) =>
    ({ name, version, retiredAt }, entry) =>
      audited(connection, entry, () => {
        if (retiredAt !== null && isInUse(connection, name, version)) return false;
        const retired = connection.db
          .update(models)
          .set({ retiredAt })
          .where(and(eq(models.name, name), eq(models.version, version)))
          .returning({ name: models.name })
          .all();
        return retired.length > 0;
      }),
} satisfies Operations<ModelStore>;
