/** What is written to `control.db`. Each is one transaction of its own. */
import type { Database } from "bun:sqlite";
import { and, eq, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { KeyRecord, ProjectRecord } from "../store.ts";
import { keys, projects } from "./control-schema.ts";

export function controlWrites(database: Database) {
  const db = drizzle(database);
  return {
    createProject(project: ProjectRecord): void {
      db.insert(projects).values(project).run();
    },

    setRiskSetting(id: string, riskSetting: string): boolean {
      const changed = db
        .update(projects)
        .set({ riskSetting })
        .where(eq(projects.id, id))
        .returning({ id: projects.id })
        .all();
      return changed.length > 0;
    },

    createKey(key: KeyRecord): void {
      db.insert(keys)
        .values({ ...key, allowedOrigins: key.allowedOrigins && [...key.allowedOrigins] })
        .run();
    },

    revokeKey(keyId: string, at: number): boolean {
      db.update(keys)
        .set({ revokedAt: at })
        .where(and(eq(keys.id, keyId), isNull(keys.revokedAt)))
        .run();
      return db.select({ id: keys.id }).from(keys).where(eq(keys.id, keyId)).all().length > 0;
    },

    setAllowedOrigins(keyId: string, origins: readonly string[] | null): boolean {
      const changed = db
        .update(keys)
        .set({ allowedOrigins: origins && [...origins] })
        .where(eq(keys.id, keyId))
        .returning({ id: keys.id })
        .all();
      return changed.length > 0;
    },

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
