/** Queries of the decision page: each section loads on its own. */
import {
  type QueryClient,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export const DecisionContext = createContext("");

/** The API endpoints of the page's decision, and the prefix of its query keys. */
export function useDecisionApi() {
  const { projectId } = useProject();
  const decisionId = useContext(DecisionContext);
  return {
    projectId,
    decisionId,
    key: ["decision", projectId, decisionId] as const,
    endpoints: api.projects({ projectId }).decisions({ decisionId }),
  };
}

export function useDecision() {
  const { key, endpoints } = useDecisionApi();
  // Part of the first screen: requested together with the decision, not after it.
  usePrefetchQuery(useLinkedQuery());
  return useQuery({ queryKey: [...key, "detail"], queryFn: () => unwrap(endpoints.get()) });
}

/** For results that never change. */
const immutable = { staleTime: Number.POSITIVE_INFINITY };

export function useReasons() {
  const { key, endpoints } = useDecisionApi();
  const queryFn = () => unwrap(endpoints.reasons.get());
  return useQuery({ queryKey: [...key, "reasons"], queryFn, ...immutable });
}

export function useFeatures() {
  const { key, endpoints } = useDecisionApi();
  const queryFn = () => unwrap(endpoints.features.get());
  return useQuery({ queryKey: [...key, "features"], queryFn, ...immutable });
}

export function useJourney() {
  const { key, endpoints } = useDecisionApi();
  return useQuery({
    queryKey: [...key, "journey"],
    queryFn: () => unwrap(endpoints.journey.get()),
  });
}

export function useLinkedDecisions() {
  return useQuery(useLinkedQuery());
}

function useLinkedQuery() {
  const { key, endpoints } = useDecisionApi();
  return { queryKey: [...key, "linked"], queryFn: () => unwrap(endpoints.linked.get()) };
}

/** Refetches the decision and every list or count of decisions, after an outcome was reported. */
export function useRefreshDecision(): () => Promise<void> {
  const client: QueryClient = useQueryClient();
  const { projectId, key } = useDecisionApi();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [...key, "detail"] }),
      client.invalidateQueries({ queryKey: ["decisions", projectId] }),
    ]);
  };
}
