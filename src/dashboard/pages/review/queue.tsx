import { reviewLimits } from "../../../decisions/reviews/limits.ts";
import type { ListedCase } from "../../../http/dashboard-api/review.ts";
import { type ReviewView, reviewViews } from "../../../storage/port/reviews.ts";
import { useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Score } from "../../components/risk.tsx";
import { ActionsHeader } from "../../components/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { formatLoss, sourceText } from "./case-text.ts";
import { useCases } from "./use-reviews.ts";
import { verdictLabels } from "./verdicts.ts";

const titles: Readonly<Record<ReviewView, string>> = {
  waiting: "Waiting",
  late: "Past deadline",
  mine: "Mine",
  decided: "Decided",
};

/** What is in the queue, in the order in which it is served. */
export function Queue({ onOpen }: { onOpen: (decisionId: string) => void }) {
  const [named, setNamed] = useQueryParam("view");
  const view = reviewViews.find((one) => one === named) ?? "waiting";
  const tabs = reviewViews.map((id) => ({ id, label: titles[id] }));
  return (
    <Tabs label="Cases" tabs={tabs} value={view} onChange={setNamed}>
      <Cases view={view} onOpen={onOpen} />
    </Tabs>
  );
}

function Cases({ view, onOpen }: { view: ReviewView; onOpen: (decisionId: string) => void }) {
  const { data, error, isPending, refetch } = useCases(view);
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={4} />;
  const { cases } = data;
  if (cases.length === 0) return <NoCases view={view} />;
  return (
    <section className="card" aria-label={`${titles[view]} cases`}>
      <table className="table cases">
        <thead>
          <tr>
            <th>Booking</th>
            <th>Deadline</th>
            <th className="number">Expected loss</th>
            <th>{view === "decided" ? "Verdict" : "State"}</th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <CaseRow key={one.decisionId} one={one} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {cases.length >= reviewLimits.listed && (
        <footer className="muted small">Only the first {reviewLimits.listed} are shown.</footer>
      )}
    </section>
  );
}

function CaseRow({ one, onOpen }: { one: ListedCase; onOpen: (decisionId: string) => void }) {
  const { projectId } = useProject();
  const { decisionId, sources, openedAt, deadline, verdict } = one;
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <span className="row">
            <Score score={one.riskScore} level={one.riskLevel} />
            {one.hotel === "" ? <span className="muted">Removed</span> : <bdi>{one.hotel}</bdi>}
          </span>
          <span className="muted small">
            {sources.map(sourceText).join("; ")}, <Time at={openedAt} />
          </span>
        </div>
      </td>
      <td data-label="Deadline">
        <Time at={deadline} />
      </td>
      <td data-label="Expected loss" className="number">
        {formatLoss(one)}
      </td>
      <td data-label={verdict === null ? "State" : "Verdict"}>
        <State one={one} />
      </td>
      <td className="end">
        {verdict === null ? (
          <Button onClick={() => onOpen(decisionId)}>Open</Button>
        ) : (
          <LinkButton to={`/p/${projectId}/decisions/${decisionId}`}>Decision</LinkButton>
        )}
      </td>
    </tr>
  );
}

function State({
  one: { state, claim, verdict, decidedBy, decidedAt, postponedUntil },
}: {
  one: ListedCase;
}) {
  if (verdict !== null && decidedAt !== null) {
    return (
      <div className="stack tight">
        <span>
          <span className={`badge ${verdict === "fraud" ? "danger" : "ok"}`}>
            {verdictLabels[verdict]}
          </span>
        </span>
        <span className="muted small">
          {decidedBy}, <Time at={decidedAt} />
        </span>
      </div>
    );
  }
  if (claim !== null) return <span>Being reviewed by {claim.by}</span>;
  if (postponedUntil !== null) {
    return (
      <span>
        Put off, back <Time at={postponedUntil} />
      </span>
    );
  }
  return state === "late" ? (
    <span className="badge warn">Past deadline</span>
  ) : (
    <span>Waiting</span>
  );
}

function NoCases({ view }: { view: ReviewView }) {
  if (view !== "waiting") {
    return (
      <EmptyState icon="check" title="No cases here">
        {view === "mine" ? "You have no case open and none put off." : "There is nothing to list."}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check" title="No cases are waiting">
      Bookings come here from an entry on the watch list, from a range of scores or a random share
      set in the project's settings, or by “Send to review” on a decision's page.
    </EmptyState>
  );
}
