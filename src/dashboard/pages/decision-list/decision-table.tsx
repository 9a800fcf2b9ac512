import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import type { ListedReasons } from "../../../dashboard-api/decision-list/routes.ts";
import type { DecisionRow } from "../../../decisions/rows.ts";
import { useProject } from "../../api/session.ts";
import { dateFormat } from "../../components/format.ts";
import { ActionBadge, OutcomeBadge, Score } from "../../components/risk.tsx";
import { Time } from "../../components/time.tsx";
import { shouldIgnoreShortcuts } from "../../layout/shortcuts.tsx";
import { formatPoints, plural } from "../decision-detail/format.ts";
import { useListedReasons } from "./use-decisions.ts";

/** The decision that was opened last: navigating back focuses its row. */
let lastOpened: string | null = null;

interface Props {
  rows: readonly DecisionRow[];
  isStale: boolean;
}

export function DecisionTable({ rows, isStale }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const hasGuests = rows.some(({ guest }) => guest !== null);
  const reasons = useListedReasons(rows.map(({ decisionId }) => decisionId));
  useRowKeys(table);
  // A layout effect also runs when a suspended list, which stays mounted, is shown again.
  useLayoutEffect(() => {
    if (lastOpened === null) return;
    table.current?.querySelector<HTMLElement>(`a[data-id="${lastOpened}"]`)?.focus();
    lastOpened = null;
  }, []);
  return (
    <table className="decisions" ref={table} data-stale={isStale || undefined} aria-busy={isStale}>
      <thead>
        <tr>
          <th>When</th>
          <th>Score</th>
          <th>Action</th>
          <th>Reasons</th>
          {hasGuests && <th>Guest</th>}
          <th>Hotel</th>
          <th>Stay</th>
          <th>Outcome</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.decisionId} row={row} hasGuests={hasGuests} reasons={reasons} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: DecisionRow;
  hasGuests: boolean;
  reasons: ListedReasons | undefined;
}

function Row({ row, hasGuests, reasons }: RowProps) {
  const { projectId } = useProject();
  const { decisionId, hotel, guest } = row;
  return (
    <tr>
      <td className="when">
        <Link
          href={`/p/${projectId}/decisions/${decisionId}`}
          data-id={decisionId}
          onClick={() => {
            lastOpened = decisionId;
          }}
        >
          <Time at={row.decidedAt} />
          <span className="visually-hidden">, score {row.riskScore}</span>
        </Link>
        {row.source === "import" && <span className="muted small">imported</span>}
        {row.telemetry === "unseen" && <span className="muted small">no telemetry</span>}
      </td>
      <td className="score-cell">
        <Score score={row.riskScore} level={row.riskLevel} />
      </td>
      <td data-label="Action">
        <ActionBadge action={row.suggestedAction} />
      </td>
      <td data-label="Reasons" className="reasons-cell">
        <TopReasons decisionId={decisionId} reasons={reasons} />
      </td>
      {hasGuests && (
        <td data-label="Guest">
          {guest && (
            <span className="stacked">
              <bdi>{guest.name}</bdi>
              <bdi className="muted small">{guest.email}</bdi>
            </span>
          )}
        </td>
      )}
      <td data-label="Hotel">
        <span className="stacked">
          {row.isBlanked ? <span className="muted">Removed</span> : <bdi>{hotel.name}</bdi>}
          <bdi className="muted small">
            {[hotel.country, hotel.referenceId ?? hotel.giataId].filter(Boolean).join(" · ")}
          </bdi>
        </span>
      </td>
      <td data-label="Stay">
        {!row.isBlanked && <Stay checkIn={row.checkIn} checkOut={row.checkOut} />}
      </td>
      <td data-label="Outcome">
        {row.outcome ? <OutcomeBadge outcome={row.outcome} /> : <span className="muted">–</span>}
      </td>
    </tr>
  );
}

function TopReasons({ decisionId, reasons }: { decisionId: string } & Pick<RowProps, "reasons">) {
  const summary = reasons?.summaries[decisionId];
  const unavailable = reasons?.unavailable[decisionId];
  if (unavailable !== undefined) {
    return (
      <span className="muted" title={unavailable}>
        not available
      </span>
    );
  }
  if (!summary) return <span className="muted">{reasons ? "calculating" : "–"}</span>;
  return (
    <ul>
      {summary.top.map(({ feature, text, points }) => (
        <li key={feature} title={text}>
          <span className="points">{formatPoints(points)}</span> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Calendar days have no time zone. */
const day = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const dayMs = 24 * 60 * 60 * 1000;

function Stay({ checkIn, checkOut }: { checkIn: string; checkOut: string }) {
  const [from, to] = [Date.parse(checkIn), Date.parse(checkOut)];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) {
    return <bdi>{`${checkIn} – ${checkOut}`}</bdi>;
  }
  return (
    <span className="stacked">
      <span>{day.formatRange(from, to)}</span>
      <span className="muted small">
        {new Date(from).getUTCFullYear()} · {plural(Math.round((to - from) / dayMs), "night")}
      </span>
    </span>
  );
}

/** The keys j and k move between rows from anywhere, the arrow keys once a row has the focus. */
function useRowKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || shouldIgnoreShortcuts(event)) return;
      const links = [...(table.current?.querySelectorAll<HTMLElement>("a[data-id]") ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const steps: Record<string, number> = { j: 1, k: -1 };
      const arrows: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
      const step = steps[event.key] ?? (at >= 0 ? arrows[event.key] : undefined);
      if (step === undefined) return;
      const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
      links[next]?.focus();
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [table]);
}
