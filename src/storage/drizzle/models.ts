/** The model registry: which models are installed, which decide, which score in the shadow, and the challenges. */
import { and, asc, type Column, desc, eq, getTableColumns, isNull, or } from "drizzle-orm";
import type {
  ModelRecord,
  ModelRoles,
  ModelStore,
  PromotionRecord,
  ShadowRecord,
} from "../port/models.ts";
import { allProjects } from "./all-projects.ts";
import { type ChallengeTables, challengeUses } from "./challenges.ts";
import { hasValue } from "./has-value.ts";
import { mayScore } from "./may-score.ts";
import {
  type DatedChanges,
  type Db,
  first,
  isAny,
  rows,
  run,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";

interface Tables extends ChallengeTables {
  models: Table<keyof ModelRecord>;
  promotions: Table<keyof PromotionRecord | "rolledBackAt">;
  shadows: Table<keyof ShadowRecord>;
}

type Name = Pick<ModelRecord, "name" | "version">;

export function modelUses(tables: Tables) {
  const { models } = tables;
  const ofChallenges = challengeUses(tables);
  const ofRoles = roleUses(tables, ofChallenges.running);
  return {
    reads: {
      ...ofChallenges.uses,
      list: (db) =>
        rows<ModelRecord>(
          db.select().from(models).orderBy(asc(models.installedAt), asc(models.name)),
        ),
      find: (db, name, version) =>
        first<ModelRecord>(db.select().from(models).where(isModel(models, { name, version }))),
    } satisfies Uses<ModelStore>,

    /** To be read in one transaction, so that all lists are of the same moment. */
    roles: ofRoles.roles,

    changes: {
      ...modelChanges(tables, ofRoles.placesInUse),
      ...roleChanges(tables, ofRoles.activePromotion),
    },
    challengeChanges: ofChallenges.changes,
  };
}

const isModel = (of: Record<keyof Name, Column>, { name, version }: Name) =>
  and(eq(of.name, name), eq(of.version, version));

type RoleUses = ReturnType<typeof roleUses>;

function roleUses(
  { models, promotions, shadows }: Tables,
  challenging: ReturnType<typeof challengeUses>["running"],
) {
  const { rolledBackAt } = promotions;
  const { rolledBackAt: _, ...promotionColumns } =
    getTableColumns<Tables["promotions"]>(promotions);
  const ofModel = and(eq(models.name, promotions.name), eq(models.version, promotions.version));
  /** A promotion counts until it is rolled back, or its model is retired or another project's. */
  const counts = and(
    isNull(rolledBackAt),
    isNull(models.retiredAt),
    or(isNull(models.ownerProjectId), eq(models.ownerProjectId, promotions.projectId)),
  );

  function* shadowModels(db: Db): Use<ShadowRecord[]> {
    const found = yield* rows<ShadowRecord>(db.select().from(shadows));
    return found.map(({ projectId, ...shadow }) => ({ ...shadow, projectId: projectId || null }));
  }

  function* roles(db: Db): Use<ModelRoles> {
    return {
      promotions: yield* rows<PromotionRecord>(
        db
          .select(promotionColumns)
          .from(promotions)
          .innerJoin(models, ofModel)
          .where(counts)
          .orderBy(desc(promotions.seq)),
      ),
      shadows: yield* shadowModels(db),
      challenges: yield* challenging(db),
    };
  }

  /** The promotion that made the active model of a project, or of all projects (null). */
  function* activePromotion(db: Db, projectId: string | null): Use<number | null> {
    const newest = yield* first<{ seq: number }>(
      db
        .select({ seq: promotions.seq })
        .from(promotions)
        .innerJoin(models, ofModel)
        .where(and(hasValue(promotions.projectId, projectId), counts))
        .orderBy(desc(promotions.seq))
        .limit(1),
    );
    return newest?.seq ?? null;
  }

  /** Where a model is active, in shadow mode or a challenger: projects, and null for all projects. */
  function* placesInUse(db: Db, { name, version }: Name): Use<(string | null)[]> {
    const isIt = (one: Name) => one.name === name && one.version === version;
    const scoring = [...(yield* shadowModels(db)), ...(yield* challenging(db))].filter(isIt);
    const places = scoring.map(({ projectId }) => projectId);
    const promoted = yield* rows<PromotionRecord>(
      db.select().from(promotions).where(isNull(rolledBackAt)),
    );
    for (const { seq, projectId } of promoted.filter(isIt)) {
      if ((yield* activePromotion(db, projectId)) === seq) places.push(projectId);
    }
    return places;
  }

  return { roles, activePromotion, placesInUse };
}

function modelChanges({ models }: Tables, placesInUse: RoleUses["placesInUse"]) {
  const { name } = models;

  return {
    add: (db, model) =>
      isAny(
        db
          .insert(models)
          .values({ ...model })
          .onConflictDoNothing()
          .returning({ name }),
      ),

    *retire(db, { retiredAt, ...model }) {
      if (retiredAt !== null && (yield* placesInUse(db, model)).length > 0) return false;
      const retiring = db.update(models).set({ retiredAt }).where(isModel(models, model));
      return yield* isAny(retiring.returning({ name }));
    },

    *setOwner(db, { ownerProjectId, ...model }, before) {
      const places = yield* placesInUse(db, model);
      const isElsewhere = places.some((projectId) => projectId !== ownerProjectId);
      if (ownerProjectId !== null && isElsewhere) return false;
      const ofOwner = hasValue(models.ownerProjectId, before);
      const giving = db
        .update(models)
        .set({ ownerProjectId })
        .where(and(isModel(models, model), ofOwner));
      return yield* isAny(giving.returning({ name }));
    },
  } satisfies DatedChanges<ModelStore>;
}

function roleChanges(
  { models, promotions, shadows }: Tables,
  activePromotion: RoleUses["activePromotion"],
) {
  const endShadow = (db: Db, shadow: Omit<ShadowRecord, "startedAt">) =>
    isAny(
      db
        .delete(shadows)
        .where(
          and(eq(shadows.projectId, shadow.projectId ?? allProjects), isModel(shadows, shadow)),
        )
        .returning({ name: shadows.name }),
    );

  function* promote(db: Db, promotion: Omit<PromotionRecord, "seq">): Use<boolean> {
    if (!(yield* mayScore(models, db, promotion))) return false;
    yield* run(db.insert(promotions).values({ ...promotion }));
    yield* endShadow(db, promotion);
    return true;
  }

  return {
    promote,

    *promoteFirst(db, promotion) {
      if ((yield* activePromotion(db, promotion.projectId)) !== null) return false;
      return yield* promote(db, promotion);
    },

    *rollback(db, { seq, projectId }, { at }) {
      if ((yield* activePromotion(db, projectId)) !== seq) return false;
      yield* run(db.update(promotions).set({ rolledBackAt: at }).where(eq(promotions.seq, seq)));
      return true;
    },

    *startShadow(db, shadow) {
      if (!(yield* mayScore(models, db, shadow))) return false;
      const row = { ...shadow, projectId: shadow.projectId ?? allProjects };
      yield* run(
        db.insert(shadows).values(row).onConflictDoUpdate({ target: shadows.projectId, set: row }),
      );
      return true;
    },

    endShadow,
  } satisfies DatedChanges<ModelStore>;
}
