/** Queries of the decision page: each section loads on its own. */
import {
  type QueryClient,
  queryOptions,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useCallback, useContext } from "react";
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

/** For results that never change. */
const immutable = { staleTime: Number.POSITIVE_INFINITY };

/** What the first screen of a decision shows. Its parts are requested together, not one after the other. */
function firstScreenOf(projectId: string, decisionId: string) {
  const endpoints = api.projects({ projectId }).decisions({ decisionId });
  const key = ["decision", projectId, decisionId] as const;
  return {
    detail: queryOptions({
      queryKey: [...key, "detail"],
      queryFn: () => unwrap(endpoints.get()),
    }),
    linked: queryOptions({
      queryKey: [...key, "linked"],
      queryFn: () => unwrap(endpoints.linked.get()),
    }),
    reasons: queryOptions({
      queryKey: [...key, "reasons"],
      queryFn: () => unwrap(endpoints.reasons.get()),
      ...immutable,
    }),
  };
}

/**
 * @returns a function that removes what was read of a decision, where that has a verdict: whoever is served it for a second
 *   review is not shown the first one.
 */
export function useForgetVerdict(): (decisionId: string) => void {
  const { projectId } = useProject();
  const client = useQueryClient();
  return (decisionId) => {
    const { queryKey } = firstScreenOf(projectId, decisionId).detail;
    const verdict = client.getQueryData(queryKey)?.review?.verdict ?? null;
    if (verdict !== null) client.removeQueries({ queryKey: queryKey.slice(0, -1) });
  };
}

/** @returns a function that requests the first screen of a decision, for one that is about to be shown. */
export function usePrefetchDecision(): (decisionId: string) => void {
  const { projectId } = useProject();
  const client = useQueryClient();
  return useCallback(
    (decisionId) => {
      const { detail, linked, reasons } = firstScreenOf(projectId, decisionId);
      void client.prefetchQuery(detail);
      void client.prefetchQuery(linked);
      void client.prefetchQuery(reasons);
    },
    [client, projectId],
  );
}

function useFirstScreen() {
  return firstScreenOf(useProject().projectId, useContext(DecisionContext));
}

/** Whether the first screen of the context's decision is whole, but for what could not be read. */
export function useIsFirstScreenRead(): boolean {
  const { detail, linked, reasons } = useFirstScreen();
  return useQueries({ queries: [detail, linked, reasons] }).every(({ isPending }) => !isPending);
}

export function useDecision() {
  const { detail, linked, reasons } = useFirstScreen();
  usePrefetchQuery(linked);
  usePrefetchQuery(reasons);
  return useQuery(detail);
}

export function useReasons() {
  return useQuery(useFirstScreen().reasons);
}

export function useLinkedDecisions() {
  return useQuery(useFirstScreen().linked);
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
