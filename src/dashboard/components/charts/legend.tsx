import type { NumberStyle } from "./number-format.ts";
import { formatOrDash } from "./number-format.ts";
import type { Column, Series } from "./series.ts";

/** Which colour is what; and the values of the column that is looked at. */
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
  const looked = column === null ? null : columns[column];
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
      <span className="active-label">{looked?.label}</span>
    </div>
  );
}

/** The same in a sentence. */
export function describeColumn(
  column: number,
  of: { columns: readonly Column[]; series: readonly Series[]; numbers: NumberStyle },
): string {
  const said = of.series.map(
    ({ name, values }) => `${name} ${formatOrDash(values[column], of.numbers)}`,
  );
  return `${of.columns[column]?.label}: ${said.join(", ")}`;
}
