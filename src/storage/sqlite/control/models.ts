import { and, asc, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { countingPromotion, promotedModel } from "../../drizzle/active-promotions.ts";
import { allProjects } from "../../drizzle/all-projects.ts";
import { challengeUses } from "../../drizzle/challenges.ts";
import { hasValue } from "../../drizzle/has-value.ts";
import { mayScore } from "../../drizzle/may-score.ts";
import type { ModelRecord, ModelStore, ShadowRecord } from "../../models.ts";
import type { Connection, Operations } from "../operations.ts";
import { operationsOf, performed, shared, sharedDb } from "../perform.ts";
import { audited, auditedOperationsOf } from "./audited.ts";
import { challenges, models, promotions, shadows } from "./schema.ts";

const { rolledBackAt: _, ...promotionColumns } = getTableColumns(promotions);
const ofModel = promotedModel(models, promotions);
const counts = countingPromotion(models, promotions);
const ofChallenges = challengeUses({ challenges: shared(challenges), models: shared(models) });

export const reads = {
  ...operationsOf(ofChallenges.uses),

  list:
    ({ db }) =>
    () =>
      db.select().from(models).orderBy(asc(models.installedAt), asc(models.name)).all(),

  find:
    ({ db }) =>
    (name, version) =>
      db.select().from(models).where(isModel({ name, version })).get() ?? null,

  /** One transaction, so that all lists are of the same moment. */
  roles: (connection) => () =>
    connection.db.transaction((tx) => ({
      promotions: tx
        .select(promotionColumns)
        .from(promotions)
        .innerJoin(models, ofModel)
        .where(counts)
        .orderBy(desc(promotions.seq))
        .all(),
      shadows: tx
        .select()
        .from(shadows)
        .all()
        .map(({ projectId, ...shadow }) => ({ ...shadow, projectId: projectId || null })),
      challenges: performed(ofChallenges.running(sharedDb(connection))),
    })),
} satisfies Operations<ModelStore>;

/** The promotion that made the active model of a project, or of all projects (null). */
function activePromotion({ db }: Connection, projectId: string | null) {
  return db
    .select({ seq: promotions.seq })
    .from(promotions)
    .innerJoin(models, ofModel)
    .where(and(hasValue(promotions.projectId, projectId), counts))
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

type Name = Pick<ModelRecord, "name" | "version">;

const isModel = ({ name, version }: Name) =>
  and(eq(models.name, name), eq(models.version, version));

/** Where a model is active, in shadow mode or a challenger: projects, and null for all projects. */
function placesInUse(connection: Connection, { name, version }: Name): (string | null)[] {
  const { db } = connection;
  const isIt = (one: Name) => one.name === name && one.version === version;
  const inShadow = db.select().from(shadows).all().filter(isIt);
  const challenging = performed(ofChallenges.running(sharedDb(connection))).filter(isIt);
  const promoted = db.select().from(promotions).where(isNull(promotions.rolledBackAt)).all();
  const active = promoted
    .filter(isIt)
    .filter(({ seq, projectId }) => activePromotion(connection, projectId)?.seq === seq);
  return [
    ...inShadow.map(({ projectId }) => projectId || null),
    ...[...active, ...challenging].map(({ projectId }) => projectId),
  ];
}

const scoring = shared(models);
const isAllowed = (connection: Connection, model: Name & { projectId: string | null }) =>
  performed(mayScore(scoring, sharedDb(connection), model));

export const writes = {
  ...auditedOperationsOf(ofChallenges.changes),

  add: (connection) => (model, entry) =>
    audited(connection, entry, () => {
      const insert = connection.db.insert(models).values(model).onConflictDoNothing();
      return insert.returning({ name: models.name }).all().length > 0;
    }),

  promote: (connection) => (promotion, entry, onlyFirst) =>
    audited(connection, entry, () => {
      if (onlyFirst && activePromotion(connection, promotion.projectId)) return false;
      if (!isAllowed(connection, promotion)) return false;
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
    return audited(connection, entry, () => {
      if (!isAllowed(connection, shadow)) return false;
      connection.db
        .insert(shadows)
        .values(row)
        .onConflictDoUpdate({ target: shadows.projectId, set: row })
        .run();
      return true;
    });
  },

  endShadow: (connection) => (shadow, entry) =>
    audited(connection, entry, () => endShadow(connection, shadow)),

  retire:
    (connection) =>
    ({ name, version, retiredAt }, entry) =>
      audited(connection, entry, () => {
        const model = { name, version };
        if (retiredAt !== null && placesInUse(connection, model).length > 0) return false;
        const retired = connection.db
          .update(models)
          .set({ retiredAt })
          .where(isModel(model))
          .returning({ name: models.name })
          .all();
        return retired.length > 0;
      }),

  setOwner:
    (connection) =>
    ({ name, version, ownerProjectId }, before, entry) =>
      audited(connection, entry, () => {
        const model = { name, version };
        const places = placesInUse(connection, model);
        const isElsewhere = places.some((projectId) => projectId !== ownerProjectId);
        if (ownerProjectId !== null && isElsewhere) return false;
        const changed = connection.db
          .update(models)
          .set({ ownerProjectId })
          .where(and(isModel(model), hasValue(models.ownerProjectId, before)))
          .returning({ name: models.name })
          .all();
        return changed.length > 0;
      }),
} satisfies Operations<ModelStore>;
