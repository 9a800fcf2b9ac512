/** The filters of the list. Each change navigates to a new URL. */
import { useState } from "react";
import type { View } from "../../../decisions/view.ts";
import { Button } from "../../components/button.tsx";
import { localTime } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { HotelFilter, ModelFilter } from "./combobox-filters.tsx";
import { CommittedInput } from "./committed-input.tsx";
import { filterOptions, outcomesLabel, searchKindLabels } from "./labels.ts";
import { goToView, type ViewParams, withChanges } from "./list-url.ts";

type Change = (changes: Parameters<typeof withChanges>[1]) => void;
type FilterProps = { view: ViewParams; onChange: Change };

const moreFilters = ["setting", "source", "telemetry", "scoreFrom", "scoreTo", "model"] as const;

export function Filters({ view }: { view: ViewParams }) {
  const change: Change = (changes) => goToView(withChanges(view, changes));
  const hidden = moreFilters.filter((name) => view[name]).length;
  const [showsMore, setShowsMore] = useState(hidden > 0);
  const [isCustomRange, setCustomRange] = useState(false);
  return (
    <section className="filters" aria-label="Filters">
      <div className="row">
        {view.find && <SearchChip find={view.find} onRemove={() => change({ find: null })} />}
        <TimeFilter
          view={view}
          onChange={change}
          isCustomRange={isCustomRange}
          setCustomRange={setCustomRange}
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
              setCustomRange(false);
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
  const options: readonly (readonly [string, string])[] = filterOptions[name];
  const isListed = options.some(([option]) => option === value);
  return (
    <select
      className="filter"
      aria-label={label}
      data-on={value !== "" || undefined}
      value={value}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
      {!isListed && (
        <option value={value}>{name === "outcome" ? outcomesLabel(value) : value}</option>
      )}
    </select>
  );
}

const customRange = "custom";

/** The last hours or days, or a custom range in the viewer's time zone. */
function TimeFilter({
  view,
  onChange,
  isCustomRange,
  setCustomRange,
}: FilterProps & { isCustomRange: boolean; setCustomRange: (isCustom: boolean) => void }) {
  const hasRange = Boolean(view.from || view.to);
  const showsRange = hasRange || isCustomRange;
  return (
    <>
      <select
        className="filter"
        aria-label="Time"
        data-on={hasRange || view.last ? true : undefined}
        value={showsRange ? customRange : (view.last ?? "")}
        onChange={({ target: { value } }) => {
          setCustomRange(value === customRange);
          onChange({ last: value === customRange ? null : value, from: null, to: null });
        }}
      >
        {filterOptions.last.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
        <option value={customRange}>Custom range…</option>
      </select>
      {showsRange &&
        (["from", "to"] as const).map((name) => (
          <CommittedInput
            key={name}
            className="filter"
            type="datetime-local"
            aria-label={name === "from" ? "From" : "To"}
            value={toLocalTime(view[name])}
            onCommit={(text) => onChange({ [name]: toUtcTime(text) })}
          />
        ))}
    </>
  );
}

function toLocalTime(iso: string | undefined): string {
  const ms = Date.parse(iso ?? "");
  if (Number.isNaN(ms)) return "";
  return localTime(ms);
}

function toUtcTime(local: string): string | null {
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
          aria-label={name === "scoreFrom" ? "Minimum score" : "Maximum score"}
          placeholder={name === "scoreFrom" ? "0" : "99"}
          value={view[name] ?? ""}
          onCommit={(text) => onChange({ [name]: text.replace(/\D/g, "") })}
        />
      ))}
    </fieldset>
  );
}

/** @param find the search term as `kind:text`. */
function SearchChip({ find, onRemove }: { find: string; onRemove: () => void }) {
  const at = find.indexOf(":");
  const kind = find.slice(0, at);
  const labels: Readonly<Record<string, string>> = searchKindLabels;
  return (
    <span className="filter chip" data-on>
      <span>
        {Object.hasOwn(labels, kind) ? labels[kind] : kind} <bdi>{find.slice(at + 1)}</bdi>
      </span>
      <button type="button" aria-label="Clear search" title="Clear search" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
