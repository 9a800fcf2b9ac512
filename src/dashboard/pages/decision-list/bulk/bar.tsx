/** What can be done with the selected decisions at once. */
import { useState } from "react";
import type { ListedRow } from "../../../../dashboard-api/decision-list/routes.ts";
import { can, useProject } from "../../../api/session.ts";
import { Button } from "../../../components/button.tsx";
import { plural } from "../../decision-detail/format.ts";
import type { Selection } from "../selection.ts";
import { BulkEntry } from "./entry.tsx";
import { BulkOutcome } from "./outcome.tsx";
import { BulkReview } from "./review.tsx";

const acts = [
  { label: "Report outcome", permission: "outcome.set", Dialog: BulkOutcome },
  { label: "Add to list", permission: "list.set", Dialog: BulkEntry },
  { label: "Send to review", permission: "review.decide", Dialog: BulkReview },
] as const;

/** Whether the role allows any of it. */
export function useMaySelect(): boolean {
  const project = useProject();
  return acts.some(({ permission }) => can(project, permission));
}

export function BulkBar({ selection }: { selection: Selection }) {
  const project = useProject();
  // The rows of an open dialog stay those that it was opened for.
  const [open, setOpen] = useState<{ act: (typeof acts)[number]; rows: ListedRow[] } | null>(null);
  const { selected } = selection;
  const close = () => {
    setOpen(null);
    selection.setAll(false);
  };
  return (
    <>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label="Selected decisions">
          <span role="status">{plural(selected.length, "decision")} selected</span>
          {acts
            .filter(({ permission }) => can(project, permission))
            .map((act) => (
              <Button key={act.label} onClick={() => setOpen({ act, rows: selected })}>
                {act.label}
              </Button>
            ))}
          <Button variant="plain" icon="close" onClick={() => selection.setAll(false)}>
            Clear
          </Button>
        </section>
      )}
      {open && <open.act.Dialog rows={open.rows} onCancel={() => setOpen(null)} onDone={close} />}
    </>
  );
}
