/** Exports all that is stored of a guest. */
import type { GuestExport } from "../../../decisions/privacy/export.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { downloadText } from "./download.ts";
import { GuestFields, useGuest } from "./guest-fields.tsx";

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { projectId } = useProject();
  const guest = useGuest();
  const start = async () => {
    const { kind, value } = guest;
    const sent = await unwrap(api.projects({ projectId }).guests.export.post({ kind, value }));
    const found = sent as unknown as GuestExport;
    const count = found.decisions.length;
    if (count === 0) return showToast("Nothing is stored of this guest");
    const name = `guest-${found.exportedAt.slice(0, 10)}.json`;
    downloadText(name, `${JSON.stringify(found, null, 2)}\n`, "application/json");
    const first = found.more ? "the first " : "";
    showToast(
      `Exported ${first}${integers.format(count)} ${count === 1 ? "decision" : "decisions"}`,
    );
  };
  return (
    <Dialog title="Export a guest" onClose={onClose}>
      <Form
        action="Export"
        onSubmit={start}
        onDone={onClose}
        onCancel={onClose}
        isReady={guest.value.trim() !== ""}
      >
        {(errors) => (
          <>
            <GuestFields guest={guest} errors={errors} />
            <p className="hint">
              A JSON file with every decision, its outcomes and its visit. Read it before you hand
              it over: guests may share a device or a phone.
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}
