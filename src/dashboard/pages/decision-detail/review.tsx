/** A decision's review: whether it is in the queue, what a person said, and the buttons to say it or to send it there. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { ReviewCase } from "../../../decisions/reviews/reviews.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { useRefreshAfterVerdict, useRefreshReviews } from "../review/use-reviews.ts";
import { VerdictDialog } from "../review/verdict-dialog.tsx";
import { verdictLabels } from "../review/verdicts.ts";
import { useDecisionApi, useRefreshDecision } from "./use-decision.ts";

export function ReviewBadge({ review }: { review: ReviewCase }) {
  const project = useProject();
  if (review.verdict !== null) {
    return (
      <span className={`badge ${review.verdict === "fraud" ? "danger" : "ok"}`}>
        reviewed: {verdictLabels[review.verdict].toLowerCase()}
      </span>
    );
  }
  if (!can(project, "review.decide")) return <span className="badge warn">in review</span>;
  return (
    <Link className="badge warn" href={`/p/${project.projectId}/review?case=${review.decisionId}`}>
      in review
    </Link>
  );
}

export function SendToReview({ review }: { review: ReviewCase | null }) {
  const project = useProject();
  const { endpoints } = useDecisionApi();
  const refreshDecision = useRefreshDecision();
  const refreshReviews = useRefreshReviews();
  const send = useMutation({
    mutationFn: () => unwrap(endpoints.review.post()),
    onSuccess: () => showToast("Sent to review"),
    onSettled: () => Promise.all([refreshDecision(), refreshReviews()]),
  });
  if (review !== null || !can(project, "review.decide")) return null;
  return (
    <>
      <Button icon="eye" busy={send.isPending} onClick={() => send.mutate()}>
        Send to review
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
    </>
  );
}

/** Also where it is not in the queue: it is added to it first. */
export function GiveVerdict({ review }: { review: ReviewCase | null }) {
  const project = useProject();
  const { decisionId } = useDecisionApi();
  const refresh = useRefreshAfterVerdict();
  const [isOpen, setOpen] = useState(false);
  if ((review !== null && review.verdict !== null) || !can(project, "review.decide")) return null;
  return (
    <>
      <Button icon="shield" onClick={() => setOpen(true)}>
        Give verdict
      </Button>
      {isOpen && (
        <VerdictDialog
          decisionId={decisionId}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            void refresh(decisionId);
          }}
        />
      )}
    </>
  );
}
