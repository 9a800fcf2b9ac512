/** The progress of the project, refreshed while the page is visible. */
import { useQuery } from "@tanstack/react-query";
import type { CallsSeen, Refused, ScriptSeen, Start } from "../../../http/dashboard-api/start.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export type { CallsSeen, Refused, ScriptSeen, Start };

/** How often the progress is refreshed while steps are open, and when all are done. */
const openIntervalMs = 3_000;
const doneIntervalMs = 15_000;

/** @param isLive whether to refresh the progress while the page is visible. */
export function useStart(isLive = false) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: startKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).start.get()),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isLive && (state.data && isDone(state.data) ? doneIntervalMs : openIntervalMs),
  });
}

export const startKey = (projectId: string) => ["start", projectId];

export function hasBegun({ script, calls }: Start): boolean {
  return script !== null || calls !== null;
}

function isDone({ script, calls, reported }: Start): boolean {
  return script !== null && calls !== null && reported !== null;
}
