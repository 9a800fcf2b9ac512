/** What a user may see of the registry: other projects may belong to other merchants. */
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import type { ModelRoles } from "../../../storage/port/models.ts";
import type { Store } from "../../../storage/port/store.ts";
import type { UserCaller } from "../guards.ts";

/** Whether the user may see the models of a project, or of all projects (null). */
export function mayRead({ grants }: Pick<UserCaller, "grants">, projectId: string | null): boolean {
  return isAllowed(grants, "model.read", projectId);
}

/** The roles of models in all projects, and in those that the user may see. */
export function visibleRoles(roles: ModelRoles, caller: Pick<UserCaller, "grants">): ModelRoles {
  const isVisible = ({ projectId }: { projectId: string | null }) =>
    projectId === null || mayRead(caller, projectId);
  return {
    promotions: roles.promotions.filter(isVisible),
    shadows: roles.shadows.filter(isVisible),
    challenges: roles.challenges.filter(isVisible),
  };
}

/** The names of projects by their identifiers. */
export async function projectNames(store: Store): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
}
