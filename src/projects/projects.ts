/** Projects: each an isolated environment with its own keys, data and risk setting. */
import type { ProjectRecord, Store } from "../storage/store.ts";
import { randomBase62 } from "./keys.ts";
import type { RiskSetting } from "./risk-setting.ts";

export interface ProjectSummary {
  projectId: string;
  name: string;
  riskSetting: string;
  createdAt: string;
}

export async function createProject(
  { name, riskSetting, at }: { name: string; riskSetting: RiskSetting; at: number },
  store: Store,
): Promise<ProjectSummary> {
  // Short, since it begins every key of every table; a clash is refused by the primary key.
  const project: ProjectRecord = {
    id: `prj_${randomBase62(10)}`,
    name,
    riskSetting,
    createdAt: at,
  };
  await store.projects.create(project);
  return projectSummary(project);
}

export function projectSummary({
  id,
  name,
  riskSetting,
  createdAt,
}: ProjectRecord): ProjectSummary {
  return { projectId: id, name, riskSetting, createdAt: new Date(createdAt).toISOString() };
}
