/** The page before the dashboard: a card in the middle. */
import type { ReactNode } from "react";
import { Logo } from "../parts/icon.tsx";
import { useTitle } from "../parts/page.tsx";

export function Door({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="door">
      <main>
        <div className="brand">
          <Logo />
          Booking Risk
        </div>
        <section className="card">
          <div className="body">
            <header className="stack tight">
              <h1>{title}</h1>
              {lead && <p className="muted">{lead}</p>}
            </header>
            {children}
          </div>
        </section>
      </main>
    </div>
  );
}
