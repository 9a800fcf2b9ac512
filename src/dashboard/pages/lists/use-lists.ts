import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ListKind } from "../../../storage/port/lists.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { decisionPagesKey } from "../decision-detail/use-decision.ts";

const keyOf = (projectId: string) => ["lists", projectId] as const;

export function useListCounts() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [...keyOf(projectId), "counts"],
    queryFn: () => unwrap(api.projects({ projectId }).lists.get()),
  });
}

export interface ListView {
  kind: ListKind;
  /** A value as people write it; "" for all entries. */
  find: string;
  archived: boolean;
}

export function useListEntries(view: ListView) {
  const { projectId } = useProject();
  return useInfiniteQuery({
    queryKey: [...keyOf(projectId), "entries", view],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.projects({ projectId }).lists.find.post({
          ...view,
          ...(pageParam !== null && { cursor: pageParam }),
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** After an entry was added or archived: also which lists the values of decisions are in. */
export function useRefreshLists(): () => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(projectId) }),
      client.invalidateQueries({
        queryKey: decisionPagesKey(projectId),
        predicate: ({ queryKey }) => queryKey[3] === "lists",
      }),
    ]);
  };
}
