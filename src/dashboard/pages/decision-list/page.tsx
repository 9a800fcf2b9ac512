/** The list of decisions, with search, filters and paging. */
import { ApiProblem } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, Page } from "../../components/page.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { useColumns } from "./columns.tsx";
import { ExportButton } from "./export.tsx";
import { Filters } from "./filters.tsx";
import { Decisions } from "./list.tsx";
import { goToView, useListLocation } from "./list-url.ts";
import { ViewsMenu } from "./saved-views.tsx";
import { Search } from "./search.tsx";

export default function DecisionsPage() {
  const location = useListLocation();
  const { view } = location;
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
      <Decisions
        location={location}
        columns={columns.shown}
        failure={(error, retry) => <ListFailure error={error} retry={retry} />}
      />
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
