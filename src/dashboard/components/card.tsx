/** A part of a page, with a heading. */
import type { ReactNode } from "react";

export function Card({
  title,
  label = title,
  lead,
  beside,
  kind = "",
  children,
}: {
  title: string;
  /** The name of the region, where it is not the title. */
  label?: string;
  /** Below the title. */
  lead?: ReactNode;
  /** Beside the title, where there is room. */
  beside?: ReactNode;
  /** Its class, for styles of its own. */
  kind?: string;
  children: ReactNode;
}) {
  return (
    <section className={`card ${kind}`} aria-label={label}>
      <header>
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {beside}
      </header>
      {children}
    </section>
  );
}
