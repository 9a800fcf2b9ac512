/** A project for tests of what is stored in one. */
import type { ProjectRecord } from "../storage/projects.ts";
import type { Store } from "../storage/store.ts";
import { createProject } from "./projects.ts";

export async function projectFixture(store: Store): Promise<ProjectRecord> {
  const { projectId } = await createProject(
    { store, now: () => 0 },
    { name: "test" },
    { name: "P", riskSetting: "balanced" },
  );
  return (await store.projects.find(projectId))!;
}
