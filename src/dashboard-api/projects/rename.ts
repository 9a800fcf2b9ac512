import type { ProjectSummary } from "../../projects/projects.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { nameOf } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "./changed.ts";

export async function renameProject(
  { store }: Parts,
  { doing }: Caller,
  projectId: string,
  text: string,
): Promise<ProjectSummary> {
  const name = nameOf(text);
  const line = auditLine(doing(), "project.rename", projectId, projectId, { name });
  await store.projects.rename(projectId, name, line);
  return changedProject(projectId, store);
}
