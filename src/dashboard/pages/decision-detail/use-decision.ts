/** Queries of the decision page: each section loads on its own. */
import { queryOptions, usePrefetchQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext } from "react";
import type { DecisionList } from "../../../http/dashboard-api/decision-list/routes.ts";
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

/**
 * @returns a function that shows a decision's outcome in the lists that have it. They are not fetched again: the search
 *   index, which they are read from, follows a second later.
 */
export function useShowOutcome(): (decisionId: string, outcome: string | null) => void {
  const { projectId } = useProject();
  const client = useQueryClient();
  return (decisionId, outcome) => {
    client.setQueriesData<DecisionList>({ queryKey: ["decisions", projectId, "list"] }, (list) =>
      // A list that is set counts as just fetched: one that shows it already stays as old as it is.
      list?.rows.some((row) => row.decisionId === decisionId && row.outcome !== outcome)
        ? {
            ...list,
            rows: list.rows.map((row) =>
              row.decisionId === decisionId ? { ...row, outcome } : row,
            ),
          }
        : undefined,
    );
  };
}

/** @returns a function that fetches a decision again, and shows its outcome in the lists that have it. */
export function useRefetchOutcome(): (decisionId: string) => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  const show = useShowOutcome();
  return async (decisionId) => {
    const { detail } = firstScreenOf(decisionApi(projectId, decisionId));
    await client.cancelQueries(detail); // An answer under way may be from before.
    await client.prefetchQuery({ ...detail, staleTime: 0 });
    const decision = client.getQueryData(detail.queryKey);
    if (!decision) return;
    const outcome = decision.outcomes.at(-1)?.outcome ?? "withdrawn";
    show(decisionId, outcome === "withdrawn" ? null : outcome);
  };
}

/** Refetches the decision and every list or count of decisions, after something was done to it. */
export function useRefreshDecision(): () => Promise<void> {
  const client = useQueryClient();
  const { projectId, decisionId } = useDecisionApi();
  const refetchOutcome = useRefetchOutcome();
  return async () => {
    await client.invalidateQueries({ queryKey: ["decisions", projectId] });
    await refetchOutcome(decisionId);
  };
}
