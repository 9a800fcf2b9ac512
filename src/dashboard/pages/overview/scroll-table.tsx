import type { ReactNode } from "react";

/** A table that scrolls sideways where it is wider than its place. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="scroll-x" aria-label={label} tabIndex={0}>
      <table className="figures">{children}</table>
    </section>
  );
}
