import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { DecisionList } from "../../../http/dashboard-api/decision-list/routes.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import type { ListLocation } from "./list-url.ts";

/** How often the page checks for new decisions. */
const pollIntervalMs = 10_000;

const listKey = (projectId: string, { view, cursor }: ListLocation) =>
  ["decisions", projectId, "list", view, cursor] as const;

function useFetchList() {
  const { projectId } = useProject();
  return ({ view, cursor }: Pick<ListLocation, "view" | "cursor">) =>
    unwrap(api.projects({ projectId }).decisions.list.post({ view, ...(cursor && { cursor }) }));
}

/**
 * The rows of the current URL. They are not refetched while the user reads them; where there are none, the page
 * shows the first ones as soon as they are there.
 */
export function useDecisions(location: ListLocation) {
  const { projectId } = useProject();
  const fetchList = useFetchList();
  return useQuery({
    queryKey: listKey(projectId, location),
    queryFn: () => fetchList(location),
    // Of another search, the rows before would be read as what was found.
    placeholderData: (rows: DecisionList | undefined, before) =>
      before?.queryKey[3].find === location.view.find ? rows : undefined,
    refetchInterval: ({ state }) => (state.data?.rows.length === 0 ? pollIntervalMs : false),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** How soon the page asks again for reasons that were not computed in time, and how often. */
const reasonsEveryMs = 1000;
const reasonsAskedMax = 60;

/**
 * The reason of a row, also where it was computed after the list was read. Nothing else changes while the user reads.
 * @param list undefined while that of the URL is not read.
 */
export function useLateReasons(
  location: ListLocation,
  list: DecisionList | undefined,
): (row: DecisionList["rows"][number]) => string | null {
  const { projectId } = useProject();
  const fetchList = useFetchList();
  const isWhole = ({ rows }: DecisionList) => rows.every(({ reason }) => reason !== null);
  const { data } = useQuery({
    queryKey: [...listKey(projectId, location), "reasons"],
    queryFn: () => fetchList(location),
    enabled: list !== undefined && !isWhole(list),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data && isWhole(data)) || dataUpdateCount >= reasonsAskedMax ? false : reasonsEveryMs,
  });
  const late = new Map(data?.rows.map(({ decisionId, reason }) => [decisionId, reason]));
  return ({ decisionId, reason }) => reason ?? late.get(decisionId) ?? null;
}

/** Decisions made since the rows were fetched; `hasMore` if there may be more than `count`. */
export function useNewDecisions(
  location: ListLocation,
  list: DecisionList | undefined,
): { count: number; hasMore: boolean; show: () => void } {
  const { projectId } = useProject();
  const fetchList = useFetchList();
  const client = useQueryClient();
  const hasRows = list !== undefined && list.rows.length > 0;
  const isNewest = hasRows && (location.cursor === null || list.strangeCursor);
  const { data } = useQuery({
    queryKey: ["decisions", projectId, "newest", location.view],
    queryFn: () => fetchList({ view: location.view, cursor: null }),
    enabled: isNewest,
    ...(list && { initialData: list }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: pollIntervalMs,
  });
  // Decision IDs sort by time.
  const newest = list?.rows[0]?.decisionId ?? "";
  const count = isNewest ? (data?.rows ?? []).filter((row) => row.decisionId > newest).length : 0;
  return {
    count,
    hasMore: count > 0 && count === data?.rows.length && data.next !== null,
    show: () => client.setQueryData(listKey(projectId, location), data),
  };
}
