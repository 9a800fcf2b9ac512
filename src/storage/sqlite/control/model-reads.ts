/** What is read from `control.db` of models: the library, who is in use, the audit, replays. */
import type { Database } from "bun:sqlite";
import { and, asc, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AuditRecord } from "../../audit.ts";
import type { ModelRecord, ModelRoles } from "../../models.ts";
import type { ReplayRecord } from "../../replays.ts";
import { audit, models, promotions, replays, shadows } from "./schema.ts";

export function modelReads(database: Database) {
  const db = drizzle(database);
  const { rolledBackAt: _, ...promotionColumns } = getTableColumns(promotions);
  const { seq: __, ...auditColumns } = getTableColumns(audit);
  return {
    listModels: (): ModelRecord[] =>
      db.select().from(models).orderBy(asc(models.installedAt), asc(models.name)).all(),

    findModel: (name: string, version: string): ModelRecord | null =>
      db
        .select()
        .from(models)
        .where(and(eq(models.name, name), eq(models.version, version)))
        .get() ?? null,

    /** Both lists of one moment. */
    modelRoles: (): ModelRoles =>
      db.transaction((tx) => ({
        promotions: tx
          .select(promotionColumns)
          .from(promotions)
          .innerJoin(
            models,
            and(eq(models.name, promotions.name), eq(models.version, promotions.version)),
          )
          .where(and(isNull(promotions.rolledBackAt), isNull(models.retiredAt)))
          .orderBy(desc(promotions.seq))
          .all(),
        shadows: tx
          .select()
          .from(shadows)
          .all()
          .map(({ projectId, ...shadow }) => ({ ...shadow, projectId: projectId || null })),
      })),

    listAudit: (limit: number, projectId?: string): AuditRecord[] =>
      db
        .select(auditColumns)
        .from(audit)
        .where(projectId === undefined ? undefined : eq(audit.projectId, projectId))
        .orderBy(desc(audit.seq))
        .limit(limit)
        .all(),

    auditAbout: (subject: string, limit: number): AuditRecord[] =>
      db
        .select(auditColumns)
        .from(audit)
        .where(eq(audit.subject, subject))
        .orderBy(desc(audit.seq))
        .limit(limit)
        .all(),

    findReplay: (id: string): ReplayRecord | null =>
      db.select().from(replays).where(eq(replays.id, id)).get() ?? null,

    newestReplay: (name: string, version: string): ReplayRecord | null =>
      db
        .select()
        .from(replays)
        .where(and(eq(replays.name, name), eq(replays.version, version)))
        .orderBy(desc(replays.startedAt), desc(replays.id))
        .limit(1)
        .get() ?? null,

    listReplays: (name: string, version: string): ReplayRecord[] =>
      db
        .select({ ...getTableColumns(replays), report: sql<null>`NULL` })
        .from(replays)
        .where(and(eq(replays.name, name), eq(replays.version, version)))
        .orderBy(desc(replays.startedAt), desc(replays.id))
        .all(),
  };
}
