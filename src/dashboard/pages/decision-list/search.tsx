/** The search field of the list: finds decisions by any of their identifiers. */
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Found } from "../../../decisions/decisions.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { EmptyState, ErrorNotice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { searchFieldAttribute } from "../../layout/shortcuts.tsx";
import { searchKindLabels } from "./labels.ts";
import { goToView, type ListLocation } from "./list-url.ts";

/** Identifiers of a single decision: a match opens the decision instead of filtering the list. */
const uniqueKinds: readonly Found["by"][] = ["decision", "request", "collection"];

export interface DecisionSearch {
  text: string;
  setText: (text: string) => void;
  run: (text: string) => void;
  /** Goes to what was found. */
  show: (found: Found) => void;
  search: UseMutationResult<Found[], Error, string>;
  /** Whether the last search found nothing: a list below it would be of something else. */
  hasFoundNothing: boolean;
}

export function useSearch(): DecisionSearch {
  const { projectId } = useProject();
  const [, go] = useLocation();
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
  const run = (text: string) => {
    if (text.trim() === "" || search.isPending) return;
    // Typing resets the mutation, which also drops this callback.
    search.mutate(text, { onSuccess: ([only, ...others]) => only && !others[0] && show(only) });
  };
  return { text, setText, run, show, search, hasFoundNothing: search.data?.length === 0 };
}

export function Search({ location, of }: { location: ListLocation; of: DecisionSearch }) {
  const { text, setText, run, show, search, hasFoundNothing } = of;
  const field = useRef<HTMLInputElement>(null);
  usePendingSearch(location, (pending) => {
    field.current?.focus();
    setText(pending);
    run(pending);
  });
  const showAll = () => {
    search.reset();
    setText("");
    goToView({});
  };
  const seesGuests = can(useProject(), "guest.read");
  return (
    <search className="decision-search">
      <form
        aria-busy={search.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          run(text);
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
      {hasFoundNothing && (
        <NoResults text={search.variables ?? ""} seesGuests={seesGuests} onShowAll={showAll} />
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

function NoResults({
  text,
  seesGuests,
  onShowAll,
}: {
  text: string;
  seesGuests: boolean;
  onShowAll: () => void;
}) {
  return (
    <div role="status">
      <EmptyState
        icon="search"
        title={
          <>
            No results for “<bdi>{text.trim()}</bdi>”
          </>
        }
        action={<Button onClick={onShowAll}>Show all decisions</Button>}
      >
        {seesGuests
          ? "Enter e-mail addresses, phone numbers, names and IDs in full. Letter case and phone formatting do not matter."
          : "Your role can search by decision ID, request ID or hotel. Only analysts and owners can search for guests."}
      </EmptyState>
    </div>
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
