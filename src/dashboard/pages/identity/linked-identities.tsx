/** What else its bookings have, and how often: a graph whose leaves are links to the same page of each. */
import { useState } from "react";
import { Link } from "wouter";
import type { ShownIdentityPage } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { identityLimits } from "../../../storage/port/search.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { capital, identityLabels, identityOrder, plural } from "../decision-detail/format.ts";
import { identityPath } from "./identity-path.ts";
import { type LinkedRow, linkedLayout, sizes } from "./linked-layout.ts";

/** Of each kind, until "Show more" is clicked. */
const shownFirst = 2;

export function LinkedIdentities({ identity }: { identity: ShownIdentityPage }) {
  const [showsMore, setShowsMore] = useState(false);
  const { linked, decisions } = identity;
  const counted = Math.min(decisions, identityLimits.linked);
  const ordered = linked.toSorted(
    (a, b) => identityOrder.indexOf(a.kind) - identityOrder.indexOf(b.kind),
  );
  const layout = linkedLayout(ordered, counted, showsMore ? identityLimits.named : shownFirst);
  const hasMore = ordered.some(({ most }) => most.length > shownFirst);
  return (
    <Card
      title="Linked identities"
      beside={
        <p>
          What else {counted < decisions ? `the newest ${counted} bookings` : "its bookings"} have,
          and how many of them have it.
        </p>
      }
    >
      <div className="body identity-graph">
        {ordered.length === 0 ? (
          <p className="muted">Its bookings have nothing else that links bookings.</p>
        ) : (
          <>
            <Lines layout={layout} count={decisions} />
            <ul style={{ gridAutoRows: sizes.row }}>
              {layout.rows.map((row) => (
                <Row key={`${row.kind} ${row.one?.decisionId}`} row={row} counted={counted} />
              ))}
            </ul>
          </>
        )}
      </div>
      {hasMore && (
        <footer>
          <Button aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
            {showsMore ? "Show fewer" : "Show more"}
          </Button>
        </footer>
      )}
    </Card>
  );
}

function Lines({
  layout: { curves, height, center, rows },
  count,
}: {
  layout: ReturnType<typeof linkedLayout>;
  count: number;
}) {
  return (
    <svg width={sizes.width} height={height} aria-hidden="true">
      {curves.map(({ path, width }) => (
        <path key={path} d={path} strokeWidth={width} />
      ))}
      {rows.map(({ one, y }) => !one && <circle key={y} cx={sizes.kind} cy={y} r={5} />)}
      <circle className="center" cx={sizes.center} cy={center} r={24} />
      <text x={sizes.center} y={center} dy="0.35em">
        {count > 9999 ? "10k+" : count}
      </text>
    </svg>
  );
}

function Row({ row: { kind, one, values, more }, counted }: { row: LinkedRow; counted: number }) {
  const { projectId } = useProject();
  const label = identityLabels[kind];
  if (!one) {
    return (
      <li className="kind">
        <b>{values === 1 ? `1 ${label}` : `${values} ${pluralOf(label)}`}</b>
        {more > 0 && <span className="muted small">{more} hidden</span>}
      </li>
    );
  }
  return (
    <li>
      <Link href={identityPath(projectId, one.decisionId, kind)} title={one.value ?? undefined}>
        {one.value ? <bdi>{one.value}</bdi> : `${capital(label)} no. ${one.number}`}
      </Link>
      <span className="muted small" title={`${one.decisions} of ${plural(counted, "booking")}`}>
        {plural(one.decisions, "booking")}
      </span>
    </li>
  );
}

const pluralOf = (label: string) =>
  label === "card or account"
    ? "cards or accounts"
    : /(address)$/.test(label)
      ? `${label}es`
      : `${label}s`;
