import type { ProjectSummary } from "../../projects/projects.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "./changed.ts";

/** Holds from the next request on. */
export async function setRiskSetting(
  { store }: Parts,
  { doing }: Caller,
  projectId: string,
  riskSetting: RiskSetting,
): Promise<ProjectSummary> {
  const before = await changedProject(projectId, store);
  const detail = { riskSetting, before: before.riskSetting };
  const line = auditLine(doing(), "project.risk-setting", projectId, projectId, detail);
  await store.projects.setRiskSetting(projectId, riskSetting, line);
  return changedProject(projectId, store);
}
