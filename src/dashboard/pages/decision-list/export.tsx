import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import type { ViewTexts } from "./list-url.ts";

export function ExportButton({ view }: { view: ViewTexts }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export CSV</Button>
      {isOpen && <Export view={view} onClose={() => setOpen(false)} />}
    </>
  );
}

function Export({ view, onClose }: { view: ViewTexts; onClose: () => void }) {
  const project = useProject();
  const { projectId } = project;
  const isAll = Object.keys(view).length === 0;
  const start = async () => {
    const { decisions } = api.projects({ projectId });
    const { orderId } = await unwrap(decisions.exports.post({ view }));
    // As a download of the browser's own: it goes to disk as it comes, however long it is.
    const link = document.createElement("a");
    link.href = `/dashboard/api/projects/${projectId}/decisions/exports/${orderId}`;
    link.download = "";
    link.click();
    showToast("The file is on its way");
  };
  return (
    <Dialog title={isAll ? "Export all decisions" : "Export this view"} onClose={onClose}>
      <Form action="Export" onSubmit={start} onDone={onClose} onCancel={onClose}>
        {() => (
          <>
            <p>
              A CSV file with {isAll ? "every decision of the project" : "every decision that fits"}
              , the newest first, not only those of this page.
            </p>
            <p>
              {can(project, "guest.read")
                ? "Guests' names, e-mail addresses and phones are in it. Who exported what is noted in Activity."
                : "Guests' data is not in it. Who exported what is noted in Activity."}
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}
