/** Filters that suggest values while the user types. */
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

/** How long typing has to pause before suggestions are fetched. */
const debounceMs = 150;

export function HotelFilter({ value, onChange }: Props) {
  const { projectId } = useProject();
  const [typed, setTyped] = useState<string | null>(null);
  const text = useDebounced(typed);
  const { data } = useQuery({
    queryKey: ["decisions", projectId, "hotels", text],
    queryFn: () => unwrap(api.projects({ projectId }).decisions.hotels.post({ text: text ?? "" })),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  const suggestions = (data ?? []).map(({ text, name, country }) => ({
    text,
    label: name,
    more: text === name ? country : `${text} · ${country}`,
  }));
  return (
    <ComboboxFilter
      label="Hotel"
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      setTyped={setTyped}
    />
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
  const matching = (data ?? []).filter((name) => name.includes(typed ?? ""));
  const suggestions = matching.map((text) => ({ text, label: text, more: "" }));
  return (
    <ComboboxFilter
      label="Model"
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      setTyped={setTyped}
    />
  );
}

function useDebounced(text: string | null): string | null {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

interface ComboboxProps extends Props {
  label: string;
  suggestions: readonly Suggestion[];
  /** Reports the text while the user types, and null when they stop. */
  setTyped: (text: string | null) => void;
}

/** A text field with a list of suggestions, as in ARIA's "list autocomplete" combobox pattern. */
function ComboboxFilter({ label, value, onChange, suggestions, setTyped }: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  useEffect(() => setText(value), [value]);
  const shown = isOpen ? suggestions : [];
  const clear = `Clear ${label.toLowerCase()}`;
  /** Opens the list with all suggestions. */
  const open = () => {
    setTyped("");
    setOpen(true);
  };
  const type = (next: string) => {
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
    <span className="combobox">
      <input
        className="filter"
        data-on={value !== "" || undefined}
        role="combobox"
        aria-label={label}
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        placeholder={`Filter by ${label.toLowerCase()}`}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onClick={open}
        onChange={(event) => type(event.target.value)}
        onBlur={() => choose(text)}
        onKeyDown={onKeyDown}
      />
      {value !== "" && (
        <button type="button" aria-label={clear} title={clear} onClick={() => choose("")}>
          <Icon name="close" />
        </button>
      )}
      {shown.length > 0 && (
        <SuggestionList id={id} label={label} suggestions={shown} selected={at} onChoose={choose} />
      )}
    </span>
  );
}

/** @param selected the index of the highlighted suggestion, or -1. */
function SuggestionList({
  id,
  label,
  suggestions,
  selected,
  onChoose,
}: {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  selected: number;
  onChoose: (text: string) => void;
}) {
  return (
    <span className="suggestions" id={`${id}-list`} role="listbox" aria-label={label}>
      {suggestions.map((suggestion, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
        <span
          key={`${suggestion.text} ${suggestion.label}`}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === selected}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion.text)}
        >
          <bdi>{suggestion.label}</bdi>
          <bdi className="muted small">{suggestion.more}</bdi>
        </span>
      ))}
    </span>
  );
}
