import type { ProjectSummary } from "../../projects/projects.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "./changed.ts";

/** Out of use: its keys are refused from the next request on, and work again when it is back. */
export async function archiveProject(
  { store, now }: Parts,
  { doing }: Caller,
  projectId: string,
  archived: boolean,
): Promise<ProjectSummary> {
  const action = archived ? "project.archive" : "project.restore";
  const line = auditLine(doing(), action, projectId, projectId);
  await store.projects.setArchived(projectId, archived ? now() : null, line);
  return changedProject(projectId, store);
}
