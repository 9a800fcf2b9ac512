/** Installs a model by uploading its bundle: checked by the service, and a candidate afterwards. */
import { useState } from "react";
import { Link } from "wouter";
import { allProjects } from "../../../http/dashboard-api/route-requirements.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import type { Scope } from "./model-actions.ts";
import { useModelPermissions } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { useRefreshModels } from "./use-models.ts";

/** The button, for those who may install models. */
export function UploadBundle() {
  const can = useModelPermissions();
  const [isOpen, setOpen] = useState(false);
  if (!can.here) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Upload a bundle
      </Button>
      {isOpen && <UploadDialog canShare={can.all} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Installed {
  model: string;
  notes: readonly string[];
  isNew: boolean;
}

function UploadDialog({ canShare, onClose }: { canShare: boolean; onClose: () => void }) {
  const { projectId, name } = useProject();
  const refresh = useRefreshModels();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [scope, setScope] = useState<Scope>("here");
  const [installed, setInstalled] = useState<Installed | null>(null);
  const upload = async () => {
    const of = scope === "all" ? allProjects : projectId;
    setInstalled(await unwrap(api.projects({ projectId: of }).models.post(bundleOf(files))));
    await refresh();
  };
  if (installed) return <UploadResult {...installed} onClose={onClose} />;
  return (
    <Dialog title="Upload a bundle" onClose={onClose}>
      <Form action="Upload and check" onSubmit={upload} onCancel={onClose}>
        {({ model, manifest, card }) => (
          <>
            <TextField
              label="Files of the bundle"
              type="file"
              name="files"
              multiple
              required
              accept=".onnx,.json,.md"
              hint="Select model.onnx and manifest.json together, and CARD.md if there is one."
              error={model ?? manifest ?? card}
              onChange={({ target }) => setFiles([...(target.files ?? [])])}
            />
            {canShare && (
              <RadioCards
                label="Who can use it"
                value={scope}
                onChange={setScope}
                options={[
                  { value: "here", label: "This project", description: `Only ${name} can use it.` },
                  { value: "all", label: "All projects", description: "Every project can use it." },
                ]}
              />
            )}
            <p className="muted">
              The service checks the bundle in a process without access to your data. This takes a
              few seconds and does not interrupt decisions.
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** By their names, as in the folder of a bundle. A file that is missing is named by the service. */
function bundleOf(files: readonly File[]) {
  const named = (name: string) => files.find((file) => file.name === name);
  const [model, manifest, card] = ["model.onnx", "manifest.json", "CARD.md"].map(named);
  return {
    ...(model && { model }),
    ...(manifest && { manifest }),
    ...(card && { card }),
  };
}

function UploadResult({ model, notes, isNew, onClose }: Installed & { onClose: () => void }) {
  const urls = useModelUrls();
  return (
    <Dialog
      title={isNew ? `${model} is installed` : `${model} was already installed`}
      onClose={onClose}
    >
      <div className="stack tight" role="status">
        <p>
          It is a candidate and decides nothing yet. Replay past decisions with it next, on{" "}
          <Link href={urls.model(model)}>its page</Link>.
        </p>
        {notes.length > 0 && (
          <ul>
            {notes.map((note) => (
              <li key={note}>Note: {note}.</li>
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
