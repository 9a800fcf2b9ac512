import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { searchFieldAttribute } from "../../layout/shortcuts.tsx";
import { actionText } from "./action-text.ts";

export default function ActivityPage() {
  const { projects } = useMe();
  const [search, setSearch] = useState("");
  const audit = useQuery({
    queryKey: ["audit", "all"],
    queryFn: () => unwrap(api.audit({ projectId: "all" }).get()),
  });
  const projectName = (id: string | null) =>
    id === null ? "" : (projects.find((one) => one.projectId === id)?.name ?? id);
  const entries = (audit.data ?? []).map((entry) => ({
    ...entry,
    text: actionText(entry),
    project: projectName(entry.projectId),
  }));
  const found = entries.filter((entry) =>
    `${entry.actor} ${entry.text} ${entry.project}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Page title="Activity" lead="Who did what, and when. Entries are never removed.">
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
        {found.length > 0 && (
          <table className="table">
            <thead>
              <tr>
                <th>When</th>
                <th>Who</th>
                <th>Action</th>
                <th>Project</th>
              </tr>
            </thead>
            <tbody>
              {found.map((entry, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ID, and keep their order.
                <tr key={`${entry.at} ${i}`}>
                  <td>
                    <Time at={entry.at} />
                  </td>
                  <td data-label="Who">{entry.actor}</td>
                  <td data-label="Action">{entry.text}</td>
                  <td data-label="Project">
                    {entry.project || <span className="muted">All</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Page>
  );
}
