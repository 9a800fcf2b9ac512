/** What a view leaves out. A change is a new address at once. */
import { useState } from "react";
import type { View } from "../../../decisions/view.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { HotelFilter, ModelFilter } from "./combobox-filters.tsx";
import { CommittedInput } from "./committed-input.tsx";
import { filterOptions, outcomesText, readingNames } from "./labels.ts";
import { changed, goToView, type ViewTexts } from "./list-url.ts";

type Change = (changes: Parameters<typeof changed>[1]) => void;
type FilterProps = { view: ViewTexts; onChange: Change };

const behindMore = ["setting", "source", "telemetry", "scoreFrom", "scoreTo", "model"] as const;

export function Filters({ view }: { view: ViewTexts }) {
  const change: Change = (changes) => goToView(changed(view, changes));
  const hidden = behindMore.filter((name) => view[name]).length;
  const [showsMore, setShowsMore] = useState(hidden > 0);
  const [asksBetween, setAsksBetween] = useState(false);
  return (
    <section className="filters" aria-label="Filters">
      <div className="row">
        {view.find && <LookedUp find={view.find} onRemove={() => change({ find: null })} />}
        <TimeFilter
          view={view}
          onChange={change}
          asksBetween={asksBetween}
          setAsksBetween={setAsksBetween}
        />
        <SelectFilter name="level" label="Level" view={view} onChange={change} />
        <SelectFilter name="action" label="Action" view={view} onChange={change} />
        <SelectFilter name="outcome" label="Outcome" view={view} onChange={change} />
        <HotelFilter value={view.hotel ?? ""} onChange={(hotel) => change({ hotel })} />
        <Button variant="plain" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          {showsMore ? "Fewer filters" : "More filters"}
          {!showsMore && hidden > 0 && ` (${hidden})`}
        </Button>
        {Object.keys(view).length > 0 && (
          <Button
            variant="plain"
            icon="close"
            onClick={() => {
              setAsksBetween(false);
              goToView({});
            }}
          >
            Clear
          </Button>
        )}
      </div>
      {showsMore && <MoreFilters view={view} onChange={change} />}
    </section>
  );
}

function MoreFilters({ view, onChange }: FilterProps) {
  return (
    <div className="row">
      <ScoreFilter view={view} onChange={onChange} />
      <SelectFilter name="telemetry" label="Telemetry" view={view} onChange={onChange} />
      <SelectFilter name="setting" label="Risk setting" view={view} onChange={onChange} />
      <SelectFilter name="source" label="Source" view={view} onChange={onChange} />
      <ModelFilter value={view.model ?? ""} onChange={(model) => onChange({ model })} />
    </div>
  );
}

function SelectFilter({
  name,
  label,
  view,
  onChange,
}: FilterProps & { name: keyof typeof filterOptions & keyof View; label: string }) {
  const value = view[name] ?? "";
  const offered: readonly (readonly [string, string])[] = filterOptions[name];
  const isOffered = offered.some(([one]) => one === value);
  return (
    <select
      className="filter"
      aria-label={label}
      data-on={value !== "" || undefined}
      value={value}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      {offered.map(([one, said]) => (
        <option key={one} value={one}>
          {said}
        </option>
      ))}
      {!isOffered && (
        <option value={value}>{name === "outcome" ? outcomesText(value) : value}</option>
      )}
    </select>
  );
}

const between = "between";

/** Up to now, or between two moments of the viewer's own clock. */
function TimeFilter({
  view,
  onChange,
  asksBetween,
  setAsksBetween,
}: FilterProps & { asksBetween: boolean; setAsksBetween: (asks: boolean) => void }) {
  const isSet = Boolean(view.from || view.to);
  const isBetween = isSet || asksBetween;
  return (
    <>
      <select
        className="filter"
        aria-label="Time"
        data-on={isSet || view.last ? true : undefined}
        value={isBetween ? between : (view.last ?? "")}
        onChange={({ target: { value } }) => {
          setAsksBetween(value === between);
          onChange({ last: value === between ? null : value, from: null, to: null });
        }}
      >
        {filterOptions.last.map(([one, said]) => (
          <option key={one} value={one}>
            {said}
          </option>
        ))}
        <option value={between}>Between …</option>
      </select>
      {isBetween &&
        (["from", "to"] as const).map((name) => (
          <CommittedInput
            key={name}
            className="filter"
            type="datetime-local"
            aria-label={name === "from" ? "From" : "Until"}
            value={localTime(view[name])}
            onCommit={(text) => onChange({ [name]: utcTime(text) })}
          />
        ))}
    </>
  );
}

function localTime(iso: string | undefined): string {
  const ms = Date.parse(iso ?? "");
  if (Number.isNaN(ms)) return "";
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function utcTime(local: string): string | null {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function ScoreFilter({ view, onChange }: FilterProps) {
  return (
    <fieldset className="filter score-range" data-on={view.scoreFrom || view.scoreTo || undefined}>
      <legend className="visually-hidden">Score</legend>
      <span aria-hidden="true">Score</span>
      {(["scoreFrom", "scoreTo"] as const).map((name) => (
        <CommittedInput
          key={name}
          inputMode="numeric"
          maxLength={2}
          aria-label={name === "scoreFrom" ? "Score from" : "Score to"}
          placeholder={name === "scoreFrom" ? "0" : "99"}
          value={view[name] ?? ""}
          onCommit={(text) => onChange({ [name]: text.replace(/\D/g, "") })}
        />
      ))}
    </fieldset>
  );
}

function LookedUp({ find, onRemove }: { find: string; onRemove: () => void }) {
  const at = find.indexOf(":");
  const kind = find.slice(0, at);
  const names: Readonly<Record<string, string>> = readingNames;
  return (
    <span className="filter chip" data-on>
      <span>
        {Object.hasOwn(names, kind) ? names[kind] : kind} <bdi>{find.slice(at + 1)}</bdi>
      </span>
      <button type="button" aria-label="Show all again" title="Show all again" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
