/** Decisions that share a device, e-mail address, phone, IP address, name or booker ID. */
import { useState } from "react";
import { Link } from "wouter";
import type { LinkedRow } from "../../../decisions/decisions.ts";
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { linkLimits } from "../../../storage/port/search.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { OutcomeBadge } from "../../components/risk.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { identityLabels, levelTone } from "./format.ts";
import { formatOffset, LinkGraph } from "./link-graph.tsx";
import { useLinkedDecisions } from "./use-decision.ts";

/** Rows that are shown until "Show all" is clicked. */
const initialRows = 12;

export function LinkedDecisions({ decision }: { decision: DecisionDetail }) {
  const { data, error, isPending, refetch } = useLinkedDecisions();
  return (
    <Card
      title="Linked decisions"
      beside={<p>Earlier and later decisions that share an identity with this one.</p>}
    >
      {error && (
        <div className="body">
          <ErrorNotice error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows />}
      {data &&
        (data.decisions.length === 0 ? (
          <EmptyState icon="search" title="No linked decisions">
            No other decision has the same device, e-mail address, phone, IP address, name or booker
            ID. New decisions appear here after a second or two.
          </EmptyState>
        ) : (
          <>
            <div className="body stack">
              <LinkGraph
                rows={data.decisions}
                score={decision.riskScore}
                level={decision.riskLevel}
                isTruncated={data.counts.some(({ ever }) => ever > linkLimits.listed)}
              />
            </div>
            <LinkedTable rows={data.decisions} />
          </>
        ))}
    </Card>
  );
}

function LinkedTable({ rows }: { rows: readonly LinkedRow[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const nearestFirst = rows.toSorted((a, b) => Math.abs(a.days) - Math.abs(b.days));
  const shown = showsAll ? nearestFirst : nearestFirst.slice(0, initialRows);
  const hasGuests = rows.some(({ guest }) => guest !== null);
  return (
    <>
      <Table
        kind="linked-table"
        columns={["Decision", "Shared", "Score", "Outcome", ...(hasGuests ? ["Guest"] : [])]}
      >
        {shown.map((row) => (
          <Row key={row.decisionId} row={row} hasGuests={hasGuests} />
        ))}
      </Table>
      {shown.length < rows.length && (
        <footer>
          <Button onClick={() => setShowsAll(true)}>Show all {rows.length}</Button>
        </footer>
      )}
    </>
  );
}

function Row({ row, hasGuests }: { row: LinkedRow; hasGuests: boolean }) {
  const { projectId } = useProject();
  const { decisionId, decidedAt, days, hotel, shares, riskScore, riskLevel, guest } = row;
  return (
    <tr>
      <td className="name">
        <Link href={`/p/${projectId}/decisions/${decisionId}`}>{formatOffset(days)}</Link>
        <div className="small muted">
          <Time at={decidedAt} />, {hotel.name}
        </div>
      </td>
      <td data-label="Shared">
        <span className="badges">
          {shares.map((kind) => (
            <span key={kind} className="badge accent">
              {identityLabels[kind]}
            </span>
          ))}
        </span>
      </td>
      <td data-label="Score">
        <span>
          <span className={`badge ${levelTone(riskLevel)}`}>{riskScore}</span> {row.suggestedAction}
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
