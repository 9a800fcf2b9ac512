/** Decisions: looked up, narrowed down, gone through page by page. */
import { useEffect, useRef } from "react";
import type { DecisionList } from "../../../dashboard-api/decision-list/routes.ts";
import { ApiProblem } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { Rows } from "./decision-table.tsx";
import { ExportButton } from "./export.tsx";
import { Filters } from "./filters.tsx";
import { counted } from "./labels.ts";
import { goToPage, goToView, type ListAddress, useListAddress } from "./list-url.ts";
import { ViewsMenu } from "./saved-views.tsx";
import { LookUp } from "./search.tsx";
import { useDecisions, useNewDecisions } from "./use-decisions.ts";

export default function DecisionsPage() {
  const address = useListAddress();
  const list = useDecisions(address);
  return (
    <Page
      title="Decisions"
      action={
        <div className="row">
          <ViewsMenu view={address.view} />
          <ExportButton view={address.view} />
        </div>
      }
    >
      <LookUp address={address} />
      <Filters view={address.view} />
      {list.error && <NoList error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && (
        <div className="card">
          <SkeletonRows rows={8} />
        </div>
      )}
      {list.data && <List address={address} list={list.data} isOld={list.isPlaceholderData} />}
    </Page>
  );
}

/** A view that is refused stays so: the way on is another one. */
function NoList({ error, retry }: { error: Error; retry: () => void }) {
  const isRefused = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  if (!isRefused) return <ErrorNotice error={error} retry={retry} />;
  return (
    <div className="stack">
      <ErrorNotice error={error} />
      <div>
        <Button onClick={() => goToView({})}>Show all decisions</Button>
      </div>
    </div>
  );
}

function List({
  address,
  list,
  isOld,
}: {
  address: ListAddress;
  list: DecisionList;
  isOld: boolean;
}) {
  const fresh = useNewDecisions(address, isOld ? undefined : list);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (address.pagesIn > 0 && !isOld) top.current?.scrollIntoView({ block: "nearest" });
  }, [address.pagesIn, isOld]);
  return (
    <div className="stack decisions-list" ref={top}>
      {list.strangeCursor && (
        <Notice variant="warn">
          The place in the list that this address names is not one of it. These are the newest.
        </Notice>
      )}
      <div role="status">
        {fresh.count > 0 && (
          <button type="button" className="new-decisions" onClick={fresh.show}>
            {fresh.most && "More than "}
            {counted(fresh.count, "new decision")} – <b>show</b>
          </button>
        )}
      </div>
      <div className="card">
        {list.rows.length > 0 ? (
          <Rows rows={list.rows} isOld={isOld} />
        ) : (
          <NoRows isAll={Object.keys(address.view).length === 0} />
        )}
      </div>
      <Paging address={address} list={list} isOld={isOld} />
    </div>
  );
}

function NoRows({ isAll }: { isAll: boolean }) {
  const { projectId } = useProject();
  if (!isAll) {
    return (
      <EmptyState
        icon="search"
        title="No decision fits"
        action={<Button onClick={() => goToView({})}>Show all decisions</Button>}
      >
        Take a filter away, or look in a longer time.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="list"
      title="No decisions yet"
      action={<LinkButton to={`/p/${projectId}/start`}>Getting started</LinkButton>}
    >
      Each booking that your server sends to POST /v1/risk is listed here a second later, with its
      score and why.
    </EmptyState>
  );
}

function Paging({ address, list, isOld }: Parameters<typeof List>[0]) {
  const { cursor, pagesIn, view } = address;
  const { next } = list;
  if (!next && cursor === null) return null;
  return (
    <nav className="row between paging" aria-label="Pages">
      <div className="row">
        {cursor !== null && <Button onClick={() => goToView(view)}>Newest</Button>}
        {pagesIn > 0 && <Button onClick={() => history.back()}>Newer</Button>}
      </div>
      {next && (
        <Button busy={isOld} onClick={() => goToPage(address, next)}>
          Older
        </Button>
      )}
    </nav>
  );
}
