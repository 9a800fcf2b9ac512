/** Queries of the page of reviews, and what is done to a case. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Verdict } from "../../../decisions/reviews/limits.ts";
import type { ReviewCase } from "../../../decisions/reviews/reviews.ts";
import type { ServedCase } from "../../../http/dashboard-api/review.ts";
import type { ReviewView } from "../../../storage/port/reviews.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject, useRefresh } from "../../api/session.ts";
import {
  decisionKey,
  useForgetVerdict,
  usePrefetchDecision,
} from "../decision-detail/use-decision.ts";

/** Several people work on the queue at once. */
const pollIntervalMs = 30_000;

const keyOf = (projectId: string) => ["reviews", projectId] as const;

export function useReviewFigures() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [...keyOf(projectId), "figures"],
    queryFn: () => unwrap(api.projects({ projectId }).review.get()),
    refetchInterval: pollIntervalMs,
  });
}

export function useCases(view: ReviewView) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [...keyOf(projectId), "cases", view],
    queryFn: () => unwrap(api.projects({ projectId }).review.cases.get({ query: { view } })),
    refetchInterval: pollIntervalMs,
  });
}

/** After something was done to a case. */
export const useRefreshReviews = () => useRefresh(keyOf);

/** After a verdict, which is reported as the outcome, too, with what else was confirmed with it. */
export function useRefreshAfterVerdict(): (decisionId: string) => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return async (decisionId) => {
    const changed = [
      keyOf(projectId),
      decisionKey(projectId, decisionId),
      ["decisions", projectId],
      ["lists", projectId],
    ];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/**
 * Opens and decides cases, one at a time.
 * @param onServed called with the case that is open then, and the one that is served after it.
 * @param onRefused called when a case could not be opened.
 */
export function useCaseActions({
  onServed,
  onRefused,
}: {
  onServed: (served: ServedCase) => void;
  onRefused: () => void;
}) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const refresh = useRefreshReviews();
  const prefetch = usePrefetchDecision();
  const forgetVerdict = useForgetVerdict();
  const show = (served: ServedCase) => {
    if (served.next) {
      const { decisionId } = served.next;
      forgetVerdict(decisionId);
      // Before it is rendered. Data that was prefetched lacks the claim, which the page does not show.
      prefetch(decisionId);
    }
    onServed(served);
  };
  const { review, decisions } = {
    review: api.projects({ projectId }).review,
    decisions: api.projects({ projectId }).decisions,
  };
  const onSettled = () => void refresh();
  /** The next case; after the one that is left, where there is one. */
  const next = useMutation({
    mutationFn: (after: string | null) => unwrap(review.next.post(after === null ? {} : { after })),
    onSuccess: show,
    onSettled,
  });
  const open = useMutation({
    mutationFn: (decisionId: string) => unwrap(decisions({ decisionId }).review.claim.post()),
    onSuccess: (opened) => show({ next: opened, following: null }),
    onError: onRefused,
    onSettled,
  });
  const decide = useMutation({
    mutationFn: ({ of, verdict }: { of: ReviewCase; verdict: Verdict }) =>
      unwrap(
        decisions({ decisionId: of.decisionId }).review.verdict.post({
          claim: of.claim?.number ?? 0,
          verdict,
        }),
      ),
    onSuccess: (answer, { of }) => {
      show(answer);
      // Refetched when it is next opened: doing so now would delay the next case.
      const queryKey = decisionKey(projectId, of.decisionId);
      void client.invalidateQueries({ queryKey, refetchType: "none" });
      void client.invalidateQueries({ queryKey: ["decisions", projectId] });
    },
    onSettled,
  });
  return { next, open, decide };
}
