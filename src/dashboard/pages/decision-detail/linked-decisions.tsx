/** Other decisions with the same device, mailbox, phone, address, name or booker. */
import { useState } from "react";
import { Link } from "wouter";
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import type { Linked as LinkedAnswer } from "../../../dashboard-api/decision-detail/routes.ts";
import type { LinkedRow } from "../../../decisions/decisions.ts";
import { linkLimits } from "../../../storage/search.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { levelLook, linkWords } from "./format.ts";
import { daysText, Graph } from "./link-graph.tsx";
import { OutcomeBadge } from "./outcome.tsx";
import { useLinked } from "./use-decision.ts";

/** Rows that are shown before somebody asks for all. */
const rowsShown = 12;

export function Linked({ of }: { of: DecisionDetail }) {
  const { data, error, isPending, refetch } = useLinked();
  return (
    <section className="card" id="linked" aria-label="Linked decisions">
      <header>
        <h2>Linked decisions</h2>
        <p>With something in common, before it or after.</p>
      </header>
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows />}
      {data &&
        (data.decisions.length === 0 ? (
          <EmptyState icon="search" title="Linked with no other decision">
            No other has the same device, e-mail address, phone, IP address, name or booker. One
            that was made a moment ago is found within a second or two.
          </EmptyState>
        ) : (
          <>
            <div className="body stack">
              <Counts of={data} />
              <Graph
                rows={data.decisions}
                score={of.riskScore}
                level={of.riskLevel}
                isCut={data.counts.some(({ ever }) => ever > linkLimits.listed)}
              />
            </div>
            <LinkedTable rows={data.decisions} />
          </>
        ))}
    </section>
  );
}

const counted = (count: number) => (count >= linkLimits.counted ? `${count} or more` : count);

function Counts({ of: { counts } }: { of: LinkedAnswer }) {
  return (
    <dl className="facts columns">
      {counts.map(({ kind, within, ever }) => (
        <div key={kind}>
          <dt>Same {linkWords[kind]}</dt>
          <dd>
            {counted(ever)}
            {ever > 0 && <span className="muted"> ({counted(within)} within 30 days)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LinkedTable({ rows }: { rows: readonly LinkedRow[] }) {
  const [isAll, setAll] = useState(false);
  const byNearness = rows.toSorted((a, b) => Math.abs(a.days) - Math.abs(b.days));
  const shown = isAll ? byNearness : byNearness.slice(0, rowsShown);
  const hasGuests = rows.some(({ guest }) => guest !== null);
  return (
    <>
      <table className="table linked-table">
        <thead>
          <tr>
            <th>Decision</th>
            <th>In common</th>
            <th>Score</th>
            <th>Outcome</th>
            {hasGuests && <th>Guest</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.decisionId} of={row} hasGuests={hasGuests} />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <footer>
          <Button onClick={() => setAll(true)}>Show all {rows.length}</Button>
        </footer>
      )}
    </>
  );
}

function Row({ of: row, hasGuests }: { of: LinkedRow; hasGuests: boolean }) {
  const { projectId } = useProject();
  const { decisionId, decidedAt, days, hotel, shares, riskScore, riskLevel, guest } = row;
  return (
    <tr>
      <td className="name">
        <Link href={`/p/${projectId}/decisions/${decisionId}`}>{daysText(days)}</Link>
        <div className="small muted">
          <Time at={decidedAt} />, {hotel.name}
        </div>
      </td>
      <td data-label="In common">
        <span className="badges">
          {shares.map((kind) => (
            <span key={kind} className="badge accent">
              {linkWords[kind]}
            </span>
          ))}
        </span>
      </td>
      <td data-label="Score">
        <span>
          <span className={`badge ${levelLook(riskLevel)}`}>{riskScore}</span> {row.suggestedAction}
        </span>
      </td>
      <td data-label="Outcome">
        {row.outcome ? <OutcomeBadge outcome={row.outcome} /> : <span className="muted">–</span>}
      </td>
      {hasGuests && (
        <td data-label="Guest">
          <div className="guest">
            {guest?.name}
            <div className="small muted">{guest?.email}</div>
          </div>
        </td>
      )}
    </tr>
  );
}
