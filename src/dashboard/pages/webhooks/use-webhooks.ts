import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";
import { useProject, useRefresh } from "../../api/session.ts";

const keyOf = (projectId: string) => ["webhooks", projectId] as const;

/** How often the log is read again while its first page is shown, ms. */
const logEveryMs = 2000;

export function useWebhooks() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [...keyOf(projectId), "endpoints"],
    queryFn: () => unwrap(api.projects({ projectId }).webhooks.get()),
  });
}

/** @param endpointId null: of all endpoints. */
export function useDeliveries(endpointId: string | null) {
  const { projectId } = useProject();
  return useInfiniteQuery({
    queryKey: [...keyOf(projectId), "deliveries", endpointId],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.projects({ projectId }).webhooks.deliveries.get({
          query: {
            ...(endpointId !== null && { endpointId }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? logEveryMs : false),
  });
}

/** After a change, or when something was sent. */
export const useRefreshWebhooks = () => useRefresh(keyOf);
