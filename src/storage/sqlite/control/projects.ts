import { asc, eq, sql } from "drizzle-orm";
import { controlGroupUses } from "../../drizzle/control-group.ts";
import { projectUses } from "../../drizzle/projects.ts";
import type { ProjectStore } from "../../port/projects.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { auditedOperationsOf } from "./audited.ts";
import { controlGroupMonths, projects } from "./schema.ts";

const uses = projectUses(shared(projects));
const months = controlGroupUses(shared(controlGroupMonths));
const { id, name, riskSetting, createdAt, archivedAt, baseRate } = projects;
export const projectColumns = { id, name, riskSetting, createdAt, archivedAt, baseRate };

export const reads = {
  ...operationsOf(uses.reads),
  ...operationsOf(months.reads),

  list: ({ db }) => {
    const all = db.select(projectColumns).from(projects).orderBy(asc(createdAt)).prepare();
    return () => all.all();
  },

  find: ({ db }) => {
    const one = db
      .select(projectColumns)
      .from(projects)
      .where(eq(id, sql.placeholder("id")))
      .prepare();
    return (id) => one.get({ id }) ?? null;
  },
} satisfies Operations<ProjectStore>;

export const writes = {
  ...auditedOperationsOf(uses.changes),
  ...operationsOf(months.writes),
} satisfies Operations<ProjectStore>;
