/** What is written to `control.db` of models. Each is one transaction, with its line of audit. */
import type { Database } from "bun:sqlite";
import { and, desc, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AuditRecord } from "../../audit.ts";
import type { ModelRecord, PromotionRecord, ShadowRecord } from "../../models.ts";
import type { ReplayRecord } from "../../replays.ts";
import { audited as auditedChange } from "./audited.ts";
import { audit, models, promotions, replays, shadows } from "./schema.ts";

export function modelWrites(database: Database) {
  const db = drizzle(database);

  const audited = (line: AuditRecord, change: () => boolean) =>
    auditedChange(database, line, change);

  /** The promotion of a project, or of all, that counts now. */
  function active(projectId: string | null) {
    return db
      .select({ seq: promotions.seq })
      .from(promotions)
      .innerJoin(
        models,
        and(eq(models.name, promotions.name), eq(models.version, promotions.version)),
      )
      .where(and(ofProject(projectId), isNull(promotions.rolledBackAt), isNull(models.retiredAt)))
      .orderBy(desc(promotions.seq))
      .limit(1)
      .get();
  }

  function endShadowOf({ projectId, name, version }: Omit<ShadowRecord, "startedAt">): boolean {
    const ended = db
      .delete(shadows)
      .where(
        and(
          eq(shadows.projectId, projectId ?? ""),
          eq(shadows.name, name),
          eq(shadows.version, version),
        ),
      )
      .returning({ name: shadows.name })
      .all();
    return ended.length > 0;
  }

  function isInUse(name: string, version: string): boolean {
    const isIt = (one: { name: string; version: string }) =>
      one.name === name && one.version === version;
    if (db.select().from(shadows).all().some(isIt)) return true;
    const promoted = db.select().from(promotions).where(isNull(promotions.rolledBackAt)).all();
    return promoted.filter(isIt).some(({ seq, projectId }) => active(projectId)?.seq === seq);
  }

  return {
    addModel: (model: ModelRecord, line: AuditRecord): boolean =>
      audited(line, () => {
        const added = db.insert(models).values(model).onConflictDoNothing().returning().all();
        return added.length > 0;
      }),

    promoteModel: (
      promotion: Omit<PromotionRecord, "seq">,
      line: AuditRecord,
      onlyFirst = false,
    ): boolean =>
      audited(line, () => {
        if (onlyFirst && active(promotion.projectId)) return false;
        db.insert(promotions).values(promotion).run();
        endShadowOf(promotion);
        return true;
      }),

    rollbackModel: ({ seq, projectId }: PromotionRecord, line: AuditRecord): boolean =>
      audited(line, () => {
        if (active(projectId)?.seq !== seq) return false;
        db.update(promotions).set({ rolledBackAt: line.at }).where(eq(promotions.seq, seq)).run();
        return true;
      }),

    shadowModel(shadow: ShadowRecord, line: AuditRecord): void {
      audited(line, () => {
        const row = { ...shadow, projectId: shadow.projectId ?? "" };
        db.insert(shadows)
          .values(row)
          .onConflictDoUpdate({ target: shadows.projectId, set: row })
          .run();
        return true;
      });
    },

    endShadow: (shadow: Omit<ShadowRecord, "startedAt">, line: AuditRecord): boolean =>
      audited(line, () => endShadowOf(shadow)),

    retireModel: (
      { name, version, retiredAt }: Pick<ModelRecord, "name" | "version" | "retiredAt">,
      line: AuditRecord,
    ): boolean =>
      audited(line, () => {
        if (retiredAt !== null && isInUse(name, version)) return false;
        const changed = db
          .update(models)
          .set({ retiredAt })
          .where(and(eq(models.name, name), eq(models.version, version)))
          .returning({ name: models.name })
          .all();
        return changed.length > 0;
      }),

    addAudit(line: AuditRecord): void {
      db.insert(audit).values(line).run();
    },

    putReplay(replay: ReplayRecord): void {
      db.insert(replays)
        .values(replay)
        .onConflictDoUpdate({ target: replays.id, set: replay })
        .run();
    },
  };
}

function ofProject(projectId: string | null) {
  return projectId === null ? isNull(promotions.projectId) : eq(promotions.projectId, projectId);
}
