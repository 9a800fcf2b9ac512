/** Filters that are typed, with what there is to choose from. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";

interface Suggestion {
  text: string;
  label: string;
  more: string;
}

interface Props {
  value: string;
  onChange: (text: string) => void;
}

/** What is typed is asked for when nothing was typed for so long, ms. */
const pauseMs = 150;

export function HotelFilter({ value, onChange }: Props) {
  const { projectId } = useProject();
  const [typed, setTyped] = useState<string | null>(null);
  const asked = useSettled(typed);
  const { data } = useQuery({
    queryKey: ["decisions", projectId, "hotels", asked],
    queryFn: () => unwrap(api.projects({ projectId }).decisions.hotels.post({ text: asked ?? "" })),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const suggestions = (data ?? []).map(({ text, name, country }) => ({
    ...{ text, label: name },
    more: text === name ? country : `${text} · ${country}`,
  }));
  return (
    <Suggested label="Hotel" any="Any hotel" {...{ value, onChange, suggestions, setTyped }} />
  );
}

export function ModelFilter({ value, onChange }: Props) {
  const { projectId } = useProject();
  const [typed, setTyped] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ["decisions", projectId, "models"],
    queryFn: () => unwrap(api.projects({ projectId }).decisions.models.get()),
    enabled: typed !== null,
  });
  const fitting = (data ?? []).filter((name) => name.includes(typed ?? ""));
  const suggestions = fitting.map((text) => ({ text, label: text, more: "" }));
  return (
    <Suggested label="Model" any="Any model" {...{ value, onChange, suggestions, setTyped }} />
  );
}

function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A field with a list below it while it is written in (ARIA: "combobox with list"). */
function Suggested({
  label,
  any,
  value,
  onChange,
  suggestions,
  setTyped,
}: Props & {
  label: string;
  /** What stands in the empty field. */
  any: string;
  suggestions: readonly Suggestion[];
  /** What is being written; null when it is not. */
  setTyped: (text: string | null) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  useEffect(() => setText(value), [value]);
  const shown = isOpen ? suggestions : [];
  /** With all that there is to choose from. */
  const open = () => {
    setTyped("");
    setOpen(true);
  };
  const write = (next: string) => {
    setText(next);
    setTyped(next);
    setAt(-1);
    setOpen(true);
  };
  const choose = (next: string) => {
    setText(next);
    setTyped(null);
    setOpen(false);
    if (next.trim() !== value) onChange(next.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !isOpen) open();
    else if (step && shown.length > 0) setAt((at + step + shown.length) % shown.length);
    else if (event.key === "Enter") choose(shown[at]?.text ?? text);
    else if (event.key === "Escape" && isOpen) choose(value);
    else return;
    event.preventDefault();
  };
  return (
    <span className="suggested">
      <input
        className="filter"
        data-on={value !== "" || undefined}
        role="combobox"
        aria-label={label}
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        placeholder={any}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onClick={open}
        onChange={(event) => write(event.target.value)}
        onBlur={() => choose(text)}
        onKeyDown={onKeyDown}
      />
      {value !== "" && (
        <button type="button" aria-label={any} title={any} onClick={() => choose("")}>
          <Icon name="close" />
        </button>
      )}
      {shown.length > 0 && (
        <span className="suggestions" id={`${id}-list`} role="listbox" aria-label={label}>
          {shown.map((one, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <span
              key={`${one.text} ${one.label}`}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one.text)}
            >
              <bdi>{one.label}</bdi>
              <bdi className="muted small">{one.more}</bdi>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
