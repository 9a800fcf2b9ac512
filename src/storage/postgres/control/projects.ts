import { asc, eq } from "drizzle-orm";
import { controlGroupUses } from "../../drizzle/control-group.ts";
import { projectUses } from "../../drizzle/projects.ts";
import type { ProjectStore } from "../../port/projects.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { auditedMethodsOf } from "./audited.ts";
import { controlGroupMonths, projects } from "./schema.ts";

const { reads, changes } = projectUses(projects);
const months = controlGroupUses(controlGroupMonths);
const { id, name, riskSetting, createdAt, archivedAt, baseRate } = projects;
export const projectColumns = { id, name, riskSetting, createdAt, archivedAt, baseRate };

export function projectStore(connection: Connection): ProjectStore {
  const { db } = connection;
  return {
    ...methodsOf(reads, connection),
    ...auditedMethodsOf(changes, connection),
    ...methodsOf({ ...months.reads, ...months.writes }, connection),
    list: async () => db.select(projectColumns).from(projects).orderBy(asc(createdAt), asc(id)),
    find: async (one) =>
      (await db.select(projectColumns).from(projects).where(eq(id, one)))[0] ?? null,
  };
}
