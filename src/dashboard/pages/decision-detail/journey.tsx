/** The visit that led to the decision, as a timeline. */
import { Fragment, useState } from "react";
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import type { Journey as Visit } from "../../../dashboard-api/decision-detail/journey.ts";
import type { Step, TimelinePage } from "../../../dashboard-api/decision-detail/timeline.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { impossibleWord, sayStep } from "./describe-step.ts";
import { clock, lasting, plural } from "./format.ts";
import { useJourney } from "./use-decision.ts";

/** Steps of a page that are shown before somebody asks for all. */
const stepsShown = 12;

export function Journey({ of }: { of: DecisionDetail }) {
  const { data, error, isPending, refetch } = useJourney();
  return (
    <section className="card" id="visit" aria-label="The visit">
      <header>
        <h2>The visit</h2>
        {data && data.state === "events" && <p>{summaryOf(data)}</p>}
      </header>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows rows={5} />}
      {data && <VisitShown of={data} score={of.riskScore} />}
    </section>
  );
}

function summaryOf({ facts, decidedAtMs }: Visit): string {
  const parts = [
    facts?.pages != null && plural(facts.pages, "page"),
    decidedAtMs !== null && `${lasting(decidedAtMs)} to the decision`,
    facts?.pastes ? plural(facts.pastes, "paste") : false,
    facts?.autofills ? `${facts.autofills} autofilled` : false,
  ];
  return parts.filter(Boolean).join(", ");
}

function VisitShown({ of, score }: { of: Visit; score: number }) {
  const { state, pages, leftOut } = of;
  if (state === "none") {
    return (
      <EmptyState icon="globe" title="No visit was sent along">
        The request named no collection. Put the script on every page, and send its collection's
        identifier with each request: then the way to the booking is here.
      </EmptyState>
    );
  }
  return (
    <div className="body stack">
      <VisitNotices of={of} />
      {state === "deleted" && <FactsLeft of={of} />}
      {pages.length > 0 && <Timeline of={of} score={score} />}
      {(leftOut.pages > 0 || leftOut.steps > 0) && (
        <p className="muted small">
          Not shown: {plural(leftOut.pages, "page")} and {plural(leftOut.steps, "step")} more.
        </p>
      )}
    </div>
  );
}

function VisitNotices({ of: { state, facts, batches, collectionId } }: { of: Visit }) {
  const isPart = state === "events" && batches.counted !== null && batches.kept < batches.counted;
  return (
    <>
      {state === "unknown" && (
        <Notice variant="warn">
          The request named the collection <code>{collectionId}</code>, of which nothing had come
          when it was decided. It is made up, of another project, or its browser could not reach the
          service.
        </Notice>
      )}
      {state === "deleted" && (
        <Notice>
          The single events are not there any more: they are deleted when their retention ends. What
          was counted from them stays with the decision.
        </Notice>
      )}
      {isPart && (
        <Notice>
          {batches.kept} of {batches.counted} batches are still there: the older ones were deleted
          when their retention ended, or there is too much to show.
        </Notice>
      )}
      {batches.missing > 0 && (
        <Notice variant="warn">
          {plural(batches.missing, "batch", "batches")} of this visit never came: something of it is
          missing here.
        </Notice>
      )}
      {facts?.consent === "denied" && (
        <Notice>
          The visitor agreed to no more than is strictly needed: forms and pointer were not watched.
        </Notice>
      )}
      {(facts?.impossibleEvents ?? 0) > 0 && (
        <Notice variant="danger">
          {plural(facts!.impossibleEvents!, "event")} cannot be true, whoever sent{" "}
          {facts!.impossibleEvents === 1 ? "it" : "them"}:{" "}
          {(facts!.impossible ?? []).map(impossibleWord).join("; ")}.
        </Notice>
      )}
    </>
  );
}

function FactsLeft({ of: { facts } }: { of: Visit }) {
  if (!facts) return null;
  const told: [string, string | number | null][] = [
    ["First page", facts.landingPath],
    ["Came from", facts.referrerHost],
    ["Pages", facts.pages],
    ["Visits to fields", facts.fieldVisits],
    ["Time in fields", facts.focusMs === null ? null : lasting(facts.focusMs)],
    ["Keys", facts.keys],
    ["Corrections", facts.corrections],
    ["Pastes", facts.pastes],
    ["Autofills", facts.autofills],
    ["Clicks", facts.clicks],
    ["Touches", facts.touches],
    ["Times out of sight", facts.hides],
    ["Forms sent", facts.submits],
  ];
  return (
    <dl className="facts columns">
      {told
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

function Timeline({ of: { pages, decidedAtMs }, score }: { of: Visit; score: number }) {
  const decided = <Decided key="decided" at={decidedAtMs} score={score} />;
  const at = pages.findIndex((page) => page.isLater || page.steps.some(({ isLater }) => isLater));
  return (
    <ol className="timeline">
      {pages.map((page, i) => (
        <Fragment key={page.page}>
          {i === at && page.isLater && decided}
          <PageShown of={page} decided={i === at && !page.isLater ? decided : null} />
        </Fragment>
      ))}
      {at < 0 && decided}
    </ol>
  );
}

function Decided({ at, score }: { at: number | null; score: number }) {
  return (
    <li className="decided">
      <span className="at">{at === null ? "" : clock(at)}</span>
      <b>Decided: {score}</b>
    </li>
  );
}

const navigations: Readonly<Record<string, string>> = {
  reload: "reloaded",
  back_forward: "went back or forward",
  pushed: "without loading",
};

function PageShown({ of, decided }: { of: TimelinePage; decided: React.ReactNode }) {
  const { at, path, referrerHost, navigation, dwellMs, steps, impossible } = of;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? steps : steps.slice(0, stepsShown);
  const firstLater = steps.findIndex(({ isLater }) => isLater);
  return (
    <li className={of.isLater ? "page-view later" : "page-view"}>
      <span className="at">{clock(at)}</span>
      <div className="stack tight">
        <div className="row">
          {path === null ? <i>A page whose opening never came</i> : <code>{path}</code>}
          {navigation && navigations[navigation] && (
            <span className="badge">{navigations[navigation]}</span>
          )}
          {referrerHost && <span className="muted small">from {referrerHost}</span>}
          {dwellMs > 0 && <span className="muted small">{lasting(dwellMs)}</span>}
          {impossible.length > 0 && (
            <span className="badge danger">
              cannot be true: {impossible.map(impossibleWord).join("; ")}
            </span>
          )}
        </div>
        {shown.length > 0 && (
          <ol className="steps-seen">
            {shown.map((step, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and do not move.
              <Fragment key={i}>
                {i === firstLater && decided}
                <StepShown of={step} />
              </Fragment>
            ))}
          </ol>
        )}
        {shown.length < steps.length && (
          <span>
            <Button variant="plain" onClick={() => setAll(true)}>
              Show {steps.length - shown.length} more
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

function StepShown({ of: step }: { of: Step }) {
  const { text, badges } = sayStep(step);
  return (
    <li className={step.isLater ? `${step.kind} later` : step.kind}>
      <span className="at">{clock(step.at)}</span>
      <span>
        {text}
        {badges.map((badge) => (
          <span key={badge.text} className={`badge ${badge.look}`}>
            {badge.text}
          </span>
        ))}
      </span>
    </li>
  );
}
