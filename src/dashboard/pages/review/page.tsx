/** The queue of reviews: its figures, the open case with its verdict, and what waits. */
import { useEffect, useState } from "react";
import { reviewLimits } from "../../../decisions/reviews/limits.ts";
import type { ServedCase } from "../../../http/dashboard-api/review.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page } from "../../components/page.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { Figures } from "./figures.tsx";
import { OpenCase } from "./open-case.tsx";
import { Queue } from "./queue.tsx";
import { useCaseActions } from "./use-reviews.ts";

export default function ReviewPage() {
  const project = useProject();
  const canReview = can(project, "review.decide");
  const [openCase] = useQueryParam("case");
  const lead =
    "Bookings that a person should review, those with the most money to save first. A verdict changes neither the score nor the decision.";
  return (
    <Page title="Review" lead={openCase === null && lead}>
      {canReview ? (
        <Desk key={project.projectId} />
      ) : (
        <>
          <Figures />
          <EmptyState icon="shield" title="Your role cannot see the cases">
            They contain guests' data. Owners and analysts review them.
          </EmptyState>
        </>
      )}
    </Page>
  );
}

const none: ServedCase = { next: null, following: null };

/** One case at a time; the queue where none is open. */
function Desk() {
  const [asked, setAsked] = useQueryParam("case", { opensPage: true });
  const [{ next: opened, following }, setServed] = useState<ServedCase>(none);
  const [isDone, setDone] = useState(false);
  const actions = useCaseActions({
    onServed(served) {
      setServed(served);
      setDone(served.next === null);
      setAsked(served.next?.decisionId ?? null);
      scrollTo({ top: 0 });
    },
    // Otherwise the URL would still name it, and its button would do nothing.
    onRefused: () => setAsked(opened?.decisionId ?? null),
  });
  const { next, open } = actions;
  const { mutate: openCase } = open;
  useEffect(() => {
    if (asked === null) setServed(none);
    else if (asked !== opened?.decisionId) openCase(asked);
  }, [asked, opened, openCase]);
  if (opened !== null) {
    const close = () => {
      setServed(none);
      setAsked(null);
    };
    return (
      <OpenCase
        key={opened.decisionId}
        of={opened}
        following={following}
        actions={actions}
        onClose={close}
      />
    );
  }
  const error = open.error ?? next.error;
  const openNext = () => {
    open.reset();
    next.mutate(null);
  };
  const openListed = (decisionId: string) => {
    next.reset();
    setAsked(decisionId);
  };
  return (
    <>
      <Figures />
      {error && <ErrorNotice error={error} />}
      <div className="row">
        <Button
          variant="primary"
          icon="shield"
          busy={next.isPending || open.isPending}
          onClick={openNext}
        >
          Open the next case
        </Button>
        <span className="muted">
          {isDone
            ? "No cases are waiting."
            : `It is reserved for you for ${reviewLimits.claimMinutes} minutes.`}
        </span>
      </div>
      <Queue onOpen={openListed} />
    </>
  );
}
