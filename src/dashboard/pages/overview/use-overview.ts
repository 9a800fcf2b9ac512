import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RangeQuery } from "../../../dashboard-api/overview/range.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

/** How often the page counts anew while it is seen, ms. */
const liveMs = 10_000;

/** The figures of a range, live; of another range the old ones stay until the new ones are here. */
export function useOverview(query: RangeQuery) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["overview", projectId, query],
    queryFn: () => unwrap(api.projects({ projectId }).overview.get({ query })),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  });
}

/** Drift is counted seldom: it changes over days. */
export function useDrift(query: RangeQuery) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["drift", projectId, query],
    queryFn: () => unwrap(api.projects({ projectId }).overview.drift.get({ query })),
    staleTime: 5 * 60_000,
  });
}
