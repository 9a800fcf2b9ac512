/** The project's lists: what is denied, allowed and marked whatever the model says. */
import { useState } from "react";
import { type ListKind, listKinds } from "../../../storage/port/lists.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { TextField } from "../../components/field.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { kindTitles } from "./entry-fields.tsx";
import { EntryTable } from "./entry-table.tsx";
import { NewEntry } from "./new-entry.tsx";
import { type ListView, useListCounts, useListEntries } from "./use-lists.ts";

const leads: Readonly<Record<ListKind, string>> = {
  deny: "Bookings with any of these values are denied, whatever their score.",
  allow:
    "Bookings with any of these values are allowed, whatever their score, unless another of their values is on the deny list.",
  watch: "Bookings with any of these values are marked. Their decision does not change.",
};

export default function ListsPage() {
  const project = useProject();
  const [isNew, setNew] = useState(false);
  const [named, setNamed] = useQueryParam("list");
  const kind = listKinds.find((one) => one === named) ?? "deny";
  const counts = useListCounts();
  const canSet = can(project, "list.set");
  const tabs = listKinds.map((one) => ({ id: one, label: titleOf(one, counts.data?.[one]) }));
  return (
    <Page
      title="Lists"
      lead="What your team has decided about an e-mail address, phone or device. A list changes the suggested action, never the score."
      action={
        canSet && (
          <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
            Add entry
          </Button>
        )
      }
    >
      {counts.error && <ErrorNotice error={counts.error} retry={() => void counts.refetch()} />}
      <Tabs label="Lists" tabs={tabs} value={kind} onChange={setNamed}>
        <p className="muted">{leads[kind]}</p>
        {can(project, "guest.read") ? (
          <Entries key={`${project.projectId} ${kind}`} kind={kind} />
        ) : (
          <EmptyState icon="shield" title="Your role cannot see the entries">
            They contain guests' data. Owners and analysts can see them.
          </EmptyState>
        )}
      </Tabs>
      {isNew && canSet && <NewEntry kind={kind} onClose={() => setNew(false)} />}
    </Page>
  );
}

function titleOf(kind: ListKind, count: { entries: number; more: boolean } | undefined): string {
  if (!count) return kindTitles[kind];
  return `${kindTitles[kind]} (${integers.format(count.entries)}${count.more ? " or more" : ""})`;
}

function Entries({ kind }: { kind: ListKind }) {
  const [typed, setTyped] = useState("");
  const [view, setView] = useState<ListView>({ kind, find: "", archived: false });
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useListEntries(view);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="card" aria-label={`${kindTitles[kind]} list`}>
      <header>
        <search>
          <form
            className="entries-search"
            onSubmit={(event) => {
              event.preventDefault();
              setView({ ...view, find: typed.trim() });
            }}
          >
            <TextField
              label="Find a value"
              name="find"
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              placeholder="ada@example.com"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                if (event.target.value === "") setView({ ...view, find: "" });
              }}
            />
            <Button type="submit">Find</Button>
            <Button
              variant="plain"
              aria-pressed={view.archived}
              onClick={() => setView({ ...view, archived: !view.archived })}
            >
              {view.archived ? "Show current entries" : "Show archived entries"}
            </Button>
          </form>
        </search>
      </header>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <SkeletonRows />}
      {data && entries.length === 0 && <NoEntries view={view} />}
      {entries.length > 0 && <EntryTable entries={entries} />}
      {hasNextPage && (
        <footer>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </footer>
      )}
    </section>
  );
}

function NoEntries({ view: { find, archived } }: { view: ListView }) {
  if (find !== "") {
    return (
      <EmptyState icon="search" title="No entry has this value">
        Enter the whole value: an e-mail address, a domain, a phone number with its country code, a
        device ID, an address or a network.
      </EmptyState>
    );
  }
  if (archived) {
    return (
      <EmptyState icon="archive" title="No archived entries">
        Archived entries no longer apply, and stay readable here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="list" title="This list is empty">
      Add one here, or from the page of a decision.
    </EmptyState>
  );
}
