import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import type { ListedRow } from "../../../http/dashboard-api/decision-list/routes.ts";
import { useProject } from "../../api/session.ts";
import { Score } from "../../components/risk.tsx";
import { Time } from "../../components/time.tsx";
import { shouldIgnoreShortcuts } from "../../layout/shortcuts.tsx";
import { type ColumnId, columnOf } from "./columns.tsx";
import type { Selection } from "./selection.ts";
import { useRowPrefetch } from "./use-row-prefetch.ts";

/** The decision that was opened last: navigating back focuses its row. */
let lastOpened: string | null = null;

interface Props {
  rows: readonly ListedRow[];
  columns: readonly ColumnId[];
  /** Null where nothing can be done with rows that are selected. */
  selection: Selection | null;
  isStale: boolean;
}

export function DecisionTable({ rows, columns, selection, isStale }: Props) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, selection?.toggle);
  useRowPrefetch(table);
  // A layout effect also runs when a suspended list, which stays mounted, is shown again.
  useLayoutEffect(() => {
    if (lastOpened === null) return;
    table.current?.querySelector<HTMLElement>(`a[data-id="${lastOpened}"]`)?.focus();
    lastOpened = null;
  }, []);
  return (
    <table
      className="decisions"
      aria-label="Decisions"
      ref={table}
      data-stale={isStale || undefined}
      aria-busy={isStale}
    >
      <thead>
        <tr>
          {selection && (
            <th className="select">
              <label>
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={selection.isAll}
                  onChange={(event) => selection.setAll(event.target.checked)}
                />
              </label>
            </th>
          )}
          <th className="when">When</th>
          <th className="score-cell">Score</th>
          {columns.map((id) => (
            <th key={id} className={`column-${id}`}>
              {columnOf(id).title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.decisionId} row={row} columns={columns} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  row,
  columns,
  selection,
}: Pick<Props, "columns" | "selection"> & { row: ListedRow }) {
  const { projectId } = useProject();
  const { decisionId, riskScore, riskLevel, guest, hotel } = row;
  const isSelected = selection?.has(decisionId) ?? false;
  return (
    <tr data-selected={isSelected || undefined}>
      {selection && (
        <td className="select">
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${guest?.name ?? hotel.name}`}
              checked={isSelected}
              onChange={() => selection.toggle(decisionId)}
            />
          </label>
        </td>
      )}
      <td className="when">
        <Link
          href={`/p/${projectId}/decisions/${decisionId}`}
          data-id={decisionId}
          data-explained={row.reason === null ? undefined : true}
          title={row.reason ?? undefined}
          onClick={() => {
            lastOpened = decisionId;
          }}
        >
          <Time at={row.decidedAt} />
          <span className="visually-hidden">
            , score {riskScore}, <bdi>{guest?.name ?? hotel.name}</bdi>
          </span>
        </Link>
      </td>
      <td className="score-cell">
        <Score score={riskScore} level={riskLevel} isBrief />
      </td>
      {columns.map((id) => (
        <Cell key={id} id={id} row={row} />
      ))}
    </tr>
  );
}

function Cell({ id, row }: { id: ColumnId; row: ListedRow }) {
  const { title, text, cell } = columnOf(id);
  const shown = text?.(row) ?? null;
  const content = cell?.(row) ?? (shown && <bdi>{shown}</bdi>);
  return (
    <td
      data-label={title}
      className={`column-${id}`}
      data-empty={content ? undefined : true}
      title={shown ?? undefined}
    >
      {content}
    </td>
  );
}

/**
 * The keys j and k move between rows from anywhere, the arrow keys once a row has the focus; x selects that row.
 * @param toggle of the decision; absent where rows cannot be selected.
 */
function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  toggle: ((decisionId: string) => void) | undefined,
): void {
  const latest = useRef(toggle);
  latest.current = toggle;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || shouldIgnoreShortcuts(event)) return;
      const links = [...(table.current?.querySelectorAll<HTMLElement>("a[data-id]") ?? [])];
      const row = document.activeElement?.closest("tr");
      const at = links.findIndex((link) => link.closest("tr") === row);
      if (event.key === "x" && at >= 0) {
        latest.current?.(links[at]!.dataset.id!);
        return;
      }
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
