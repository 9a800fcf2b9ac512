import { useQueryClient } from "@tanstack/react-query";
import type { Role } from "../../../storage/accounts.ts";
import { type Project, useRefreshSession } from "../../api/session.ts";

export const roleNames: Readonly<Record<Role, string>> = {
  owner: "Owner",
  analyst: "Analyst",
  viewer: "Viewer",
};

/** In addresses a project's id, or `all`. */
export const scopeId = (scope: Project | null) => scope?.projectId ?? "all";

export function useRefreshPeople(scope: Project | null): () => Promise<void> {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  return async () => {
    await client.invalidateQueries({ queryKey: ["people", scopeId(scope)] });
    await refreshSession(); // It may have been one's own role.
  };
}
