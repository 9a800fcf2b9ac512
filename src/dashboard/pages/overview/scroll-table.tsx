import type { ReactNode } from "react";
import { Figures } from "../../components/table.tsx";

/** A table of numbers that scrolls sideways on narrow screens. */
export function ScrollTable({
  label,
  ...table
}: {
  label: string;
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section is a landmark.
    <div className="scroll-x" role="group" aria-label={label} tabIndex={0}>
      <Figures {...table} />
    </div>
  );
}
