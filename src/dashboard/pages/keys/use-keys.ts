import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

/** How often the page looks which keys are in use, ms. */
const lookEveryMs = 15_000;

export function useKeys(everyMs = lookEveryMs) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["keys", projectId],
    queryFn: () => unwrap(api.projects({ projectId }).keys.get()),
    refetchInterval: everyMs,
  });
}

export function useRefreshKeys(): () => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["keys", projectId] });
}
