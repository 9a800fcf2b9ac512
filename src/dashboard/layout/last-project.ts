/** The last opened project, which the layout shows on pages that belong to no project. */
import type { Project } from "../api/session.ts";

const key = "project";

export function saveLastProject(projectId: string): void {
  localStorage.setItem(key, projectId);
}

export function lastProject(projects: readonly Project[]): Project | null {
  const stored = localStorage.getItem(key);
  const inUse = projects.filter(({ archivedAt }) => archivedAt === null);
  return inUse.find(({ projectId }) => projectId === stored) ?? inUse[0] ?? null;
}
