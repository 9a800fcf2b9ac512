import { Problem } from "../../http/problem.ts";
import { type ProjectSummary, projectSummary } from "../../projects/projects.ts";
import type { Store } from "../../storage/store.ts";

/** The project as it is after a change. @throws Problem not_found */
export async function changedProject(projectId: string, store: Store): Promise<ProjectSummary> {
  const project = await store.projects.find(projectId);
  if (project) return projectSummary(project);
  throw new Problem("not_found", "There is no such project.");
}
