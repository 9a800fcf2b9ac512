/** The bookings with the same identities before and after this one, in their order. */
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { useProject } from "../../api/session.ts";
import { outcomeLabels } from "../../components/risk.tsx";
import { identityLabels, levelTone } from "./format.ts";
import { formatOffset } from "./link-graph.tsx";
import { useLinkedDecisions } from "./use-decision.ts";

/** On each side, the nearest in time. */
const sideMax = 20;

export function Strip({ decision }: { decision: DecisionDetail }) {
  const { projectId } = useProject();
  const { data } = useLinkedDecisions();
  const list = useRef<HTMLOListElement>(null);
  // This one is in the middle of what can be seen.
  useEffect(() => {
    const own = data && list.current?.querySelector<HTMLElement>("[aria-current]");
    if (own) list.current!.scrollLeft = own.offsetLeft - list.current!.clientWidth / 2;
  }, [data]);
  if (!data) return <div className="card decision-strip" role="status" aria-label="Loading" />;
  const earlier = data.decisions.filter(({ days }) => days < 0);
  const later = data.decisions.filter(({ days }) => days >= 0);
  const item = (row: (typeof earlier)[number]) => {
    const { decisionId, riskScore, riskLevel, outcome, shares, days } = row;
    const isFraud = outcome === "fraud" || outcome === "chargeback";
    const same = shares.map((kind) => identityLabels[kind]).join(", ");
    const label = `${formatOffset(days)}: score ${riskScore}, ${row.suggestedAction}${
      outcome ? `, ${(outcomeLabels[outcome] ?? outcome).toLowerCase()}` : ""
    }; same ${same}`;
    return (
      <li key={decisionId}>
        <Link
          href={`/p/${projectId}/decisions/${decisionId}`}
          className={`badge ${levelTone(riskLevel)} ${isFraud ? "is-fraud" : ""}`}
          aria-label={label}
          title={label}
        >
          {riskScore}
        </Link>
      </li>
    );
  };
  return (
    <section className="card decision-strip" aria-label="Bookings with the same identities">
      <span className="muted small">{earlier.length} earlier</span>
      <ol ref={list}>
        {earlier.slice(-sideMax).map(item)}
        <li aria-current="true">
          <span className={`badge ${levelTone(decision.riskLevel)}`}>
            <span className="visually-hidden">This one: </span>
            {decision.riskScore}
          </span>
        </li>
        {later.slice(0, sideMax).map(item)}
      </ol>
      <span className="muted small">{later.length} later</span>
    </section>
  );
}
