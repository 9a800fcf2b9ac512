import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

/** How often the figures are refreshed while the page is visible. */
const pollIntervalMs = 10_000;

/** The overview of a range. The previous one stays visible until another range has loaded. */
export function useOverview(query: RangeQuery) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["overview", projectId, query],
    queryFn: () => unwrap(api.projects({ projectId }).overview.get({ query })),
    refetchInterval: pollIntervalMs,
    placeholderData: keepPreviousData,
  });
}
