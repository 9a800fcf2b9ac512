/** The visit that led to the decision, as a timeline. */
import { Fragment, useState } from "react";
import type { Journey as JourneyData } from "../../../http/dashboard-api/decision-detail/journey.ts";
import type { Step, TimelinePage } from "../../../http/dashboard-api/decision-detail/timeline.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState, ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { describeStep, impossibleLabel } from "./describe-step.ts";
import { formatClock, formatDuration, plural } from "./format.ts";
import { useJourney } from "./use-decision.ts";

/** Steps of a page that are shown until "Show more" is clicked. */
const initialSteps = 12;

/** @param score of the decision, for its mark on the timeline. */
export function Journey({ score }: { score: number }) {
  const { data, error, isPending, refetch } = useJourney();
  return (
    <Card title="Visit" beside={data && data.state === "events" && <p>{summarize(data)}</p>}>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {data && <Visit journey={data} score={score} />}
    </Card>
  );
}

function summarize({ facts, decidedAtMs }: JourneyData): string {
  const parts = [
    facts?.pages != null && plural(facts.pages, "page"),
    decidedAtMs !== null && `${formatDuration(decidedAtMs)} to the decision`,
    facts?.pastes ? plural(facts.pastes, "paste") : false,
    facts?.autofills ? plural(facts.autofills, "autofill") : false,
  ];
  return parts.filter(Boolean).join(", ");
}

function Visit({ journey, score }: { journey: JourneyData; score: number }) {
  const { state, pages, leftOut } = journey;
  if (state === "none") {
    return (
      <EmptyState icon="globe" title="No visit data">
        The request had no collectionId. To see the visit here, add the script to every page and
        send its collectionId with each request.
      </EmptyState>
    );
  }
  return (
    <div className="body stack">
      <Notices journey={journey} />
      {state === "deleted" && <StoredFacts journey={journey} />}
      {pages.length > 0 && <Timeline journey={journey} score={score} />}
      {(leftOut.pages > 0 || leftOut.steps > 0) && (
        <p className="muted small">
          Not shown: {plural(leftOut.pages, "page")} and {plural(leftOut.steps, "step")}.
        </p>
      )}
    </div>
  );
}

function Notices({ journey: { state, facts, batches, collectionId } }: { journey: JourneyData }) {
  const isPartial =
    state === "events" && batches.counted !== null && batches.kept < batches.counted;
  return (
    <>
      {state === "unknown" && (
        <Notice variant="warn">
          No data had arrived for the collection <code>{collectionId}</code> when the decision was
          made. Either the ID is invalid or belongs to another project, or the browser could not
          reach the service.
        </Notice>
      )}
      {state === "deleted" && (
        <Notice>
          The events of this visit were deleted when their retention period ended. The totals below
          are stored with the decision.
        </Notice>
      )}
      {isPartial && (
        <Notice>
          Showing {batches.kept} of {batches.counted} batches. The older ones were deleted when
          their retention period ended, or there are too many to show.
        </Notice>
      )}
      {batches.missing > 0 && (
        <Notice variant="warn">
          {plural(batches.missing, "batch", "batches")} of this visit never arrived, so the timeline
          is incomplete.
        </Notice>
      )}
      {facts?.consent === "denied" && (
        <Notice>
          The visitor allowed strictly necessary data only: form and pointer activity was not
          recorded.
        </Notice>
      )}
      {(facts?.impossibleEvents ?? 0) > 0 && (
        <Notice variant="danger">
          {plural(facts!.impossibleEvents!, "event")} cannot have happened as reported:{" "}
          {(facts!.impossible ?? []).map(impossibleLabel).join("; ")}.
        </Notice>
      )}
    </>
  );
}

function StoredFacts({ journey: { facts } }: { journey: JourneyData }) {
  if (!facts) return null;
  const rows: [string, string | number | null][] = [
    ["Landing page", facts.landingPath],
    ["Referrer", facts.referrerHost],
    ["Pages", facts.pages],
    ["Field visits", facts.fieldVisits],
    ["Time in fields", facts.focusMs === null ? null : formatDuration(facts.focusMs)],
    ["Keystrokes", facts.keys],
    ["Corrections", facts.corrections],
    ["Pastes", facts.pastes],
    ["Autofills", facts.autofills],
    ["Clicks", facts.clicks],
    ["Touches", facts.touches],
    ["Times tab hidden", facts.hides],
    ["Forms submitted", facts.submits],
  ];
  return (
    <dl className="facts columns">
      {rows
        .filter(([, value]) => value !== null && value !== "")
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface TimelineProps {
  journey: JourneyData;
  score: number;
}

function Timeline({ journey: { pages, decidedAtMs }, score }: TimelineProps) {
  const decided = <DecidedMark key="decided" at={decidedAtMs} score={score} />;
  // The page that was open when the decision was made, or the first one opened after it.
  const at = pages.findIndex((page) => page.isLater || page.steps.some(({ isLater }) => isLater));
  return (
    <ol className="timeline">
      {pages.map((page, i) => (
        <Fragment key={page.page}>
          {i === at && page.isLater && decided}
          <PageView view={page} decided={i === at && !page.isLater ? decided : null} />
        </Fragment>
      ))}
      {at < 0 && decided}
    </ol>
  );
}

function DecidedMark({ at, score }: { at: number | null; score: number }) {
  return (
    <li className="decided">
      <span className="at">{at === null ? "" : formatClock(at)}</span>
      <b>Decided: {score}</b>
    </li>
  );
}

const navigationLabels: Readonly<Record<string, string>> = {
  reload: "reloaded",
  back_forward: "back or forward",
  pushed: "in-page navigation",
};

function PageView({ view, decided }: { view: TimelinePage; decided: React.ReactNode }) {
  const { steps } = view;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? steps : steps.slice(0, initialSteps);
  const firstLater = steps.findIndex(({ isLater }) => isLater);
  return (
    <li className={view.isLater ? "page-view later" : "page-view"}>
      <span className="at">{formatClock(view.at)}</span>
      <div className="stack tight">
        <PageViewHeader view={view} />
        {shown.length > 0 && (
          <ol className="page-steps">
            {shown.map((step, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID, and their order is fixed.
              <Fragment key={i}>
                {i === firstLater && decided}
                <StepRow step={step} />
              </Fragment>
            ))}
          </ol>
        )}
        {shown.length < steps.length && (
          <span>
            <Button variant="plain" onClick={() => setShowsAll(true)}>
              Show {steps.length - shown.length} more
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

function PageViewHeader({ view }: { view: TimelinePage }) {
  const { path, referrerHost, navigation, dwellMs, impossible } = view;
  return (
    <div className="row">
      {path === null ? <i>Unknown page</i> : <code>{path}</code>}
      {navigation && navigationLabels[navigation] && (
        <span className="badge">{navigationLabels[navigation]}</span>
      )}
      {referrerHost && <span className="muted small">from {referrerHost}</span>}
      {dwellMs > 0 && <span className="muted small">{formatDuration(dwellMs)}</span>}
      {impossible.length > 0 && (
        <span className="badge danger">
          impossible: {impossible.map(impossibleLabel).join("; ")}
        </span>
      )}
    </div>
  );
}

function StepRow({ step }: { step: Step }) {
  const { text, badges } = describeStep(step);
  return (
    <li className={step.isLater ? `${step.kind} later` : step.kind}>
      <span className="at">{formatClock(step.at)}</span>
      <span>
        {text}
        {badges.map((badge) => (
          <span key={badge.text} className={`badge ${badge.tone}`}>
            {badge.text}
          </span>
        ))}
      </span>
    </li>
  );
}
