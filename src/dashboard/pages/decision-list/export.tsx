import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import type { ViewParams } from "./list-url.ts";

export function ExportButton({ view }: { view: ViewParams }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export CSV</Button>
      {isOpen && <ExportDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ view, onClose }: { view: ViewParams; onClose: () => void }) {
  const project = useProject();
  const { projectId } = project;
  const isAll = Object.keys(view).length === 0;
  const start = async () => {
    const { decisions } = api.projects({ projectId });
    const { orderId } = await unwrap(decisions.exports.post({ view }));
    // A plain download, so that the browser writes a file of any size straight to disk.
    const link = document.createElement("a");
    link.href = `/dashboard/api/projects/${projectId}/decisions/exports/${orderId}`;
    link.download = "";
    link.click();
    showToast("Download started");
  };
  return (
    <Dialog title={isAll ? "Export all decisions" : "Export this view"} onClose={onClose}>
      <Form action="Export" onSubmit={start} onDone={onClose} onCancel={onClose}>
        {() => (
          <>
            <p>
              A CSV file with {isAll ? "all decisions of the project" : "all matching decisions"},
              newest first.
            </p>
            <p>
              {can(project, "guest.read")
                ? "It includes guests' names, e-mail addresses and phone numbers. Exports are listed in Activity."
                : "It does not include guest data. Exports are listed in Activity."}
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}
