import { useQueryClient } from "@tanstack/react-query";
import type { Role } from "../../../storage/port/roles.ts";
import { type Project, useRefreshSession } from "../../api/session.ts";

export const roleNames: Readonly<Record<Role, string>> = {
  owner: "Owner",
  analyst: "Analyst",
  viewer: "Viewer",
};

/** In URLs: the project's ID, or `all`. */
export const scopeId = (scope: Project | null) => scope?.projectId ?? "all";

export function useRefreshTeam(scope: Project | null): () => Promise<void> {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  return async () => {
    await client.invalidateQueries({ queryKey: ["people", scopeId(scope)] });
    await refreshSession(); // One's own role may have changed.
  };
}
