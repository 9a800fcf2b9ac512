import type { ReactNode } from "react";
import { Figures } from "../../../components/table.tsx";

/** A table whose first column has the names of the rows. It scrolls on narrow screens. */
export function ReportTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    <section className="scroll" aria-label={label} tabIndex={0}>
      <Figures columns={head}>
        {rows.map(([name, ...cells], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes.
          <tr key={i}>
            <th scope="row">{name}</th>
            {cells.map((cell, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes.
              <td key={j}>{cell}</td>
            ))}
          </tr>
        ))}
      </Figures>
    </section>
  );
}
