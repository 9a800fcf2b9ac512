import { useQuery } from "@tanstack/react-query";
import type { ListedRow } from "../../../http/dashboard-api/decision-list/routes.ts";
import type { LinkKind } from "../../../storage/port/search.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

/** What a decision has of a kind. */
export interface OfDecision {
  decisionId: string;
  kind: LinkKind;
}

export function useIdentity({ decisionId, kind }: OfDecision) {
  const { projectId } = useProject();
  return useQuery({
    // Below that of the lists: what changes them changes these figures, too.
    queryKey: ["decisions", projectId, "identity", decisionId, kind],
    queryFn: () =>
      unwrap(api.projects({ projectId }).decisions({ decisionId }).same({ kind }).get()),
  });
}

/** All bookings with it, as the list names them. */
export const viewOf = ({ decisionId, kind }: OfDecision) => ({ same: `${kind}:${decisionId}` });

/** Bookings that are acted on at once at most. */
export const actedOnMax = 500;

/** @returns a function that fetches the newest of all bookings, up to `actedOnMax`. */
export function useFetchAll(of: OfDecision): () => Promise<ListedRow[]> {
  const { projectId } = useProject();
  return async () => {
    const rows: ListedRow[] = [];
    let cursor: string | null = null;
    do {
      const sent: { view: Record<string, string>; cursor?: string } = {
        view: viewOf(of),
        ...(cursor !== null && { cursor }),
      };
      const page = await unwrap(api.projects({ projectId }).decisions.list.post(sent));
      rows.push(...page.rows);
      cursor = page.next;
    } while (cursor !== null && rows.length < actedOnMax);
    return rows.slice(0, actedOnMax);
  };
}
