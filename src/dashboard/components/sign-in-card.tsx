/** The layout of pages that come before signing in. */
import type { ReactNode } from "react";
import { Logo } from "./icon.tsx";
import { usePageTitle } from "./page.tsx";

export function SignInCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className="sign-in">
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
