/** What can be done with the selected decisions at once. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedRow } from "../../../../http/dashboard-api/decision-list/routes.ts";
import type { ListType } from "../../../../storage/port/lists.ts";
import { can, useProject, useRefresh } from "../../../api/session.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorNotice } from "../../../components/page.tsx";
import { plural } from "../../decision-detail/format.ts";
import { decisionPagesKey } from "../../decision-detail/use-decision.ts";
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

/**
 * What can be done with several decisions.
 * @param of `rowsOf` gives the decisions when a button is pressed; they stay those that its dialog was opened for.
 *   `type`: of the values that are listed unless another one is chosen.
 * @returns a button for each act that the role allows, and the dialog, which outlives the buttons.
 */
export function useBulkActs(of: {
  rowsOf: () => Promise<ListedRow[]>;
  onDone: () => void;
  type?: ListType | undefined;
}) {
  const project = useProject();
  const [open, setOpen] = useState<{ act: (typeof acts)[number]; rows: ListedRow[] } | null>(null);
  const choose = useMutation({
    mutationFn: async (act: (typeof acts)[number]) => ({ act, rows: await of.rowsOf() }),
    onSuccess: setOpen,
  });
  const refreshPages = useRefresh(decisionPagesKey);
  const close = () => {
    setOpen(null);
    void refreshPages(); // Some may have been prefetched before the act.
    of.onDone();
  };
  return {
    buttons: acts
      .filter(({ permission }) => can(project, permission))
      .map((act) => (
        <Button key={act.label} busy={choose.isPending} onClick={() => choose.mutate(act)}>
          {act.label}
        </Button>
      )),
    dialog: (
      <>
        {choose.error && <ErrorNotice error={choose.error} />}
        {open && (
          <open.act.Dialog
            rows={open.rows}
            type={of.type}
            onCancel={() => setOpen(null)}
            onDone={close}
          />
        )}
      </>
    ),
  };
}

export function BulkBar({ selection }: { selection: Selection }) {
  const { selected } = selection;
  const clear = () => selection.setAll(false);
  const bulk = useBulkActs({ rowsOf: async () => selected, onDone: clear });
  return (
    <>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label="Selected decisions">
          <span role="status">{plural(selected.length, "decision")} selected</span>
          {bulk.buttons}
          <Button variant="plain" icon="close" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
      {bulk.dialog}
    </>
  );
}
