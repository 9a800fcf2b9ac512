import { useQuery } from "@tanstack/react-query";
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

/** Drift is cached for longer than other figures, since it changes over days. */
export function useDrift(query: RangeQuery) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["drift", projectId, query],
    queryFn: () => unwrap(api.projects({ projectId }).overview.drift.get({ query })),
    staleTime: 5 * 60_000,
  });
}
