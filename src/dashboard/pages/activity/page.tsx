import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { searchFieldAttribute } from "../../layout/shortcuts.tsx";
import { sayAction } from "./say-action.ts";

export default function ActivityPage() {
  const { projects } = useMe();
  const [text, setText] = useState("");
  const audit = useQuery({
    queryKey: ["audit", "all"],
    queryFn: () => unwrap(api.audit({ projectId: "all" }).get()),
  });
  const nameOf = (id: string | null) =>
    id === null ? "" : (projects.find((one) => one.projectId === id)?.name ?? id);
  const lines = (audit.data ?? []).map((line) => ({
    ...line,
    said: sayAction(line),
    project: nameOf(line.projectId),
  }));
  const found = lines.filter(({ actor, said, project }) =>
    `${actor} ${said} ${project}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <Page title="Activity" lead="Who did what, and when. Nothing is ever taken out of this list.">
      {audit.error && <ErrorNotice error={audit.error} retry={() => void audit.refetch()} />}
      <input
        {...{ [searchFieldAttribute]: "" }}
        className="input"
        type="search"
        aria-label="Search the activity"
        placeholder="Search by person, deed or project"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <section className="card">
        {audit.isPending && <SkeletonRows rows={6} />}
        {audit.data && found.length === 0 && (
          <EmptyState icon="search" title="Nothing found">
            No line of the newest {lines.length} has that in it.
          </EmptyState>
        )}
        {found.length > 0 && (
          <table className="table">
            <thead>
              <tr>
                <th>When</th>
                <th>Who</th>
                <th>What</th>
                <th>Project</th>
              </tr>
            </thead>
            <tbody>
              {found.map((line, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and do not move.
                <tr key={`${line.at} ${i}`}>
                  <td>
                    <Time at={line.at} />
                  </td>
                  <td data-label="Who">{line.actor}</td>
                  <td data-label="What">{line.said}</td>
                  <td data-label="Project">{line.project || <span className="muted">all</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Page>
  );
}
