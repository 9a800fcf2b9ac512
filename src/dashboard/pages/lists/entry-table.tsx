import { useState } from "react";
import { Link } from "wouter";
import { shownValue } from "../../../decisions/lists/limits.ts";
import type { ListEntry } from "../../../decisions/lists/lists.ts";
import type { ListType } from "../../../storage/port/lists.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { typeLabels } from "./entry-fields.tsx";
import { useRefreshLists } from "./use-lists.ts";

export function EntryTable({ entries }: { entries: readonly ListEntry[] }) {
  return (
    <Table kind="entries" columns={["Value", "Reason", "Added", "Expires"]} actions="Actions">
      {entries.map((entry) => (
        <EntryRow key={entry.entryId} entry={entry} />
      ))}
    </Table>
  );
}

function EntryRow({ entry }: { entry: ListEntry }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const { type, reason, decisionId, createdBy, createdAt, archivedAt, archivedBy } = entry;
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <bdi className={entry.value === "" ? "muted" : ""}>{shownValue(entry)}</bdi>
          <span className="muted small">{typeLabels[type as ListType] ?? type}</span>
        </div>
      </td>
      <td data-label="Reason">
        <div className="stack tight">
          <span>{reason}</span>
          {entry.review && <span className="muted small">Its bookings go to review</span>}
          {decisionId && (
            <Link className="small" href={`/p/${project.projectId}/decisions/${decisionId}`}>
              Decision
            </Link>
          )}
        </div>
      </td>
      <td data-label="Added">
        <div className="stack tight">
          <Time at={createdAt} />
          <span className="muted small">{createdBy}</span>
        </div>
      </td>
      <td data-label={archivedAt ? "Archived" : "Expires"}>
        {archivedAt ? (
          <div className="stack tight">
            <span>
              Archived <Time at={archivedAt} />
            </span>
            <span className="muted small">{archivedBy}</span>
          </div>
        ) : (
          <Expiry entry={entry} />
        )}
      </td>
      <td className="end">
        {!archivedAt && can(project, "list.set") && (
          <Button variant="plain" icon="archive" onClick={() => setOpen(true)}>
            Archive
          </Button>
        )}
        {isOpen && <ArchiveDialog entry={entry} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}

function Expiry({ entry: { expiresAt } }: { entry: ListEntry }) {
  if (expiresAt === null) return <span className="muted">Never</span>;
  if (Date.parse(expiresAt) <= Date.now()) return <span className="badge">Expired</span>;
  return <Time at={expiresAt} />;
}

function ArchiveDialog({ entry, onClose }: { entry: ListEntry; onClose: () => void }) {
  const { projectId } = useProject();
  const refresh = useRefreshLists();
  const archive = async () => {
    const { entryId } = entry;
    await unwrap(api.projects({ projectId }).lists.entries({ entryId }).archive.post());
    await refresh();
    showToast("Archived. It no longer applies.");
  };
  return (
    <ConfirmDialog
      title="Archive the entry?"
      action="Archive"
      onConfirm={archive}
      onClose={onClose}
    >
      <p>
        From the next booking on, the entry for <bdi>{shownValue(entry)}</bdi> no longer applies. It
        stays readable{entry.value === "" ? "." : ", and you can add the value again."}
      </p>
    </ConfirmDialog>
  );
}
