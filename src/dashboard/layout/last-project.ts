/** The project that was looked at last, for pages that are of none. */
import type { Project } from "../api/session.ts";

const key = "project";

export function saveLastProject(projectId: string): void {
  localStorage.setItem(key, projectId);
}

export function lastProject(projects: readonly Project[]): Project | null {
  const kept = localStorage.getItem(key);
  const inUse = projects.filter(({ archivedAt }) => archivedAt === null);
  return inUse.find(({ projectId }) => projectId === kept) ?? inUse[0] ?? null;
}
