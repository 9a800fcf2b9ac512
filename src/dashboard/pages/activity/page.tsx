import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { searchFieldAttribute } from "../../layout/shortcuts.tsx";
import { actionText } from "./action-text.ts";

/** As many as the API sends at once; fewer are the last ones. */
const pageEntries = 200;

export default function ActivityPage() {
  const { projects } = useMe();
  const [search, setSearch] = useState("");
  const audit = useInfiniteQuery({
    queryKey: ["audit", "all"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const query = pageParam === null ? {} : { before: pageParam };
      return unwrap(api.audit({ projectId: "all" }).get({ query }));
    },
    getNextPageParam: (page) => (page.length < pageEntries ? null : page.at(-1)!.entryId),
  });
  const projectName = (id: string | null) =>
    id === null ? "" : (projects.find((one) => one.projectId === id)?.name ?? id);
  const entries = (audit.data?.pages.flat() ?? []).map((entry) => ({
    ...entry,
    text: actionText(entry),
    project: projectName(entry.projectId),
  }));
  const found = entries.filter((entry) =>
    `${entry.actor} ${entry.text} ${entry.project}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Page title="Activity" lead="Audit log. Entries are never removed." action={<ExportLinks />}>
      {audit.error && <ErrorNotice error={audit.error} retry={() => void audit.refetch()} />}
      <input
        {...{ [searchFieldAttribute]: "" }}
        className="input"
        type="search"
        aria-label="Search activity"
        placeholder="Search by person, action or project"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <section className="card">
        {audit.isPending && <SkeletonRows rows={6} />}
        {audit.data && found.length === 0 && (
          <EmptyState icon="search" title="No matching activity">
            None of the latest {entries.length} entries match your search.
          </EmptyState>
        )}
        {found.length > 0 && <Entries entries={found} />}
      </section>
      {audit.hasNextPage && (
        <div>
          <Button busy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </Page>
  );
}

function ExportLinks() {
  return (
    <div className="row">
      {(["csv", "ndjson"] as const).map((format) => (
        <a
          key={format}
          className="button"
          href={`/dashboard/api/audit/all/export?format=${format}`}
          download
        >
          Export {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

interface Entry {
  entryId: string;
  at: string;
  actor: string;
  text: string;
  /** Its name; empty for all projects. */
  project: string;
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table kind="activity" columns={["When", "Who", "Action", "Project"]}>
      {entries.map((entry) => (
        <tr key={entry.entryId}>
          <td>
            <Time at={entry.at} />
          </td>
          <td data-label="Who">{entry.actor}</td>
          <td data-label="Action">{entry.text}</td>
          <td data-label="Project">{entry.project || <span className="muted">All</span>}</td>
        </tr>
      ))}
    </Table>
  );
}
