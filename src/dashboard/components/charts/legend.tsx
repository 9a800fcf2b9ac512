import type { NumberStyle } from "./number-format.ts";
import { formatOrDash } from "./number-format.ts";
import type { Column, Series } from "./series.ts";

/** The series with their colours, and their values in the active column. */
export function Legend({
  columns,
  series,
  numbers,
  column,
}: {
  columns: readonly Column[];
  series: readonly Series[];
  numbers: NumberStyle;
  column: number | null;
}) {
  const active = column === null ? null : columns[column];
  return (
    <div className="legend">
      <ul>
        {series.map(({ name, tone, values }) => (
          <li key={name} className={`tone-${tone}`}>
            <i aria-hidden="true" />
            {name}
            {column !== null && <b>{formatOrDash(values[column], numbers)}</b>}
          </li>
        ))}
      </ul>
      <span className="active-label">{active?.label}</span>
    </div>
  );
}

/** The values of a column as text, for screen readers. */
export function describeColumn(
  column: number,
  data: { columns: readonly Column[]; series: readonly Series[]; numbers: NumberStyle },
): string {
  const values = data.series.map(
    ({ name, values }) => `${name} ${formatOrDash(values[column], data.numbers)}`,
  );
  return `${data.columns[column]?.label}: ${values.join(", ")}`;
}
