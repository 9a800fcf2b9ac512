/** Queries of the decision page: each section loads on its own. */
import {
  type QueryClient,
  queryOptions,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useCallback, useContext } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export const DecisionContext = createContext("");

/** The prefix of the query keys of all decisions' pages. */
export const decisionPagesKey = (projectId: string) => ["decision", projectId] as const;

/** The prefix of a decision's query keys. */
export const decisionKey = (projectId: string, decisionId: string) =>
  [...decisionPagesKey(projectId), decisionId] as const;

/** The API endpoints of a decision, and the prefix of its query keys. */
export const decisionApi = (projectId: string, decisionId: string) => ({
  projectId,
  decisionId,
  key: decisionKey(projectId, decisionId),
  endpoints: api.projects({ projectId }).decisions({ decisionId }),
});

/** Those of the page's decision. */
export const useDecisionApi = () =>
  decisionApi(useProject().projectId, useContext(DecisionContext));

/** For results that never change. */
const immutable = { staleTime: Number.POSITIVE_INFINITY };

/** What the first screen of a decision shows. Its parts are requested together, not one after the other. */
function firstScreenOf({ key, endpoints }: ReturnType<typeof decisionApi>) {
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

/** @returns a function that drops a decision's cached data if it has a verdict: a second reviewer is not shown the first one. */
export function useForgetVerdict(): (decisionId: string) => void {
  const { projectId } = useProject();
  const client = useQueryClient();
  return (decisionId) => {
    const of = decisionApi(projectId, decisionId);
    const detail = client.getQueryData(firstScreenOf(of).detail.queryKey);
    if (detail?.review?.verdict) client.removeQueries({ queryKey: of.key });
  };
}

/**
 * @returns a function that prefetches the first screen of a decision. `isExplained` is whether its reasons are stored, for
 *   one that may never be opened: computing reasons for it would delay those of a decision that is.
 */
export function usePrefetchDecision(): (decisionId: string, isExplained?: boolean) => void {
  const { projectId } = useProject();
  const client = useQueryClient();
  return useCallback(
    (decisionId, isExplained = true) => {
      const { detail, linked, reasons } = firstScreenOf(decisionApi(projectId, decisionId));
      void client.prefetchQuery(detail);
      void client.prefetchQuery(linked);
      if (isExplained) void client.prefetchQuery(reasons);
    },
    [client, projectId],
  );
}

const useFirstScreen = () => firstScreenOf(useDecisionApi());

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

/** Refetches the decision and every list or count of decisions, after something was done to it. */
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
