import { and, asc, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { AuditRecord } from "../../audit.ts";
import { countingPromotion, promotedModel } from "../../drizzle/active-promotions.ts";
import { allProjects } from "../../drizzle/all-projects.ts";
import { challengeUses } from "../../drizzle/challenges.ts";
import { hasValue } from "../../drizzle/has-value.ts";
import { mayScore } from "../../drizzle/may-score.ts";
import type { ModelRecord, ModelStore, ShadowRecord } from "../../models.ts";
import type { Connection, Db, Transaction } from "../connection.ts";
import { methodsOf, performed } from "../perform.ts";
import type { RevisionWatch } from "../revision-watch.ts";
import { audited } from "./audited.ts";
import { challenges, models, promotions, revisions, shadows } from "./schema.ts";

/** The name under which changes of the registry are counted. */
export const modelsRevision = "models";

const { rolledBackAt: _, ...promotionColumns } = getTableColumns(promotions);
const ofModel = promotedModel(models, promotions);
const counts = countingPromotion(models, promotions);
const ofChallenges = challengeUses({ challenges, models });

/** The promotion that made the active model of a project, or of all projects (null). */
async function activePromotion(db: Db, projectId: string | null) {
  const rows = await db
    .select({ seq: promotions.seq })
    .from(promotions)
    .innerJoin(models, ofModel)
    .where(and(hasValue(promotions.projectId, projectId), counts))
    .orderBy(desc(promotions.seq))
    .limit(1);
  return rows[0];
}

type Shadow = Omit<ShadowRecord, "startedAt">;

async function endShadow(db: Db, { projectId, name, version }: Shadow): Promise<boolean> {
  const one = and(
    eq(shadows.projectId, projectId ?? allProjects),
    eq(shadows.name, name),
    eq(shadows.version, version),
  );
  return (await db.delete(shadows).where(one).returning({ name: shadows.name })).length > 0;
}

type Name = Pick<ModelRecord, "name" | "version">;

const isModel = ({ name, version }: Name) =>
  and(eq(models.name, name), eq(models.version, version));

/** Where a model is active, in shadow mode or a challenger: projects, and null for all projects. */
async function placesInUse(db: Db, { name, version }: Name): Promise<(string | null)[]> {
  const isIt = (one: Name) => one.name === name && one.version === version;
  const inShadow = (await db.select().from(shadows)).filter(isIt);
  const challenging = (await performed(ofChallenges.running(db))).filter(isIt);
  const places = [...inShadow, ...challenging].map(({ projectId }) => projectId || null);
  const promoted = await db.select().from(promotions).where(isNull(promotions.rolledBackAt));
  for (const { seq, projectId } of promoted.filter(isIt)) {
    if ((await activePromotion(db, projectId))?.seq === seq) places.push(projectId);
  }
  return places;
}

/** As `audited`; every copy learns that something changed. */
type Changing = <Result>(
  entry: AuditRecord,
  change: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

export function modelStore(connection: Connection, watch: RevisionWatch): ModelStore {
  const changing: Changing = (entry, change) =>
    audited(connection, entry, async (transaction) => {
      const result = await change(transaction);
      if (result !== false) await countChange(transaction.db);
      return result;
    });
  return {
    ...reads(connection),
    ...modelChanges(changing),
    ...roleChanges(changing),
    changes: () => watch.changes(modelsRevision),
  };
}

function reads(connection: Connection) {
  const { db } = connection;
  return {
    ...methodsOf(ofChallenges.uses, connection),

    list: async () => db.select().from(models).orderBy(asc(models.installedAt), asc(models.name)),

    find: async (name, version) =>
      (await db.select().from(models).where(isModel({ name, version })))[0] ?? null,

    /** All lists are of the same moment: no change is committed while the lock is held. */
    roles: () =>
      audited(connection, undefined, async ({ db }) => ({
        promotions: await db
          .select(promotionColumns)
          .from(promotions)
          .innerJoin(models, ofModel)
          .where(counts)
          .orderBy(desc(promotions.seq)),
        shadows: (await db.select().from(shadows)).map(({ projectId, ...shadow }) => ({
          ...shadow,
          projectId: projectId || null,
        })),
        challenges: await performed(ofChallenges.running(db)),
      })),
  } satisfies Partial<ModelStore>;
}

function modelChanges(changing: Changing) {
  return {
    add: (model, entry) =>
      changing(entry, async ({ db }) => {
        const insert = db.insert(models).values(model).onConflictDoNothing();
        return (await insert.returning({ name: models.name })).length > 0;
      }),

    retire: ({ name, version, retiredAt }, entry) =>
      changing(entry, async ({ db }) => {
        const model = { name, version };
        if (retiredAt !== null && (await placesInUse(db, model)).length > 0) return false;
        const retired = await db
          .update(models)
          .set({ retiredAt })
          .where(isModel(model))
          .returning({ name: models.name });
        return retired.length > 0;
      }),

    setOwner: ({ name, version, ownerProjectId }, before, entry) =>
      changing(entry, async ({ db }) => {
        const model = { name, version };
        const places = await placesInUse(db, model);
        const isElsewhere = places.some((projectId) => projectId !== ownerProjectId);
        if (ownerProjectId !== null && isElsewhere) return false;
        const changed = await db
          .update(models)
          .set({ ownerProjectId })
          .where(and(isModel(model), hasValue(models.ownerProjectId, before)))
          .returning({ name: models.name });
        return changed.length > 0;
      }),
  } satisfies Partial<ModelStore>;
}

function roleChanges(changing: Changing) {
  return {
    promote: (promotion, entry, onlyFirst) =>
      changing(entry, async ({ db }) => {
        if (onlyFirst && (await activePromotion(db, promotion.projectId))) return false;
        if (!(await performed(mayScore(models, db, promotion)))) return false;
        await db.insert(promotions).values(promotion);
        await endShadow(db, promotion);
        return true;
      }),

    rollback: ({ seq, projectId }, entry) =>
      changing(entry, async ({ db }) => {
        if ((await activePromotion(db, projectId))?.seq !== seq) return false;
        const change = { rolledBackAt: entry.at };
        await db.update(promotions).set(change).where(eq(promotions.seq, seq));
        return true;
      }),

    startShadow(shadow, entry) {
      const row = { ...shadow, projectId: shadow.projectId ?? allProjects };
      return changing(entry, async ({ db }) => {
        if (!(await performed(mayScore(models, db, shadow)))) return false;
        await db
          .insert(shadows)
          .values(row)
          .onConflictDoUpdate({ target: shadows.projectId, set: row });
        return true;
      });
    },

    endShadow: (shadow, entry) => changing(entry, ({ db }) => endShadow(db, shadow)),

    startChallenge: (challenge, entry) =>
      changing(entry, ({ db }) => performed(ofChallenges.changes.startChallenge(db, challenge))),

    endChallenge: (challenge, entry) =>
      changing(entry, ({ db }) => performed(ofChallenges.changes.endChallenge(db, challenge))),
  } satisfies Partial<ModelStore>;
}

async function countChange(db: Db): Promise<void> {
  await db
    .insert(revisions)
    .values({ name: modelsRevision, value: 1 })
    .onConflictDoUpdate({ target: revisions.name, set: { value: sql`${revisions.value} + 1` } });
}
