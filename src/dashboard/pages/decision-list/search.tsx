/** The search field of the list: finds decisions by any of their identifiers. */
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Found } from "../../../decisions/decisions.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { searchFieldAttribute } from "../../layout/shortcuts.tsx";
import { searchKindLabels } from "./labels.ts";
import { goToView, type ListLocation } from "./list-url.ts";

/** Identifiers of a single decision: a match opens the decision instead of filtering the list. */
const uniqueKinds: readonly Found["by"][] = ["decision", "request", "collection"];

export function Search({ location }: { location: ListLocation }) {
  const project = useProject();
  const { projectId } = project;
  const [, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const search = useMutation({
    mutationFn: (text: string) => unwrap(api.projects({ projectId }).decisions.find.post({ text })),
  });
  const show = ({ by, text, newest, more }: Found) => {
    search.reset();
    if (uniqueKinds.includes(by) && !more) go(`/p/${projectId}/decisions/${newest.decisionId}`);
    else goToView({ find: `${by}:${text}` });
    setText("");
  };
  const runSearch = (text: string) => {
    if (text.trim() === "" || search.isPending) return;
    // Typing resets the mutation, which also drops this callback.
    search.mutate(text, { onSuccess: ([only, ...others]) => only && !others[0] && show(only) });
  };
  usePendingSearch(location, (pending) => {
    field.current?.focus();
    setText(pending);
    runSearch(pending);
  });
  const seesGuests = can(project, "guest.read");
  return (
    <search className="decision-search">
      <form
        aria-busy={search.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          runSearch(text);
        }}
      >
        <Icon name="search" />
        <Field
          ref={field}
          value={text}
          placeholder={seesGuests ? placeholder : placeholderWithoutGuests}
          onChange={(event) => {
            setText(event.target.value);
            search.reset();
          }}
          // The first Escape empties the field, the next one goes back to the shortcuts.
          onKeyDown={(event) => {
            if (event.key === "Escape" && text === "") event.currentTarget.blur();
          }}
        />
        <kbd>/</kbd>
      </form>
      {search.error && <ErrorNotice error={search.error} />}
      {search.data?.length === 0 && (
        <NoResults text={search.variables ?? ""} seesGuests={seesGuests} />
      )}
      {search.data && search.data.length > 1 && <Matches matches={search.data} onChoose={show} />}
    </search>
  );
}

const placeholder =
  "Search by e-mail, phone, name, IP address, device, hotel, booker ID or other ID";
const placeholderWithoutGuests = "Search by decision ID, request ID or hotel";

function Field(props: ComponentProps<"input">) {
  return (
    <input
      {...{ [searchFieldAttribute]: "" }}
      className="input"
      type="search"
      enterKeyHint="search"
      aria-label="Search decisions"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  );
}

/** Runs the search that another page requested by the URL, once. */
function usePendingSearch(
  { pendingSearch, view }: ListLocation,
  onSearch: (text: string) => void,
): void {
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search runs it again.
  useEffect(() => {
    if (pendingSearch === null) return;
    goToView(view, { replace: true });
    latest.current(pendingSearch);
  }, [pendingSearch]);
}

function NoResults({ text, seesGuests }: { text: string; seesGuests: boolean }) {
  return (
    <Notice variant="warn">
      <div className="stack tight" role="status">
        <b>
          No results for “<bdi>{text.trim()}</bdi>”.
        </b>
        <span>
          {seesGuests
            ? "Enter e-mail addresses, phone numbers, names and IDs in full. Letter case and phone formatting do not matter. New decisions can be found after about a second."
            : "Your role can search by decision ID, request ID or hotel. Only analysts and owners can search for guests."}
        </span>
      </div>
    </Notice>
  );
}

/** Lets the user choose between several interpretations of the search text. */
function Matches({
  matches,
  onChoose,
}: {
  matches: readonly Found[];
  onChoose: (match: Found) => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className="card search-matches" aria-label="Search results">
      <p className="muted small" role="status">
        {matches.length} kinds of matches. Choose one:
      </p>
      <ul>
        {matches.map((match, i) => (
          <li key={match.by}>
            <button type="button" ref={i === 0 ? first : null} onClick={() => onChoose(match)}>
              <span>
                {searchKindLabels[match.by]} <b>{<bdi>{match.text}</bdi>}</b>
              </span>
              <span className="muted small">
                {match.more ? "several decisions, newest " : "1 decision, "}
                <Time at={match.newest.decidedAt} /> at <bdi>{match.newest.hotel.name}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
