/** The list of decisions, with search, filters and paging. */
import { ApiProblem } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, Notice, Page } from "../../components/page.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { useColumns } from "./columns.tsx";
import { ExportButton } from "./export.tsx";
import { Filters } from "./filters.tsx";
import { Decisions } from "./list.tsx";
import { goToView, useListLocation } from "./list-url.ts";
import { ViewsMenu } from "./saved-views.tsx";
import { Search, useSearch } from "./search.tsx";

export default function DecisionsPage() {
  const location = useListLocation();
  const { view } = location;
  const columns = useColumns(can(useProject(), "guest.read"));
  const search = useSearch();
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
      <Search location={location} of={search} />
      {!search.hasFoundNothing && (
        <>
          <Filters view={view} />
          <Decisions
            location={location}
            columns={columns.shown}
            failure={(error, retry) => <ListFailure error={error} retry={retry} />}
          />
        </>
      )}
    </Page>
  );
}

/** A rejected view is rejected again on a retry, so that case offers the full list instead. */
function ListFailure({ error, retry }: { error: Error; retry: () => void }) {
  const isRejected = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  if (!isRejected) return <ErrorNotice error={error} retry={retry} />;
  const fields = Object.keys(error.fieldErrors).map((path) => path.replace(/^view\//, ""));
  return (
    <div className="stack">
      {fields.length > 0 ? (
        <Notice variant="danger">
          This link has a filter that cannot be read: {fields.join(", ")}.
        </Notice>
      ) : (
        <ErrorNotice error={error} />
      )}
      <div>
        <Button onClick={() => goToView({})}>Show all decisions</Button>
      </div>
    </div>
  );
}
