/** The list of decisions, with search, filters and paging. */
import { ApiProblem } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { useColumns } from "./columns.tsx";
import { ExportButton } from "./export.tsx";
import { Filters } from "./filters.tsx";
import { List } from "./list.tsx";
import { goToView, useListLocation } from "./list-url.ts";
import { ViewsMenu } from "./saved-views.tsx";
import { Search } from "./search.tsx";
import { useDecisions } from "./use-decisions.ts";

export default function DecisionsPage() {
  const location = useListLocation();
  const { view } = location;
  const list = useDecisions(location);
  const columns = useColumns(can(useProject(), "guest.read"));
  return (
    <Page
      title="Decisions"
      action={
        <div className="row">
          <ViewsMenu view={view} />
          <ChooseColumns columns={columns} />
          <ExportButton view={view} />
        </div>
      }
    >
      <Search location={location} />
      <Filters view={view} />
      {list.error && <ListFailure error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && (
        <div className="card">
          <SkeletonRows rows={8} />
        </div>
      )}
      {list.data && (
        <List
          location={location}
          list={list.data}
          columns={columns.shown}
          isStale={list.isPlaceholderData}
        />
      )}
    </Page>
  );
}

/** A rejected view is rejected again on a retry, so that case offers the full list instead. */
function ListFailure({ error, retry }: { error: Error; retry: () => void }) {
  const isRejected = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  if (!isRejected) return <ErrorNotice error={error} retry={retry} />;
  return (
    <div className="stack">
      <ErrorNotice error={error} />
      <div>
        <Button onClick={() => goToView({})}>Show all decisions</Button>
      </div>
    </div>
  );
}
