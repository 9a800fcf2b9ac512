/** What is written to `control.db`. Each is one transaction of its own. */
import type { Database } from "bun:sqlite";
import { and, eq, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AuditRecord } from "../../audit.ts";
import type { KeyRecord } from "../../keys.ts";
import type { ProjectChoices, ProjectRecord } from "../../projects.ts";
import { audited } from "./audited.ts";
import { keys, projects } from "./schema.ts";

type ProjectChange = Partial<Omit<ProjectRecord, "id"> & ProjectChoices>;
type KeyChange = { name?: string; allowedOrigins?: string[] | null };

export function controlWrites(database: Database) {
  const db = drizzle(database);

  const changeProject = (id: string, change: ProjectChange, line?: AuditRecord): boolean =>
    audited(database, line, () => {
      const changed = db.update(projects).set(change).where(eq(projects.id, id)).returning().all();
      return changed.length > 0;
    });

  const changeKey = (id: string, change: KeyChange, line?: AuditRecord): boolean =>
    audited(database, line, () => {
      const changed = db.update(keys).set(change).where(eq(keys.id, id)).returning().all();
      return changed.length > 0;
    });

  return {
    createProject(project: ProjectRecord, line?: AuditRecord): void {
      audited(database, line, () => {
        db.insert(projects).values(project).run();
        return true;
      });
    },

    setRiskSetting: (id: string, riskSetting: string, line?: AuditRecord): boolean =>
      changeProject(id, { riskSetting }, line),

    renameProject: (id: string, name: string, line?: AuditRecord): boolean =>
      changeProject(id, { name }, line),

    setArchived: (id: string, archivedAt: number | null, line?: AuditRecord): boolean =>
      changeProject(id, { archivedAt }, line),

    setMoneyTerms: (id: string, moneyTerms: string | null, line?: AuditRecord): boolean =>
      changeProject(id, { moneyTerms }, line),

    setTelemetryRetention: (id: string, days: number | null, line?: AuditRecord): boolean =>
      changeProject(id, { telemetryRetentionDays: days }, line),

    createKey(key: KeyRecord, line?: AuditRecord): void {
      audited(database, line, () => {
        const allowedOrigins = key.allowedOrigins && [...key.allowedOrigins];
        db.insert(keys)
          .values({ ...key, allowedOrigins })
          .run();
        return true;
      });
    },

    revokeKey(keyId: string, at: number, line?: AuditRecord): boolean {
      audited(database, line, () => {
        const revoked = db
          .update(keys)
          .set({ revokedAt: at })
          .where(and(eq(keys.id, keyId), isNull(keys.revokedAt)))
          .returning({ id: keys.id })
          .all();
        return revoked.length > 0;
      });
      return db.select({ id: keys.id }).from(keys).where(eq(keys.id, keyId)).all().length > 0;
    },

    setAllowedOrigins: (
      keyId: string,
      origins: readonly string[] | null,
      line?: AuditRecord,
    ): boolean => changeKey(keyId, { allowedOrigins: origins && [...origins] }, line),

    renameKey: (keyId: string, name: string, line?: AuditRecord): boolean =>
      changeKey(keyId, { name }, line),

    touchKeys(lastUsed: ReadonlyMap<string, number>): void {
      db.transaction((tx) => {
        for (const [id, at] of lastUsed) {
          const latest = sql`max(coalesce(${keys.lastUsedAt}, 0), ${at})`;
          tx.update(keys).set({ lastUsedAt: latest }).where(eq(keys.id, id)).run();
        }
      });
    },

    checkControl(): void {
      database.run("BEGIN IMMEDIATE");
      database.run("ROLLBACK");
    },
  };
}
