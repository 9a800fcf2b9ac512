import { useState } from "react";
import { Link } from "wouter";
import { formatOrDash, type NumberStyle } from "./number-format.ts";
import type { Column, Series } from "./series.ts";

/** The figures of a chart as a table, rendered when it is opened. */
export function FiguresTable({
  title,
  columns,
  series,
  numbers,
}: {
  title: string;
  columns: readonly Column[];
  series: readonly Series[];
  numbers: NumberStyle;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className="as-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable by keyboard.
        <section className="scroll" aria-label={`${title}, as a table`} tabIndex={0}>
          <table className="figures">
            <thead>
              <tr>
                <td />
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(({ label, to }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour repeats when clocks go back.
                <tr key={`${label} ${i}`}>
                  <th scope="row">{to ? <Link href={to}>{label}</Link> : label}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{formatOrDash(values[i], numbers)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
