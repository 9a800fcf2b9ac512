/** Takes a project out of the archive. */
import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { type Project, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { showToast } from "../../components/toast.tsx";

export function RestoreProject({ project: { projectId, name } }: { project: Project }) {
  const refresh = useRefreshSession();
  const [isOpen, setOpen] = useState(false);
  const restore = async () => {
    await unwrap(api.projects({ projectId }).archived.put({ archived: false }));
    await refresh();
    showToast(`${name} restored`);
  };
  return (
    <>
      <Button icon="undo" onClick={() => setOpen(true)}>
        Restore project
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Restore ${name}?`}
          action="Restore"
          onConfirm={restore}
          onClose={() => setOpen(false)}
        >
          <p>Its keys work again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
