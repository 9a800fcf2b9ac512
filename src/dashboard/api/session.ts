/** Who is signed in, and what they may: what the frame and every page ask first. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Permission } from "../../accounts/permissions.ts";
import type { Me } from "../../dashboard-api/session.ts";
import { api, unwrap } from "./client.ts";

export type { Me };
export type Project = Me["projects"][number];

export const sessionKey = ["session"] as const;

export function useSession() {
  return useQuery({ queryKey: sessionKey, queryFn: () => unwrap(api.session.get()) });
}

/** Fetches anew what the frame shows; after a change of projects, roles or one's own name. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionKey });
}

/** Forgets everything: somebody else may sign in next. */
export async function resetSession(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  await client.invalidateQueries({ queryKey: sessionKey });
}

export const MeContext = createContext<Me | null>(null);
export const ProjectContext = createContext<Project | null>(null);

/** The person who is signed in. Below the frame there is one. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("nobody is signed in here");
  return me;
}

/** The project of the address. On pages of a project there is one. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error("this page is of no project");
  return project;
}

/** Whether the person may do this in the project, or in all. The server decides; this is for show. */
export function can(of: { allowed: readonly Permission[] }, permission: Permission): boolean {
  return of.allowed.includes(permission);
}
