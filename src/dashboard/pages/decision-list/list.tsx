/** The rows of a view: what is new since, its pages, and what can be done with the rows that are selected. */
import { type ReactNode, useEffect, useRef } from "react";
import type { DecisionList } from "../../../http/dashboard-api/decision-list/routes.ts";
import { useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { EmptyState, Notice, SkeletonRows } from "../../components/page.tsx";
import { plural } from "../decision-detail/format.ts";
import { BulkBar, useMaySelect } from "./bulk/bar.tsx";
import type { ColumnId } from "./columns.tsx";
import { DecisionTable } from "./decision-table.tsx";
import { FoundSummary } from "./found-summary.tsx";
import { goToPage, goToView, type ListLocation } from "./list-url.ts";
import { useSelection } from "./selection.ts";
import { useDecisions, useLateReasons, useNewDecisions } from "./use-decisions.ts";

interface DecisionsProps {
  location: ListLocation;
  columns: readonly ColumnId[];
  /** What is shown where it cannot be read. */
  failure: (error: Error, retry: () => void) => ReactNode;
}

/** The decisions of a view, once they are read. */
export function Decisions({ location, columns, failure }: DecisionsProps) {
  const list = useDecisions(location);
  // Loads the page that a row's link opens in advance. If that fails, opening it tries again.
  useEffect(() => {
    import("../decision-detail/page.tsx").catch(() => {});
  }, []);
  return (
    <>
      {list.error && failure(list.error, () => void list.refetch())}
      {list.isPending && (
        <div className="card">
          <SkeletonRows rows={8} />
        </div>
      )}
      {list.data && (
        <List
          location={location}
          list={list.data}
          columns={columns}
          isStale={list.isPlaceholderData}
        />
      )}
    </>
  );
}

interface ListProps {
  location: ListLocation;
  list: DecisionList;
  columns: readonly ColumnId[];
  /** Whether the list is still that of the previous view or page. */
  isStale: boolean;
}

function List({ location, list, columns, isStale }: ListProps) {
  const { pagesIn, view } = location;
  const selection = useSelection(list.rows);
  const maySelect = useMaySelect();
  const read = isStale ? undefined : list;
  const newer = useNewDecisions(location, read);
  const reasonOf = useLateReasons(location, read);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pagesIn > 0 && !isStale) top.current?.scrollIntoView({ block: "start" });
  }, [pagesIn, isStale]);
  return (
    <div className="stack decisions-list" ref={top}>
      {list.strangeCursor && (
        <Notice variant="warn">
          This link points to a position that is not in this list. Showing the newest decisions.
        </Notice>
      )}
      <div role="status">
        {newer.count > 0 && (
          <button type="button" className="new-decisions" onClick={newer.show}>
            Show {newer.hasMore && "more than "}
            {plural(newer.count, "new decision")}
          </button>
        )}
      </div>
      {view.find && list.rows.length > 0 && (
        <FoundSummary
          find={view.find}
          rows={list.rows}
          hasMore={list.next !== null || location.cursor !== null}
        />
      )}
      <div className="card">
        {list.rows.length > 0 ? (
          <DecisionTable
            rows={list.rows.map((row) => ({ ...row, reason: reasonOf(row) }))}
            columns={columns}
            selection={maySelect ? selection : null}
            isStale={isStale}
          />
        ) : (
          <EmptyList isFiltered={Object.keys(view).length > 0} />
        )}
      </div>
      <Paging location={location} list={list} isStale={isStale} />
      <BulkBar selection={selection} />
    </div>
  );
}

function EmptyList({ isFiltered }: { isFiltered: boolean }) {
  const { projectId } = useProject();
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="No matching decisions"
        action={<Button onClick={() => goToView({})}>Show all decisions</Button>}
      >
        Remove a filter, or choose a longer time range.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="list"
      title="No decisions yet"
      action={<LinkButton to={`/p/${projectId}/start`}>Getting started</LinkButton>}
    >
      Bookings that your server sends to POST /v1/risk appear here after a second, with their score
      and the reasons for it.
    </EmptyState>
  );
}

function Paging({ location, list, isStale }: Omit<ListProps, "columns">) {
  const { cursor, pagesIn, view } = location;
  const { next } = list;
  if (!next && cursor === null) return null;
  return (
    <nav className="row between paging" aria-label="Pages">
      <div className="row">
        {cursor !== null && <Button onClick={() => goToView(view)}>Newest</Button>}
        {pagesIn > 0 && <Button onClick={() => history.back()}>Newer</Button>}
      </div>
      {next && (
        <Button busy={isStale} onClick={() => goToPage(location, next)}>
          Older
        </Button>
      )}
    </nav>
  );
}
