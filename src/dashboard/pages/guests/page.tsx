/** Guests who ask what is stored of them, or to be erased: for owners. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Receipt } from "../../../decisions/privacy/erase.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { EraseDialog } from "./erase.tsx";
import { ExportDialog } from "./export.tsx";
import { ReceiptDialog, ReceiptTable } from "./receipts.tsx";

/** While an erasure is not done, ms. */
const refreshMs = 5000;

export default function GuestsPage() {
  const project = useProject();
  if (can(project, "guest.erase")) return <Guests key={project.projectId} />;
  return (
    <Page title="Guests">
      <EmptyState icon="person" title="Only an owner can export and erase guests">
        Ask an owner of {project.name}.
      </EmptyState>
    </Page>
  );
}

function Guests() {
  const { projectId } = useProject();
  const [open, setOpen] = useState<"erase" | "export" | null>(null);
  const [shown, setShown] = useState<Receipt | null>(null);
  const close = () => setOpen(null);
  const receipts = useQuery({
    queryKey: ["receipts", projectId],
    queryFn: () => unwrap(api.projects({ projectId }).guests.receipts.get()),
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) && refreshMs,
  });
  return (
    <Page
      title="Guests"
      lead="Export or erase a guest's data on request."
      action={
        <div className="row">
          <Button onClick={() => setOpen("export")}>Export a guest</Button>
          <Button variant="danger" onClick={() => setOpen("erase")}>
            Erase a guest
          </Button>
        </div>
      }
    >
      {receipts.error && (
        <ErrorNotice error={receipts.error} retry={() => void receipts.refetch()} />
      )}
      {receipts.isPending && (
        <section className="card">
          <SkeletonRows />
        </section>
      )}
      {receipts.data && <ReceiptTable receipts={receipts.data} onShow={setShown} />}
      <p className="muted small">
        Earlier exports and backups still contain the guest. Restoring a backup over this data
        erases the guest again.
      </p>
      {open === "export" && <ExportDialog onClose={close} />}
      {open === "erase" && <EraseDialog onClose={close} onErased={setShown} />}
      {shown && <ReceiptDialog receipt={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}
