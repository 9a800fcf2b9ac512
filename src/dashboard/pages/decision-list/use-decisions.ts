import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DecisionList } from "../../../dashboard-api/decision-list/routes.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import type { ListAddress } from "./list-url.ts";

/** How often the page looks for new decisions, ms. */
const lookEveryMs = 10_000;

const listKey = (projectId: string, { view, cursor }: ListAddress) =>
  ["decisions", projectId, "list", view, cursor] as const;

function useAskList() {
  const { projectId } = useProject();
  return ({ view, cursor }: Pick<ListAddress, "view" | "cursor">) =>
    unwrap(api.projects({ projectId }).decisions.list.post({ view, ...(cursor && { cursor }) }));
}

/** The rows of the address. They stay as they are while somebody reads them. */
export function useDecisions(address: ListAddress) {
  const { projectId } = useProject();
  const askList = useAskList();
  return useQuery({
    queryKey: listKey(projectId, address),
    queryFn: () => askList(address),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What came since the rows were fetched; `most`: there may be more than that. */
export function useNewDecisions(
  address: ListAddress,
  list: DecisionList | undefined,
): { count: number; most: boolean; show: () => void } {
  const { projectId } = useProject();
  const askList = useAskList();
  const client = useQueryClient();
  const isNewest = list !== undefined && (address.cursor === null || list.strangeCursor);
  const { data } = useQuery({
    queryKey: ["decisions", projectId, "newest", address.view],
    queryFn: () => askList({ view: address.view, cursor: null }),
    enabled: isNewest,
    ...(list && { initialData: list }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: lookEveryMs,
  });
  // Identifiers are in the order of time.
  const newest = list?.rows[0]?.decisionId ?? "";
  const count = isNewest ? (data?.rows ?? []).filter((row) => row.decisionId > newest).length : 0;
  return {
    count,
    most: count > 0 && count === data?.rows.length && data.next !== null,
    show: () => client.setQueryData(listKey(projectId, address), data),
  };
}
