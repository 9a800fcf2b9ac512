import type { RangeQuery } from "../../../dashboard-api/overview/range.ts";
import { lastRanges } from "./range.ts";

const dayMs = 24 * 60 * 60 * 1000;
const today = () => dayText(Date.now());
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The usual ranges, or own days: days are those of UTC, by which everything is counted. */
export function RangePicker({
  range,
  onChange,
}: {
  range: RangeQuery;
  onChange: (range: RangeQuery) => void;
}) {
  const isOwn = range.from !== undefined;
  return (
    <div className="range">
      <fieldset className="segments">
        <legend className="visually-hidden">Time</legend>
        {lastRanges.map(({ last, label }) => (
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
          aria-pressed={isOwn}
          onClick={() => onChange({ from: dayText(Date.now() - 13 * dayMs), to: today() })}
        >
          Own
        </button>
      </fieldset>
      {isOwn && <OwnDays range={range} onChange={onChange} />}
    </div>
  );
}

function OwnDays({
  range,
  onChange,
}: {
  range: RangeQuery;
  onChange: (range: RangeQuery) => void;
}) {
  const { from = "", to = today() } = range;
  return (
    <span className="own-days">
      <input
        className="input"
        type="date"
        aria-label="From, day in UTC"
        title="From this day on (UTC)"
        value={from}
        max={to}
        onChange={({ target }) => target.value && onChange({ from: target.value, to })}
      />
      –
      <input
        className="input"
        type="date"
        aria-label="To, day in UTC"
        title="To the end of this day (UTC)"
        value={to}
        min={from}
        max={today()}
        onChange={({ target }) => target.value && onChange({ from, to: target.value })}
      />
    </span>
  );
}
