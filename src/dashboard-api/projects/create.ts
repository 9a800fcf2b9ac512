import { createProject, type ProjectSummary } from "../../projects/projects.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { nameOf } from "../fields.ts";
import type { Parts } from "../parts.ts";

export function createProjectHere(
  { store, now }: Parts,
  { doing }: Caller,
  asked: { name: string; riskSetting: RiskSetting },
): Promise<ProjectSummary> {
  const { riskSetting } = asked;
  return createProject({ name: nameOf(asked.name), riskSetting, at: now() }, store, (projectId) =>
    auditLine(doing(), "project.create", projectId, projectId, { riskSetting }),
  );
}
