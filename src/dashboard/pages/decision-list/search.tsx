/** The box that finds a decision by whatever is known of it. */
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
import { readingNames } from "./labels.ts";
import { goToView, type ListAddress } from "./list-url.ts";

/** What one decision has for itself: where it leads to one, that one is shown. */
const ofOneDecision: readonly Found["by"][] = ["decision", "request", "collection"];

export function LookUp({ address }: { address: ListAddress }) {
  const project = useProject();
  const { projectId } = project;
  const [, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const looking = useMutation({
    mutationFn: (text: string) => unwrap(api.projects({ projectId }).decisions.find.post({ text })),
  });
  const show = ({ by, text, newest, more }: Found) => {
    looking.reset();
    if (ofOneDecision.includes(by) && !more) go(`/p/${projectId}/decisions/${newest.decisionId}`);
    else goToView({ find: `${by}:${text}` });
    setText("");
  };
  const lookUp = (text: string) => {
    if (text.trim() === "" || looking.isPending) return;
    // Not where somebody went on typing meanwhile: they did not ask for that any more.
    looking.mutate(text, { onSuccess: ([only, ...others]) => only && !others[0] && show(only) });
  };
  useAsked(address, (asked) => {
    field.current?.focus();
    setText(asked);
    lookUp(asked);
  });
  const seesGuests = can(project, "guest.read");
  return (
    <search className="look-up">
      <form
        aria-busy={looking.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          lookUp(text);
        }}
      >
        <Icon name="search" />
        <Field
          ref={field}
          value={text}
          placeholder={seesGuests ? anything : noGuests}
          onChange={(event) => {
            setText(event.target.value);
            looking.reset();
          }}
        />
        <kbd>/</kbd>
      </form>
      {looking.error && <ErrorNotice error={looking.error} />}
      {looking.data?.length === 0 && (
        <Nothing text={looking.variables ?? ""} seesGuests={seesGuests} />
      )}
      {looking.data && looking.data.length > 1 && <Choices found={looking.data} onChoose={show} />}
    </search>
  );
}

const anything = "E-mail, phone, name, device, address, booker or hotel, request or decision ID";
const noGuests = "Decision ID, request ID or hotel";

function Field(props: ComponentProps<"input">) {
  return (
    <input
      {...{ [searchFieldAttribute]: "" }}
      className="input"
      type="search"
      enterKeyHint="search"
      aria-label="Look up a decision"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  );
}

/** A text that came with the address, from elsewhere, is looked up once. */
function useAsked({ ask, view }: ListAddress, take: (text: string) => void): void {
  const latest = useRef(take);
  latest.current = take;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is asked makes it look.
  useEffect(() => {
    if (ask === null) return;
    goToView(view, { replace: true });
    latest.current(ask);
  }, [ask]);
}

function Nothing({ text, seesGuests }: { text: string; seesGuests: boolean }) {
  return (
    <Notice variant="warn">
      <div className="stack tight" role="status">
        <b>
          No decision has “<bdi>{text.trim()}</bdi>”.
        </b>
        <span>
          {seesGuests
            ? "E-mail addresses, phones, identifiers and names have to be whole; letter case and the spelling of a phone do not matter. A decision can be found about a second after it was made."
            : "Your role looks decisions up by decision ID, request ID or hotel; guests are looked up by analysts and owners."}
        </span>
      </div>
    </Notice>
  );
}

/** A text that may mean several things: which one? */
function Choices({
  found,
  onChoose,
}: {
  found: readonly Found[];
  onChoose: (found: Found) => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className="card choices-found" aria-label="What did you mean?">
      <p className="muted small" role="status">
        This may mean {found.length} things. Which?
      </p>
      <ul>
        {found.map((one, i) => (
          <li key={one.by}>
            <button type="button" ref={i === 0 ? first : null} onClick={() => onChoose(one)}>
              <span>
                {readingNames[one.by]} <b>{<bdi>{one.text}</bdi>}</b>
              </span>
              <span className="muted small">
                {one.more ? "several, the newest " : "one, "}
                <Time at={one.newest.decidedAt} /> at <bdi>{one.newest.hotel.name}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
