/** What a person may see of the registry: other projects of the house may be other merchants. */
import { isAllowed } from "../../accounts/permissions.ts";
import type { ModelRoles } from "../../storage/models.ts";
import type { Store } from "../../storage/store.ts";
import type { Caller } from "../admit.ts";

/** Whether what concerns a project, or all (null), is for this person. */
export function mayRead({ grants }: Pick<Caller, "grants">, projectId: string | null): boolean {
  return isAllowed(grants, "model.read", projectId);
}

/** The roles that models have in this project, in all, and in whichever else the person may see. */
export function rolesSeen(roles: ModelRoles, caller: Pick<Caller, "grants">): ModelRoles {
  const isSeen = ({ projectId }: { projectId: string | null }) =>
    projectId === null || mayRead(caller, projectId);
  return {
    promotions: roles.promotions.filter(isSeen),
    shadows: roles.shadows.filter(isSeen),
  };
}

/** The names of projects by their identifiers. */
export async function projectNames(store: Store): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
}
