/** The case that is open: its verdict, and the decision as its own page shows it. */
import { useEffect, useRef, useState } from "react";
import type { Verdict } from "../../../decisions/reviews/limits.ts";
import type { ReviewCase } from "../../../decisions/reviews/reviews.ts";
import { Button } from "../../components/button.tsx";
import { formatClockTime } from "../../components/format.ts";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { shouldIgnoreShortcuts } from "../../layout/shortcuts.tsx";
import { DecisionSections, Stay } from "../decision-detail/page.tsx";
import {
  DecisionContext,
  useDecision,
  useLinkedDecisions,
  usePrefetchDecision,
  useReasons,
} from "../decision-detail/use-decision.ts";
import { formatLoss, sourceText } from "./case-text.ts";
import { type useCaseActions, useRefreshAfterVerdict } from "./use-reviews.ts";
import { VerdictDialog } from "./verdict-dialog.tsx";
import { listKey, nextKey, verdictKeys, verdictLabels } from "./verdicts.ts";

/** @param following the decision that is prefetched once this one is shown; null: none. */
export function OpenCase({
  of,
  following,
  actions: { next, open, decide },
  onClose,
}: {
  of: ReviewCase;
  following: string | null;
  actions: ReturnType<typeof useCaseActions>;
  onClose: () => void;
}) {
  const [isInFull, setInFull] = useState(false);
  const refresh = useRefreshAfterVerdict();
  const isBusy = next.isPending || decide.isPending || open.isPending;
  const give = (verdict: Verdict) => {
    if (isBusy) return;
    const onSuccess = () => showToast(`${verdictLabels[verdict]}: saved`);
    decide.mutate({ of, verdict }, { onSuccess });
  };
  const skip = () => {
    if (!isBusy) next.mutate(of.decisionId);
  };
  const openAgain = () => {
    decide.reset();
    next.reset();
    open.mutate(of.decisionId);
  };
  const openInFull = () => {
    if (!isBusy) setInFull(true);
  };
  const verdictActions = Object.entries(verdictKeys).map(([key, verdict]) => [
    key,
    () => give(verdict),
  ]);
  useCaseKeys({
    ...Object.fromEntries(verdictActions),
    [nextKey]: skip,
    [listKey]: openInFull,
  });
  const error = decide.error ?? next.error ?? open.error;
  return (
    <>
      <VerdictBar
        of={of}
        isBusy={isBusy}
        give={give}
        openInFull={openInFull}
        skip={skip}
        onClose={onClose}
        error={error}
        retry={openAgain}
      />
      <DecisionContext value={of.decisionId}>
        <Case following={following} />
      </DecisionContext>
      {isInFull && (
        <VerdictDialog
          decisionId={of.decisionId}
          {...(of.claim && { claim: of.claim.number })}
          onCancel={() => setInFull(false)}
          onDone={() => {
            setInFull(false);
            void refresh(of.decisionId);
            next.mutate(null);
          }}
        />
      )}
    </>
  );
}

/** Why the case is open, a button for each action, and what failed. */
function VerdictBar({
  of,
  isBusy,
  give,
  openInFull,
  skip,
  onClose,
  error,
  retry,
}: {
  of: ReviewCase;
  isBusy: boolean;
  give: (verdict: Verdict) => void;
  openInFull: () => void;
  skip: () => void;
  onClose: () => void;
  error: Error | null;
  retry: () => void;
}) {
  return (
    <section className="card review-bar" aria-label="Verdict">
      <div className="stack tight">
        <span>{of.sources.map(sourceText).join("; ")}</span>
        <span className="muted small">
          Deadline <Time at={of.deadline} />, expected loss {formatLoss(of)}.
          {of.claim && ` Yours until ${formatClockTime(Date.parse(of.claim.until))}.`}
        </span>
      </div>
      <div className="row review-verdicts">
        {Object.entries(verdictKeys).map(([key, verdict]) => (
          <Button
            key={key}
            variant={verdict === "fraud" ? "danger" : ""}
            aria-keyshortcuts={key}
            busy={isBusy}
            onClick={() => give(verdict)}
          >
            {verdictLabels[verdict]} <kbd>{key}</kbd>
          </Button>
        ))}
        <Button aria-keyshortcuts={listKey} busy={isBusy} onClick={openInFull}>
          With lists and linked cases <kbd>{listKey}</kbd>
        </Button>
        <Button aria-keyshortcuts={nextKey} busy={isBusy} onClick={skip}>
          Next <kbd>{nextKey}</kbd>
        </Button>
        <Button variant="plain" onClick={onClose}>
          Back to the queue
        </Button>
      </div>
      {error && (
        <div className="review-error">
          <ErrorNotice error={error} retry={retry} />
        </div>
      )}
    </section>
  );
}

function Case({ following }: { following: string | null }) {
  const { data, error, isPending, refetch } = useDecision();
  const linked = useLinkedDecisions();
  const reasons = useReasons();
  const isShown = !isPending && !linked.isPending && !reasons.isPending;
  const prefetch = usePrefetchDecision();
  useEffect(() => {
    if (isShown && following !== null) prefetch(following);
  }, [isShown, following, prefetch]);
  if (isPending) return <SkeletonRows rows={6} />;
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const { guest, hotel, isBlanked } = data;
  return (
    <>
      {!isBlanked && (
        <header className="review-head">
          <h2>{guest ? <bdi>{guest.name}</bdi> : `Booking at ${hotel.name}`}</h2>
          <p className="muted">
            <Stay decision={data} />
          </p>
        </header>
      )}
      <DecisionSections decision={data} isOpenCase />
    </>
  );
}

/**
 * One key for each action. They come before the shortcuts of all pages: `g` is a good guest here, and no page's. A key
 * that is held down counts once.
 */
function useCaseKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, repeat } = event;
      const action = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (metaKey || ctrlKey || altKey || !action || shouldIgnoreShortcuts(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!repeat) action();
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    return () => removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}
