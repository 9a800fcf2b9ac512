import type { ReactNode } from "react";

/** A part of the report. */
export function Part({
  title,
  says,
  children,
}: {
  title: string;
  says: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          <p>{says}</p>
        </div>
      </header>
      <div className="body stack model-stack">{children}</div>
    </section>
  );
}
