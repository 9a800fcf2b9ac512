import { dayMs } from "../../../base/durations.ts";
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";
import { presetRanges } from "./range.ts";

const today = () => dayText(Date.now());
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Preset ranges or custom days. Days are in UTC, as in all figures of the page. */
export function RangePicker({
  range,
  onChange,
}: {
  range: RangeQuery;
  onChange: (range: RangeQuery) => void;
}) {
  const isCustom = range.from !== undefined;
  return (
    <div className="range">
      <fieldset className="segments">
        <legend className="visually-hidden">Time range</legend>
        {presetRanges.map(({ last, label }) => (
          <button
            key={last}
            type="button"
            aria-pressed={range.last === last}
            onClick={() => onChange({ last })}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={isCustom}
          onClick={() => onChange({ from: dayText(Date.now() - 13 * dayMs), to: today() })}
        >
          Custom
        </button>
      </fieldset>
      {isCustom && <CustomRange range={range} onChange={onChange} />}
    </div>
  );
}

function CustomRange({
  range,
  onChange,
}: {
  range: RangeQuery;
  onChange: (range: RangeQuery) => void;
}) {
  const { from = "", to = today() } = range;
  return (
    <span className="custom-range">
      <input
        className="input"
        type="date"
        aria-label="Start date (UTC)"
        title="Start date (UTC)"
        value={from}
        max={to}
        onChange={({ target }) => target.value && onChange({ from: target.value, to })}
      />
      –
      <input
        className="input"
        type="date"
        aria-label="End date (UTC)"
        title="End date (UTC)"
        value={to}
        min={from}
        max={today()}
        onChange={({ target }) => target.value && onChange({ from, to: target.value })}
      />
    </span>
  );
}
