/** What is read from `control.db`. Nothing here is cached: a revocation holds at once. */
import type { Database } from "bun:sqlite";
import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { KeyOwner, KeyRecord } from "../../keys.ts";
import type { ProjectChoices, ProjectRecord } from "../../projects.ts";
import { keys, projects } from "./schema.ts";

export function controlReads(database: Database) {
  const db = drizzle(database);
  const { moneyTerms, telemetryRetentionDays, ...project } = getTableColumns(projects);
  const allProjects = db.select(project).from(projects).orderBy(asc(projects.createdAt)).prepare();
  const oneProject = db
    .select(project)
    .from(projects)
    .where(eq(projects.id, sql.placeholder("id")))
    .prepare();
  const choices = db
    .select({ moneyTerms, telemetryRetentionDays })
    .from(projects)
    .where(eq(projects.id, sql.placeholder("id")))
    .prepare();
  const keysOfProject = db
    .select()
    .from(keys)
    .where(eq(keys.projectId, sql.placeholder("projectId")))
    .orderBy(asc(keys.createdAt))
    .prepare();
  const oneKey = db
    .select()
    .from(keys)
    .where(eq(keys.id, sql.placeholder("id")))
    .prepare();
  const owner = db
    .select({
      keyId: keys.id,
      kind: keys.kind,
      revokedAt: keys.revokedAt,
      allowedOrigins: keys.allowedOrigins,
      project,
    })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .where(eq(keys.hash, sql.placeholder("hash")))
    .prepare();

  return {
    listProjects: (): ProjectRecord[] => allProjects.all(),
    findProject: (id: string): ProjectRecord | null => oneProject.get({ id }) ?? null,
    findChoices: (id: string): ProjectChoices | null => choices.get({ id }) ?? null,
    listKeys: (projectId: string): KeyRecord[] => keysOfProject.all({ projectId }),
    findKey: (id: string): KeyRecord | null => oneKey.get({ id }) ?? null,
    findOwner: (hash: string): KeyOwner | null => owner.get({ hash }) ?? null,
  };
}
