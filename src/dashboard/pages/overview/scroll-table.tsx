import type { ReactNode } from "react";

/** A table of numbers that scrolls sideways on narrow screens. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section is a landmark.
    <div className="scroll-x" role="group" aria-label={label} tabIndex={0}>
      <table className="figures">{children}</table>
    </div>
  );
}
