/** How far the project has come, asked for again and again while somebody looks. */
import { useQuery } from "@tanstack/react-query";
import type { CallsSeen, Refused, ScriptSeen, Start } from "../../../dashboard-api/start.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export type { CallsSeen, Refused, ScriptSeen, Start };

/** How often it looks while something is still to come, and when all is there, ms. */
const waitingMs = 3_000;
const doneMs = 15_000;

/** @param live look again by itself, while the page is in sight. */
export function useStart(live = false) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: startKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).start.get()),
    staleTime: 0,
    refetchInterval: ({ state }) => live && (state.data && isDone(state.data) ? doneMs : waitingMs),
  });
}

export const startKey = (projectId: string) => ["start", projectId];

export function hasBegun({ script, calls }: Start): boolean {
  return script !== null || calls !== null;
}

function isDone({ script, calls, reported }: Start): boolean {
  return script !== null && calls !== null && reported !== null;
}
