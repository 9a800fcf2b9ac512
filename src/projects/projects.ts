/** Projects: each an isolated environment with its own keys, data and risk setting. */
import type { AuditRecord } from "../storage/audit.ts";
import type { ProjectRecord } from "../storage/projects.ts";
import type { Store } from "../storage/store.ts";
import { randomBase62 } from "./keys.ts";
import type { RiskSetting } from "./risk-setting.ts";

export interface ProjectSummary {
  projectId: string;
  name: string;
  riskSetting: string;
  createdAt: string;
  archivedAt: string | null;
}

/** Characters that a project's name may have. */
export const projectNameMax = 100;

/** @param audit the line that tells who made it, given its id. */
export async function createProject(
  { name, riskSetting, at }: { name: string; riskSetting: RiskSetting; at: number },
  store: Store,
  audit?: (projectId: string) => AuditRecord,
): Promise<ProjectSummary> {
  // Short, since it begins every key of every table; a clash is refused by the primary key.
  const project: ProjectRecord = {
    id: `prj_${randomBase62(10)}`,
    name,
    riskSetting,
    createdAt: at,
    archivedAt: null,
  };
  await store.projects.create(project, audit?.(project.id));
  return projectSummary(project);
}

export function projectSummary({
  id,
  name,
  riskSetting,
  createdAt,
  archivedAt,
}: ProjectRecord): ProjectSummary {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    projectId: id,
    name,
    riskSetting,
    createdAt: time(createdAt),
    archivedAt: archivedAt === null ? null : time(archivedAt),
  };
}
