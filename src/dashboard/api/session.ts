/** The signed-in user with their projects and permissions. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import type { Me } from "../../http/dashboard-api/session.ts";
import type { Permission } from "../../projects/accounts/permissions.ts";
import { api, unwrap } from "./client.ts";

export type { Me };
export type Project = Me["projects"][number];

export const sessionKey = ["session"] as const;

/** @param isHeld it is not read again for now. */
export function useSession(isHeld = false) {
  const queryFn = () => unwrap(api.session.get());
  return useQuery({ queryKey: sessionKey, queryFn, enabled: !isHeld });
}

/** Holds the session, so that a page stays open that a change of the session would replace. */
export const HoldSessionContext = createContext<(isHeld: boolean) => void>(() => {});

export function useHeldSession(isHeld: boolean): void {
  const hold = useContext(HoldSessionContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}

/** Reloads the session, after a change of projects, roles or the user's own name. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionKey });
}

/** @returns a function that refetches what a project's pages have read under a key, after a change. */
export function useRefresh(keyOf: (projectId: string) => readonly unknown[]): () => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(projectId) });
}

/** Drops all cached data, because another user may sign in next. */
export async function resetSession(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  await client.invalidateQueries({ queryKey: sessionKey });
}

export const MeContext = createContext<Me | null>(null);
export const ProjectContext = createContext<Project | null>(null);

/** The signed-in user. @throws outside of the signed-in part of the app */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("no user is signed in");
  return me;
}

/** The project that the URL names. @throws outside of a project's pages */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error("this page belongs to no project");
  return project;
}

/** Whether the user has a permission, to hide what would be refused. The server checks it again. */
export function can(subject: { allowed: readonly Permission[] }, permission: Permission): boolean {
  return subject.allowed.includes(permission);
}
